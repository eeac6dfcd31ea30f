import type { FindingKind } from './diagnose.ts'

/** What each kind of damage means to the person who owns the session. */
export const WORDS: Readonly<Record<FindingKind, { readonly short: string; readonly long: string }>> = {
  'no-resume': { short: 'cannot be resumed', long: '`claude --resume` finds no conversation in it' },
  'lost-history': {
    short: 'history lost on resume',
    long: 'entries of the conversation that a resume silently leaves out',
  },
  'hollow-thinking': {
    short: 'hollow thinking',
    long: 'thinking whose text is gone while its signature stayed; the API refuses it',
  },
  'dangling-parents': { short: 'missing parents', long: 'entries whose parent is not in the file' },
  'parent-cycle': {
    short: 'parent cycle',
    long: 'entries that are their own ancestors; older versions hang on it',
  },
  'torn-lines': { short: 'torn lines', long: 'lines that are not whole JSON objects' },
  'joined-lines': { short: 'joined lines', long: 'two entries on one line' },
  'nul-bytes': { short: 'damaged bytes', long: 'NUL bytes or text that is not UTF-8' },
  'two-writers': { short: 'two writers', long: 'another process wrote a branch into the same file' },
  'unanswered-calls': { short: 'unanswered calls', long: 'tool calls without a result' },
  'stray-results': { short: 'stray results', long: 'results whose tool call is not in the file' },
  'duplicate-uuids': { short: 'repeated uuids', long: 'entries that share a uuid; a resume takes the last' },
  'omitted-thinking': {
    short: 'thinking without text',
    long: 'as newer versions write it; sound, unless a tool emptied all of it',
  },
  'unknown-types': {
    short: 'unknown types',
    long: 'entries of a type that this Skein does not know; they are kept',
  },
  'new-version': {
    short: 'newer version',
    long: 'written by a Claude Code that this Skein was not tried with',
  },
}

/** Kinds that cost the user something; the others are shown and are no reason to worry. */
export const SERIOUS: ReadonlySet<FindingKind> = new Set([
  'no-resume',
  'lost-history',
  'hollow-thinking',
  'parent-cycle',
])

/** Kinds that `skein repair` mends. */
export const MENDABLE: ReadonlySet<FindingKind> = new Set([
  ...SERIOUS,
  'dangling-parents',
  'torn-lines',
  'joined-lines',
  'nul-bytes',
  'two-writers',
  'unanswered-calls',
  'stray-results',
  'duplicate-uuids',
])
