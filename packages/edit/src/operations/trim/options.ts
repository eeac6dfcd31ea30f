/**
 * What to trim. Everything that is not mentioned stays; `target` picks by itself what has to go.
 */
export interface TrimOptions {
  /** A set of rules by name; what else is said here goes before it, kind by kind. */
  readonly preset?: TrimPreset
  readonly tools?: ToolForm | 'keep'
  /** Names of tools; the calls of all others stay as they are. */
  readonly toolsOnly?: readonly string[]
  /** Only what is older; for tools, thinking, images and attachments. */
  readonly olderThan?: Age
  readonly thinking?: Choice
  readonly images?: Choice
  readonly attachments?: Choice
  readonly snapshots?: Choice
  readonly progress?: Choice
  readonly bookkeeping?: Choice
  /** Results of reads whose file was read again, or written whole, later. */
  readonly supersededReads?: Choice
  /** Results that a later call gave again, letter by letter. */
  readonly repeatedOutputs?: Choice
  /** Calls that failed and were then tried again with success. */
  readonly failedRetries?: Choice
  /** Tokens that a resume may fill at most, estimated. */
  readonly targetTokens?: number
}

export const TRIM_PRESETS = ['light', 'routine', 'deep', 'emergency'] as const
export type TrimPreset = (typeof TRIM_PRESETS)[number]

export type Choice = 'drop' | 'keep'

/**
 * What becomes of a tool call. `truncate`: the beginning and the end of its result stay; `stub`: its
 * result becomes one line; `remove`: call and result go.
 */
export type ToolForm =
  | { readonly kind: 'truncate'; readonly lines: number; readonly characters: number }
  | { readonly kind: 'stub' }
  | { readonly kind: 'remove' }

/**
 * `percent`: the first so many hundredths of what stays of the conversation whatever is trimmed;
 * `turns`: all but the last so many turns.
 */
export interface Age {
  readonly unit: 'percent' | 'turns'
  readonly value: number
}

/** What a truncated result keeps unless told otherwise. */
export const TRUNCATED = { kind: 'truncate', lines: 40, characters: 4000 } as const
/** Less than this has no room for a beginning, an end and a word on what is missing. */
export const FEWEST_LINES = 3
export const FEWEST_CHARACTERS = 200
