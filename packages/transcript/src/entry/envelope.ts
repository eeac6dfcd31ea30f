import { objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/** Where a line stands in its transcript: line number from 1, byte offset and byte length without the newline. */
export interface Place {
  readonly line: number
  readonly offset: number
  readonly length: number
}

/** What every entry has, whatever its type. */
export interface EntryBase {
  /** `type` as written; null where the line has none (old and hand-made files) or it is not a string. */
  readonly type: string | null
  readonly place: Place
  /** The whole parsed line, unknown keys included. Nothing of a line is reachable only through typed fields. */
  readonly value: JsonObject
  /** Milliseconds since the epoch; see `readTimestamp`. */
  readonly timestamp: number | null
  /** Chain rows have one. So do a few side rows (`custom-title` of SDK forks); those are not links of the chain. */
  readonly uuid: string | null
  readonly parentUuid: string | null
  /** A new file's first row can carry the previous session's id, so this is a hint, not the file's identity. */
  readonly sessionId: string | null
}

/**
 * The envelope of the rows that are linked by `parentUuid`: `user`, `assistant`, `system`, `attachment` and, up to
 * about 2.1.76, `progress`. All five carry the chain: leave one out and everything before it is lost.
 *
 * `gitBranch` is seen since 1.0.55, `slug` since 2.0.55, `entrypoint` since 2.1.91, `session_id` and `sessionKind`
 * since 2.1.223.
 */
export interface ChainRow extends EntryBase {
  /** On a `compact_boundary`: the row the conversation continues from, since its `parentUuid` is null. */
  readonly logicalParentUuid: string | null
  /** True on every row of a sub-agent, in its own file (with `agentId`) or, before 2.0.28, in its parent's. */
  readonly isSidechain: boolean
  /** Written by the program on the user's behalf. Meta rows are sent on resume but start no turn. */
  readonly isMeta: boolean
  readonly agentId: string | null
  readonly userType: string | null
  /** `cli`, `sdk-cli`, `sdk-ts`, … */
  readonly entrypoint: string | null
  /** The working directory of the moment: `cd` changes it, the project's folder stays. */
  readonly cwd: string | null
  /** The Claude Code version that wrote the row; one file can hold rows of several. */
  readonly version: string | null
  readonly gitBranch: string | null
  /** The session's word slug (`mighty-toasting-cerf`), which names its plan file. Not the project's slug. */
  readonly slug: string | null
  /** `bg` on rows of a background session. */
  readonly sessionKind: string | null
  /** On rows copied by `/branch` or the SDK's `forkSession()`: where they come from. */
  readonly forkedFrom: ForkedFrom | null
}

export interface ForkedFrom {
  readonly sessionId: string | null
  readonly messageUuid: string | null
}

export function readBase(type: string | null, value: JsonObject, place: Place): EntryBase {
  return {
    type,
    place,
    value,
    timestamp: readTimestamp(value),
    uuid: stringOf(value.uuid),
    parentUuid: stringOf(value.parentUuid),
    sessionId: stringOf(value.sessionId),
  }
}

export function readChainRow(type: string | null, value: JsonObject, place: Place): ChainRow {
  return {
    type,
    place,
    value,
    timestamp: readTimestamp(value),
    uuid: stringOf(value.uuid),
    parentUuid: stringOf(value.parentUuid),
    sessionId: stringOf(value.sessionId),
    logicalParentUuid: stringOf(value.logicalParentUuid),
    isSidechain: value.isSidechain === true,
    isMeta: value.isMeta === true,
    agentId: stringOf(value.agentId),
    userType: stringOf(value.userType),
    entrypoint: stringOf(value.entrypoint),
    cwd: stringOf(value.cwd),
    version: stringOf(value.version),
    gitBranch: stringOf(value.gitBranch),
    slug: stringOf(value.slug),
    sessionKind: stringOf(value.sessionKind),
    forkedFrom: readForkedFrom(value.forkedFrom),
  }
}

/**
 * `timestamp`, else `message.timestamp`; values that are not strings are passed over. The first string decides:
 * one that is no date gives null, as the program too takes such a row as undated.
 */
export function readTimestamp(value: JsonObject): number | null {
  const own = value.timestamp
  if (typeof own === 'string') return parseTime(own)
  const nested = objectOf(value.message)?.timestamp
  return typeof nested === 'string' ? parseTime(nested) : null
}

export function parseTime(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function readForkedFrom(value: unknown): ForkedFrom | null {
  const from = objectOf(value)
  return from === null
    ? null
    : { sessionId: stringOf(from.sessionId), messageUuid: stringOf(from.messageUuid) }
}
