import { decodeUtf8 } from '../bytes/utf8.ts'
import { BlockReader } from './block-reader.ts'
import {
  type Blocks,
  type Columns,
  FLAG,
  KIND,
  US_ONLY,
  USAGE,
  USAGE_WIDTH,
  type UsageColumns,
} from './columns.ts'
import { F } from './fields.ts'
import type { Interner } from './interner.ts'
import { withoutRepeats } from './repeats.ts'
import { timeOf } from './timestamp.ts'
import { Values } from './values.ts'
import { CODE_MASK, EVENT, EVENT_WIDTH, type Walker } from './walker.ts'

/** Where a reader's rows go. */
export interface RowTarget {
  readonly columns: Columns
  readonly blocks: Blocks
  readonly usage: UsageColumns
  readonly ids: Interner
}

/**
 * Reads one JSON object into one row of the columns, straight from its bytes.
 *
 * Contract: `walk` touches no column; `commit` adds exactly one row for the object last walked.
 * The row is what `JSON.parse` would give: keys in any order, escaped, or repeated (the last counts).
 */
export class RowReader {
  readonly walker: Walker
  readonly #columns: Columns
  readonly #usage: UsageColumns
  readonly #ids: Interner
  readonly #values: Values
  readonly #blocks: BlockReader
  readonly #kindOfType = new Map<number, number>()
  /** By code: the column of a member that is nothing but an id. */
  #idColumns: (Int32Array | null)[] = []
  #flags = 0
  #role = 0
  #timeRank = 0
  #contentRank = 0
  #sourceRank = 0
  #targetRank = 0
  #subtypeRank = 0
  #dataRank = 0
  /** Of the usage under way, as interned. */
  #tier = 0
  #speed = 0
  #geo = 0

  constructor(target: RowTarget, walker: Walker) {
    this.walker = walker
    this.#columns = target.columns
    this.#usage = target.usage
    this.#ids = target.ids
    this.#values = new Values(target.ids)
    this.#blocks = new BlockReader(target.blocks, target.ids, this.#values)
  }

  /** As `Walker.load`. */
  load(bytes: Uint8Array, start: number, end: number): void {
    this.#values.load(bytes, start)
    this.walker.load(bytes, start, end)
  }

  /** Walks the object whose `{` stands at `at`: the position after it, or -1. */
  walk(at: number): number {
    this.#values.start = at
    return this.walker.walk(at)
  }

  /** Whether the object last walked has the key of this code. */
  has(code: number): boolean {
    const { events, eventCount } = this.walker
    for (let i = 0; i < eventCount; i++) if ((events[i * EVENT_WIDTH] & CODE_MASK) === code) return true
    return false
  }

  commit(): void {
    const { walker } = this
    const events = walker.repeated ? withoutRepeats(walker.events, walker.eventCount) : walker.events
    const cells = walker.repeated ? events.length : walker.eventCount * EVENT_WIDTH
    this.#values.events = events
    this.#values.badUtf8 = walker.badUtf8
    this.#open()
    for (let event = 0; event < cells; event += EVENT_WIDTH) {
      const code = events[event] & CODE_MASK
      if (code >= F.inputTokens) this.#readNested(code, event)
      else if (code >= F.block) this.#blocks.read(code, event)
      else event = this.#readMember(code, event, cells)
    }
    this.#close()
  }

  #open(): void {
    const columns = this.#columns
    columns.ensure()
    if (columns.type !== this.#idColumns[F.type]) this.#idColumns = idColumnsOf(columns)
    const row = columns.count
    columns.time[row] = Number.NaN
    columns.firstBlock[row] = this.#blocks.count
    columns.usage[row] = -1
    this.#flags = 0
    this.#role = 0
    this.#timeRank = 0
    this.#contentRank = 0
    this.#sourceRank = 0
    this.#targetRank = 0
    this.#subtypeRank = 0
    this.#dataRank = 0
    this.#blocks.row = row
  }

  #close(): void {
    const columns = this.#columns
    const row = columns.count
    const type = columns.type[row]
    if (type === 0) this.#flags |= FLAG.noType
    if (this.#timeRank === 1) this.#flags |= FLAG.messageTime
    columns.kind[row] = this.#kindOf(type === 0 ? this.#role : type)
    columns.flags[row] = this.#flags
    columns.count++
  }

  #kindOf(id: number): number {
    const known = this.#kindOfType.get(id)
    if (known !== undefined) return known
    const kind = KIND_OF_NAME.get(this.#ids.text(id)) ?? KIND.other
    this.#kindOfType.set(id, kind)
    return kind
  }

