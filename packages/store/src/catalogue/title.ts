import type { FileFacts } from './facts.ts'

/** What a session is called, and who called it so. */
export interface Title {
  readonly text: string
  readonly from: 'custom-title' | 'ai-title' | 'summary' | 'prompt' | 'none'
}

/**
 * A human's title, then the program's, then a `summary` row that names one of the session's entries
 * (mostly from another file), then the first typed prompt.
 */
export function titleOf(facts: FileFacts, summary: string): Title {
  const titles = [
    { from: 'custom-title', text: facts.customTitle },
    { from: 'ai-title', text: facts.aiTitle },
    { from: 'summary', text: summary },
    { from: 'prompt', text: facts.firstPrompt },
  ] as const
  return titles.find(({ text }) => text.trim() !== '') ?? { from: 'none', text: '' }
}
