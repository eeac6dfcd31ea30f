import type { Weight } from '@skein/transcript'

/** A tool call as a trim sees it: what it weighs in each form, and what holds on to it. */
export interface Call {
  readonly id: string
  readonly name: string
  /** Where its first use stands among the live rows. */
  readonly position: number
  readonly turn: number
  /** Rows of the file with its blocks, on the live path. */
  readonly useRows: number[]
  readonly resultRows: number[]
  /** The message of each use. */
  readonly messages: number[]
  failed: boolean
  /** A human answers in it: a question, a plan, a refusal. */
  human: boolean
  /** The most that may be done to it, whatever is asked. */
  limit: 'keep' | 'stub' | 'remove'
  /** A row that stays, or a later call, names something that this call gave. */
  isCited: boolean
  /** Ids that its result gives, and those that its input names. */
  readonly gives: string[]
  readonly cites: string[]
  /** A result by its text, where two can be the same; empty elsewhere. */
  digest: string
  /** A trim has been here before. */
  wasTrimmed: boolean
  /** What a file tool works on. */
  file: FileTouch | null
  /** Stands for the same attempt in a retry. */
  attempt: string
  /** Its result names a file of saved output. */
  savesOutput: boolean
  startsAgent: boolean
  /** All its blocks, and of those the ones that count for the context. */
  readonly all: CallSize
  readonly counted: CallSize
  /** Where its result stands again; the line that takes its place says so. */
  again: Again | null
}

export interface FileTouch {
  readonly path: string
  readonly kind: 'read' | 'write' | 'edit'
  /** Which part of the file; empty for all of it. */
  readonly part: string
  /** The result holds the file to its end. */
  whole: boolean
}

export interface CallSize {
  readonly input: Weight
  /** Characters of the result's text by level: as it is, truncated by each limit, as a stub. */
  readonly text: number[]
  images: number
  readonly imageWeight: Weight
  /** Parts of the result that are neither text nor image. */
  readonly other: Weight
  results: number
}

/** A later call with the same content, and the line that names it. */
export interface Again {
  readonly later: Call
  readonly note: string
}

/** How far a call is reduced: 0 as it is, then the truncations, then stub, then removed. */
export type Level = number

export function emptySize(levels: number): CallSize {
  return {
    input: { characters: 0, flat: 0 },
    text: Array.from({ length: levels }, () => 0),
    images: 0,
    imageWeight: { characters: 0, flat: 0 },
    other: { characters: 0, flat: 0 },
    results: 0,
  }
}