  /** Returns the last event it has dealt with: content that does not count is passed over whole. */
  #readMember(code: number, event: number, cells: number): number {
    const columns = this.#columns
    const row = columns.count
    const values = this.#values
    const column = this.#idColumns[code]
    if (column !== null) {
      column[row] = values.id(event)
      return event
    }
    if (FLAG_OF_CODE[code] !== 0) {
      if (values.isTruthy(event)) this.#flags |= FLAG_OF_CODE[code]
      return event
    }
    switch (code) {
      case F.parentUuid:
        this.#flags |= FLAG.hasParentKey
        columns.parent[row] = values.id(event) || this.#oddParent(event)
        break
      case F.timestamp:
        this.#readTime(event, 2)
        break
      case F.subtype:
        this.#readSubtype(event, 3)
        break
      case F.message:
        if (values.first(event) === OPEN_BRACE) this.#flags |= FLAG.hasMessage
        columns.messageStart[row] = values.events[event + EVENT.start]
        columns.messageEnd[row] = values.events[event + EVENT.end]
        break
      case F.content:
        return this.#readContent(event, cells, 1)
      case F.toolUseResult:
        this.#flags |= FLAG.toolUseResult
        columns.resultStart[row] = values.events[event + EVENT.start]
        columns.resultEnd[row] = values.events[event + EVENT.end]
        if (values.first(event) === QUOTE) this.#flags |= FLAG.toolUseResultString
        break
      case F.leafUuid:
        this.#readTarget(event, 2)
        break
      case F.snapshotMessageId:
        this.#readTarget(event, 1)
        break
      case F.promptSource:
        this.#readSource(event, 1)
        break
      case F.data:
        this.#dataRank = 2
        break
      case F.attachment:
        this.#dataRank = 1
        break
      case F.messageRole:
        this.#role = values.id(event)
        break
      case F.messageContent:
        return this.#readContent(event, cells, 2)
      case F.messageUsage:
        this.#openUsage(event)
        break
      case F.messageTimestamp:
        this.#readTime(event, 1)
        break
      default:
        break
    }
    return event
  }

  #readNested(code: number, event: number): void {
    const values = this.#values
    switch (code) {
      case F.originKind:
        this.#readSource(event, 2)
        break
      case F.forkSession:
        this.#columns.forkedFrom[this.#columns.count] = values.id(event)
        break
      case F.dataType:
        this.#readSubtype(event, this.#dataRank)
        break
      case F.serviceTier:
        this.#tier = values.id(event)
        this.#putTier()
        break
      case F.speed:
        this.#speed = values.id(event)
        this.#putTier()
        break
      case F.inferenceGeo:
        this.#geo = values.id(event)
        this.#putTier()
        break
      default:
        if (code <= F.webFetches) this.#readCounter(code - F.inputTokens, event)
    }
  }

  /** A parent that is neither a string nor null names no row, but it is a parent: nobody's uuid. */
  #oddParent(event: number): number {
    const value: unknown = JSON.parse(this.#values.json(event))
    return Boolean(value) && typeof value !== 'string' ? this.#ids.internText(NOBODY) : 0
  }

  /** `timestamp` (rank 2) stands before `message.timestamp` (rank 1); what is no string is ignored. */
  #readTime(event: number, rank: number): void {
    const values = this.#values
    if (values.first(event) !== QUOTE || rank < this.#timeRank) return
    this.#timeRank = rank
    this.#columns.time[this.#columns.count] = values.isPlain(event)
      ? timeOf(values.bytes, values.innerStart(event), values.innerEnd(event))
      : Date.parse(values.text(event))
  }

  /** `subtype` (rank 3) stands before `data.type` (2) and `attachment.type` (1). */
  #readSubtype(event: number, rank: number): void {
    if (this.#values.first(event) !== QUOTE || rank < this.#subtypeRank) return
    this.#subtypeRank = rank
    this.#columns.subtype[this.#columns.count] = this.#values.id(event)
  }

  #readSource(event: number, rank: number): void {
    if (this.#values.first(event) !== QUOTE || rank < this.#sourceRank) return
    this.#sourceRank = rank
    this.#columns.promptSource[this.#columns.count] = this.#values.id(event)
  }

  #readTarget(event: number, rank: number): void {
    if (this.#values.first(event) !== QUOTE || rank < this.#targetRank) return
    this.#targetRank = rank
    this.#columns.target[this.#columns.count] = this.#values.id(event)
  }

  /** `message.content` (rank 2) stands before a top-level `content` (rank 1). */
  #readContent(event: number, cells: number, rank: number): number {
    const values = this.#values
    const first = values.first(event)
    if (first !== QUOTE && first !== OPEN_BRACKET) return event
    if (rank < this.#contentRank) return this.#lastInside(event, cells)
    this.#contentRank = rank
    this.#blocks.restart(this.#columns.firstBlock[this.#columns.count])
    this.#flags &= ~(FLAG.contentString | FLAG.contentArray | FLAG.topContent)
    this.#flags |= first === QUOTE ? FLAG.contentString : FLAG.contentArray
    if (rank === 1) this.#flags |= FLAG.topContent
    if (first === QUOTE) this.#blocks.addText(event)
    return event
  }

  #lastInside(event: number, cells: number): number {
    const { events } = this.#values
    let last = event
    while (last + EVENT_WIDTH < cells && events[last + EVENT_WIDTH + EVENT.start] < events[event + EVENT.end])
      last += EVENT_WIDTH
    return last
  }

  #openUsage(event: number): void {
    if (this.#values.first(event) !== OPEN_BRACE) return
    const usage = this.#usage
    usage.ensure()
    this.#columns.usage[this.#columns.count] = usage.count++
    this.#tier = 0
    this.#speed = 0
    this.#geo = 0
  }

  /** Fast mode is priced as a tier of its own, whatever the tier; inference in the US only costs more in any of them. */
  #putTier(): void {
    const isFast = this.#speed !== 0 && this.#speed === this.#ids.find('fast')
    const tier = isFast ? this.#speed : this.#tier
    const isUsOnly = this.#geo !== 0 && this.#geo === this.#ids.find('us')
    this.#usage.serviceTier[this.#usage.count - 1] = isUsOnly
      ? this.#ids.internText(`${this.#ids.text(tier)}${US_ONLY}`)
      : tier
  }

  #readCounter(counter: number, event: number): void {
    const { bytes } = this.#values
    const at = this.#values.innerStart(event) - 1
    const after = this.#values.innerEnd(event) + 1
    const first = bytes[at]
    if (first < 0x30 || first > 0x39) return
    let value = 0
    let i = at
    while (i < after && bytes[i] >= 0x30 && bytes[i] <= 0x39) value = value * 10 + bytes[i++] - 0x30
    if (i < after || after - at > EXACT_DIGITS) value = Number(decodeUtf8(bytes.subarray(at, after)))
    this.#usage.counters[(this.#usage.count - 1) * USAGE_WIDTH + COUNTER_ORDER[counter]] = value
  }
}

