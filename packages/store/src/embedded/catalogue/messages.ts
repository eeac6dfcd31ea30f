import { BLOCK, FLAG, KIND, USAGE, USAGE_WIDTH, type Scanner, type TokenUsage } from '@skein/transcript'
import { MAX_TOOLS, mergeMessages } from './merge-messages.ts'
import { SYNTHETIC_MODEL, type ScannedRows } from './read-facts.ts'

/**
 * One API message as one transcript tells of it: the rows of the transcript that carry usage, taken together.
 *
 * Contract: as for facts, `mergeMessages(of the first rows, of the rest)` is the message of all rows.
 */
export interface FileMessage {
  /** `message.id`; where there is none, the uuid or the place of its first row, marked as such. */
  readonly key: string
  /** All its rows were copied from another session, and say so. */
  readonly forked: boolean
  /** Its first row is a sub-agent's that stands in its parent's transcript, as the oldest versions wrote them. */
  readonly side: boolean
  /** ms, of its earliest row. */
  readonly time: number | null
  /** Of the row whose usage counts: the one with the most output, the last of equals. */
  readonly offset: number
  readonly model: string
  readonly tier: string
  /** Names of the tools it calls, in order, no more than `MAX_TOOLS`. */
  readonly tools: readonly string[]
  readonly tokens: TokenUsage
}

/** A message without an id that the next row may still belong to. */
export interface OpenMessage {
  readonly key: string
  readonly requestId: string
  readonly sidechain: boolean
}

/**
 * Gathers the messages of a transcript from its rows, in file order, over as many scans as it takes.
 *
 * The rules are those of the kernel's usage: the program's own rows and API failures never count, and rows without
 * an id belong together while they stand next to each other and share `requestId`.
 */
export class MessageReader {
  readonly #path: string
  readonly #messages = new Map<string, FileMessage>()
  #open: OpenMessage | null
  #scan: Scanner | null = null
  /** Of the present scan, by id: names and keys repeat on row after row. */
  #texts = new Map<number, string>()

  /** `open`: as the reader of the rows before left it. */
  constructor(path: string, open: OpenMessage | null) {
    this.#path = path
    this.#open = open
  }

  get open(): OpenMessage | null {
    return this.#open
  }

  get messages(): FileMessage[] {
    return [...this.#messages.values()]
  }

  add({ scan, from, to }: ScannedRows): void {
    if (scan !== this.#scan) {
      this.#scan = scan
      this.#texts = new Map()
    }
    const { columns, ids } = scan
    const synthetic = ids.find(SYNTHETIC_MODEL)
    for (let row = from; row < to; row++) {
      if (columns.kind[row] === KIND.user) this.#open = null
      if (columns.kind[row] !== KIND.assistant) continue
      const key = this.#keyOf(scan, row)
      if (columns.usage[row] < 0 || (columns.flags[row] & FLAG.apiError) !== 0) continue
      if (columns.model[row] !== 0 && columns.model[row] === synthetic) continue
      const known = this.#messages.get(key)
      const said = this.#messageAt(scan, row, key)
      this.#messages.set(key, known === undefined ? said : mergeMessages(known, said))
    }
  }

  #keyOf(scan: Scanner, row: number): string {
    const key = this.#text(scan, scan.columns.messageId[row])
    if (key === '') return this.#namelessKey(scan, row)
    this.#open = null
    return key
  }

  #namelessKey({ columns, ids }: Scanner, row: number): string {
    const requestId = ids.text(columns.requestId[row])
    const sidechain = (columns.flags[row] & FLAG.sidechain) !== 0
    const open = this.#open
    if (open !== null && open.requestId === requestId && open.sidechain === sidechain) return open.key
    const uuid = ids.text(columns.uuid[row])
    // A place says nothing outside its file.
    const key = uuid === '' ? `row:${columns.offset[row]}:${this.#path}` : `uuid:${uuid}`
    this.#open = { key, requestId, sidechain }
    return key
  }

  #messageAt(scan: Scanner, row: number, key: string): FileMessage {
    const { columns, usage } = scan
    const time = columns.time[row]
    return {
      key,
      forked: columns.forkedFrom[row] !== 0,
      side: (columns.flags[row] & FLAG.sidechain) !== 0,
      time: Number.isNaN(time) ? null : time,
      offset: columns.offset[row],
      model: this.#text(scan, columns.model[row]),
      tier: this.#text(scan, usage.serviceTier[columns.usage[row]]),
      tools: this.#toolsIn(scan, row),
      tokens: tokensAt(scan, columns.usage[row] * USAGE_WIDTH),
    }
  }

  #toolsIn(scan: Scanner, row: number): string[] {
    const { columns, blocks } = scan
    const tools: string[] = []
    for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++) {
      const kind = blocks.kind[block]
      if (kind !== BLOCK.toolUse && kind !== BLOCK.serverToolUse) continue
      // The names of a message are stored with line ends between them.
      const name = this.#text(scan, blocks.name[block]).replaceAll('\n', ' ')
      if (name !== '' && tools.length < MAX_TOOLS) tools.push(name)
    }
    return tools
  }

  #text({ ids }: Scanner, id: number): string {
    let text = this.#texts.get(id)
    if (text === undefined) this.#texts.set(id, (text = ids.text(id)))
    return text
  }
}

function tokensAt({ usage }: Scanner, at: number): TokenUsage {
  const { counters } = usage
  const cacheWrite1h = countOf(counters[at + USAGE.cacheWrite1h])
  return {
    input: countOf(counters[at + USAGE.input]),
    output: countOf(counters[at + USAGE.output]),
    cacheRead: countOf(counters[at + USAGE.cacheRead]),
    // Writes that are not said to live an hour live five minutes, the API's default.
    cacheWrite5m: Math.max(
      countOf(counters[at + USAGE.cacheWrite5m]),
      countOf(counters[at + USAGE.cacheWrite]) - cacheWrite1h,
    ),
    cacheWrite1h,
    webSearches: countOf(counters[at + USAGE.webSearches]),
    webFetches: countOf(counters[at + USAGE.webFetches]),
  }
}

/** A transcript can say `1e300` or `0.5`: what no API counts is no count, or a total would be worth nothing. */
function countOf(value: number): number {
  return Number.isInteger(value) && value <= MAX_COUNT ? value : 0
}

/** 10¹²: a million times the largest context, and thousands of it still add up exactly. */
const MAX_COUNT = 1e12
