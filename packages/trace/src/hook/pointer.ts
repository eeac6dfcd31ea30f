import { isAbsolute } from 'node:path'

/**
 * What a hook leaves behind: where to look, and nothing of what is written there.
 *
 * One file a transcript and event, so that a session never has more than a few: a later pointer takes the place of an
 * earlier one, and says the same of a longer file.
 */
export interface Pointer {
  readonly event: PointerEvent
  readonly session: string
  readonly transcript: string
  /** Bytes of the transcript when the hook ran. Events of a session are ordered by it, not by any clock. */
  readonly size: number
  readonly prompt: string | null
  /** The transcript of the sub-agent that stopped. */
  readonly agent: string | null
  /** How often an exporter failed on it. */
  readonly tries: number
}

/** `Other`: an event that this version does not know; worth a look, and no more. */
export type PointerEvent = (typeof POINTER_EVENTS)[number]

export const POINTER_EVENTS = ['Stop', 'SubagentStop', 'SessionEnd', 'Other'] as const

/** The pointer that the input of a hook asks for; null where it names no transcript. */
export function pointerOf(input: unknown, sizeOf: (path: string) => number): Pointer | null {
  if (typeof input !== 'object' || input === null) return null
  const field = (name: string): string | null => {
    // An object of unknown shape is read by names.
    const value = (input as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null
  }
  const transcript = field('transcript_path')
  const session = field('session_id')
  if (transcript === null || session === null || !isAbsolute(transcript)) return null
  const event = POINTER_EVENTS.find((known) => known === field('hook_event_name')) ?? 'Other'
  return {
    event,
    session,
    transcript,
    size: sizeOf(transcript),
    prompt: field('prompt_id'),
    agent: field('agent_transcript_path'),
    tries: 0,
  }
}

/** A path of Linux is no longer than this. */
const LONGEST = 4096

/** The name of a pointer's file: the same for the same transcript and event. */
export function pointerName({ session, transcript, event }: Pointer): string {
  const readable = session.replace(/[^\w-]/g, '_').slice(0, 64)
  return `${readable}-${shortHash(transcript)}.${event}.json`
}

/** FNV-1a: tells apart a handful of things. Node takes milliseconds to load a better one. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** A pointer that was read back; null for anything else. */
export function readPointer(text: string): Pointer | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Torn, or not ours: the caller drops it.
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  // Every field is looked at below.
  const { event, session, transcript, size, prompt, agent, tries } = value as Partial<
    Record<keyof Pointer, unknown>
  >
  const known = POINTER_EVENTS.find((name) => name === event)
  const isWhole =
    known !== undefined &&
    typeof session === 'string' &&
    typeof transcript === 'string' &&
    isAbsolute(transcript) &&
    typeof size === 'number' &&
    typeof tries === 'number'
  if (!isWhole) return null
  return {
    event: known,
    session,
    transcript,
    size,
    prompt: typeof prompt === 'string' ? prompt : null,
    agent: typeof agent === 'string' ? agent : null,
    tries,
  }
}
