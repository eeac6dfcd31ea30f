import { TOKEN_KINDS, USAGE_WIDTH, writeTokens, type Interner, type UsageRows } from '@skein/transcript'
import { FileMessages } from './file-messages.ts'
import {
  isForked,
  noMessages,
  putTokens,
  tokenCell,
  widen,
  withForked,
  type MessageUsage,
} from './message-usage.ts'

/**
 * Counts every message once, over any number of files.
 *
 * Contract: the result depends on the files alone, not on the order they come in. A message's usage
 * is that of its largest row: in one file the last of the rows with the most output, as `sumUsage`
 * has it; among files the one with the most output, then the most of everything else. It belongs to
 * a file where not all of its rows have `forkedFrom`, then to the one with the earliest row, then to the one with the
 * smallest session id, and where even that is equal to the one whose path comes first.
 */
export class UsageTable {
  readonly messages: MessageUsage
  readonly #paths: readonly string[]
  readonly #sessions: readonly string[]
  readonly #names: Interner
  readonly #texts: string[] = []
  readonly #ofFile = new FileMessages()
  /** Of the row under way. */
  readonly #tokens = new Float64Array(TOKEN_KINDS)
  readonly #token = (kind: number): number => this.#tokens[kind]
  #slots: Int32Array

  constructor({ paths, sessions = [], names, expected = 0 }: TableOptions) {
    const capacity = Math.max(CAPACITY, expected)
    this.messages = noMessages(capacity)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2))).fill(-1)
    this.#paths = paths
    this.#sessions = sessions
    this.#names = names
  }

  /** Adds all rows of one file. */
  addFile(rows: UsageRows, file: number): void {
    const found = this.#ofFile
    found.read(rows)
    for (let i = 0; i < found.count; i++) {
      const largest = found.largest[i]
      const first = found.first[i]
      const message = this.#stage(rows.low[first], rows.high[first])
      const { messages } = this
      writeTokens(rows.counters, largest * USAGE_WIDTH, this.#tokens, 0)
      putTokens(messages, message, this.#token)
      messages.model[message] = rows.model[largest]
      messages.tier[message] = rows.tier[largest]
      messages.time[message] = found.time[i]
      messages.session[message] = rows.session[first]
      messages.flags[message] = withForked(rows.flags[first], found.forked[i] === 1)
      messages.file[message] = file
      this.#fold(message)
    }
  }

  /** Adds the messages of another table over the same files; `names` are its strings, by id. */
  merge(other: MessageUsage, names: readonly string[]): void {
    const own = Int32Array.from(names, (text, id) => (id === 0 ? 0 : this.#names.internText(text)))
    for (let i = 0; i < other.count; i++) {
      const message = this.#stage(other.low[i], other.high[i])
      const { messages } = this
      putTokens(messages, message, (kind) => other.tokens[tokenCell(other, kind, i)])
      messages.model[message] = own[other.model[i]]
      messages.tier[message] = own[other.tier[i]]
      messages.time[message] = other.time[i]
      messages.session[message] = own[other.session[i]]
      messages.flags[message] = other.flags[i]
      messages.file[message] = other.file[i]
      this.#fold(message)
    }
  }

  /** A place behind the last message for one that may be known; no objects, since there are very many. */
  #stage(low: number, high: number): number {
    const { messages } = this
    if (messages.count === messages.low.length) widen(messages)
    messages.low[messages.count] = low
    messages.high[messages.count] = high
    return messages.count
  }

  /** Takes the staged message in: as a new one, or into the one it is known as. */
  #fold(staged: number): void {
    const { messages } = this
    const slot = this.#slotOf(staged)
    const known = this.#slots[slot]
    if (known < 0) {
      this.#slots[slot] = staged
      messages.count++
      if (messages.count * 2 > this.#slots.length) this.#rehash()
      return
    }
    if (this.#isLarger(staged, known)) {
      putTokens(messages, known, (kind) => messages.tokens[tokenCell(messages, kind, staged)])
      messages.model[known] = messages.model[staged]
      messages.tier[known] = messages.tier[staged]
    }
    if (!this.#isBefore(messages, staged, known)) return
    messages.time[known] = messages.time[staged]
    messages.session[known] = messages.session[staged]
    messages.flags[known] = messages.flags[staged]
    messages.file[known] = messages.file[staged]
  }

  #isLarger(a: number, b: number): boolean {
    const { messages } = this
    const { tokens, model, tier } = messages
    for (const kind of LARGEST_BY) {
      const difference = tokens[tokenCell(messages, kind, a)] - tokens[tokenCell(messages, kind, b)]
      if (difference !== 0) return difference > 0
    }
    if (model[a] !== model[b]) return this.#text(model[a]) < this.#text(model[b])
    return tier[a] !== tier[b] && this.#text(tier[a]) < this.#text(tier[b])
  }

  /** Whether a message belongs to `a` rather than to `b`. */
  #isBefore({ time, session, flags, file }: MessageUsage, a: number, b: number): boolean {
    const forked = isForked(flags[a])
    if (forked !== isForked(flags[b])) return !forked
    const aTime = Number.isNaN(time[a]) ? Infinity : time[a]
    const bTime = Number.isNaN(time[b]) ? Infinity : time[b]
    if (aTime !== bTime) return aTime < bTime
    const aSession = this.#sessions[file[a]] || this.#text(session[a])
    const bSession = this.#sessions[file[b]] || this.#text(session[b])
    return aSession === bSession ? this.#paths[file[a]] < this.#paths[file[b]] : aSession < bSession
  }

  #text(name: number): string {
    return (this.#texts[name] ??= this.#names.text(name))
  }

  /** Where the message is filed that has the hash of this one, or will be. */
  #slotOf(of: number): number {
    const { low, high } = this.messages
    const mask = this.#slots.length - 1
    for (let slot = low[of] & mask; ; slot = (slot + 1) & mask) {
      const message = this.#slots[slot]
      if (message < 0 || (low[message] === low[of] && high[message] === high[of])) return slot
    }
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let message = 0; message < this.messages.count; message++)
      this.#slots[this.#slotOf(message)] = message
  }
}

export interface TableOptions {
  /** Rows name files by their index in this list. */
  readonly paths: readonly string[]
  /** The sessions of those files, where their names tell; else the rows' own. */
  readonly sessions?: readonly string[]
  /** Rows name their strings by this. */
  readonly names: Interner
  /** How many messages there will be, about; the table grows where there are more. */
  readonly expected?: number
}

const CAPACITY = 1 << 12

/** Output first, then the others as they come. */
const LARGEST_BY = [1, 0, 2, 3, 4, 5, 6]