/** Most members are these: one way for all of them is compiled once and seldom found wrong. */
function idColumnsOf(columns: Columns): (Int32Array | null)[] {
  const byCode = Array.from({ length: F.block }, (): Int32Array | null => null)
  byCode[F.type] = columns.type
  byCode[F.uuid] = columns.uuid
  byCode[F.logicalParentUuid] = columns.logicalParent
  byCode[F.sessionId] = columns.sessionId
  byCode[F.agentId] = columns.agentId
  byCode[F.version] = columns.version
  byCode[F.cwd] = columns.cwd
  byCode[F.gitBranch] = columns.gitBranch
  byCode[F.requestId] = columns.requestId
  byCode[F.toolUseId] = columns.toolUseId
  byCode[F.parentToolUseId] = columns.parentToolUseId
  byCode[F.sourceAssistant] = columns.sourceAssistant
  byCode[F.messageId] = columns.messageId
  byCode[F.messageModel] = columns.model
  byCode[F.messageStopReason] = columns.stopReason
  return byCode
}

const FLAG_OF_CODE = new Int32Array(F.block)
FLAG_OF_CODE[F.isSidechain] = FLAG.sidechain
FLAG_OF_CODE[F.isMeta] = FLAG.meta
FLAG_OF_CODE[F.isCompactSummary] = FLAG.compactSummary
FLAG_OF_CODE[F.isVisibleInTranscriptOnly] = FLAG.transcriptOnly
FLAG_OF_CODE[F.isApiErrorMessage] = FLAG.apiError
FLAG_OF_CODE[F.explicit] = FLAG.explicit

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/** Integers of so many digits are exact in a double, however they are summed up. */
const EXACT_DIGITS = 15

const KIND_OF_NAME: ReadonlyMap<string, number> = new Map([
  ['user', KIND.user],
  ['assistant', KIND.assistant],
  ['system', KIND.system],
  ['attachment', KIND.attachment],
  ['progress', KIND.progress],
])

/** `F.inputTokens`… are consecutive in this order. */
const COUNTER_ORDER = [
  USAGE.input,
  USAGE.output,
  USAGE.cacheRead,
  USAGE.cacheWrite,
  USAGE.cacheWrite5m,
  USAGE.cacheWrite1h,
  USAGE.webSearches,
  USAGE.webFetches,
]

/** No real uuid begins with NUL. */
const NOBODY = '\u0000nobody'
