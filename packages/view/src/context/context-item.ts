/** What fills a window, in the order people ask about it. */
export const CONTEXT_CATEGORIES = [
  'system-prompt',
  'tools',
  'memory',
  'compact-summary',
  'prompts',
  'answers',
  'thinking',
  'tool-inputs',
  'tool-results',
  'images',
  'documents',
  'attachments',
] as const

export type ContextCategory = (typeof CONTEXT_CATEGORIES)[number]

/** One thing in the window: a block of a message, a tool's description, a memory file. */
export interface ContextItem {
  readonly category: ContextCategory
  /** The tool whose input or result it is; null for anything else. */
  readonly tool: string | null
  /** A few words, from a transcript: one line of at most 80 characters, not made harmless. */
  readonly label: string
  /** An estimate. */
  readonly tokens: number
  /** The row it stands in, and that row's uuid. */
  readonly row: number
  readonly uuid: string | null
}

/** The beginning of a text in one line. */
export function labelOf(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
