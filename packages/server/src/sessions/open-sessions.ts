import type { CataloguedTranscript, SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { inTurns } from './in-turns.ts'
import type { FileTrace } from './open-file.ts'
import { OpenSession, type Variant } from './open-session.ts'
import { SessionAgents } from './session-agents.ts'

export interface OpenSessionsLimits {
  /** Bytes that the structures of all open sessions may take together. */
  readonly mostBytes?: number
  readonly mostOpen?: number
}

export interface OpenSessionsOptions extends OpenSessionsLimits {
  readonly home: SkeinHome
  readonly prices: PriceTable
}

/**
 * Transcripts that were asked for lately, kept open: the next question costs what was appended since.
 *
 * Contract: what was not used for longest is closed when there are too many, or too large ones, whoever listens to it. What
 * somebody works with stays open; where all room is taken by such, one that is not open waits until there is room for it.
 * Nothing is closed before whoever asked for it had a turn.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions
  readonly #limits: Required<OpenSessionsLimits>
  /** By path and variant, what was used last at the end. */
  readonly #open = new Map<string, Slot>()
  readonly #waiting: Waiting[] = []
  /** Of files that were open, by path. */
  readonly #traces = new Map<string, FileTrace>()
  readonly #agents = new Map<string, SessionAgents>()
  #tidying: NodeJS.Immediate | undefined
  #asked = 0

  constructor(options: OpenSessionsOptions) {
    this.#options = options
    const { mostBytes = MOST_BYTES, mostOpen = MOST_OPEN } = options
    this.#limits = { mostBytes, mostOpen }
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size
  }

  /** About how many bytes they take, with what those that are read are expected to. */
  get bytes(): number {
    return sum(this.#open.values(), weightOf)
  }

  /** How often one was asked for. */
  get asked(): number {
    return this.#asked
  }

  /** Opens one that nobody asked for yet, a piece at a time; whoever asks goes on where it stands. */
  *opening(file: CataloguedTranscript, work: (session: OpenSession) => void): Generator<void> {
    const slot = this.#hold(file, {})
    try {
      yield* slot.session.catchingUp()
      work(slot.session)
    } finally {
      this.#letGo(slot)
    }
  }

  /**
   * Works with a transcript that is up to date. It stays open until the work is done, and is not to be kept for longer. To
   * bring a long one up to date leaves other requests their turn.
   */
  async use<T>(
    file: CataloguedTranscript,
    work: (session: OpenSession) => T | Promise<T>,
    variant: Variant = {},
  ): Promise<T> {
    this.#asked++
    return this.#with(await this.#take(file, variant), async (session) => {
      await inTurns(session.catchingUp(), () => {})
      return work(session)
    })
  }

  /** The same for live readers, who bring it up to date themselves; where it is open, their work begins at once. */
  async follow<T>(file: CataloguedTranscript, work: (session: OpenSession) => Promise<T>): Promise<T> {
    this.#asked++
    const taken = this.#take(file, {})
    return this.#with(taken instanceof Promise ? await taken : taken, work)
  }

  /** The sub-agents of a session, given its own transcript or that of one of them. */
  agentsOf(file: CataloguedTranscript): SessionAgents {
    const name = familyName(file)
    const known = this.#agents.get(name)
    if (known !== undefined) return known
    const agents = new SessionAgents(this.#options)
    if (this.#agents.size >= MOST_AGENT_TABLES) this.#forgetAgents()
    this.#agents.set(name, agents)
    return agents
  }

  close(): void {
    clearImmediate(this.#tidying)
    this.#waiting.length = 0
    for (const { session } of this.#open.values()) session.close()
    this.#open.clear()
  }

  async #with<T>(slot: Slot, work: (session: OpenSession) => T | Promise<T>): Promise<T> {
    try {
      return await work(slot.session)
    } finally {
      this.#letGo(slot)
    }
  }

  /** Opens one for somebody who lets it go afterwards; a promise where there is no room for it yet. */
  #take(file: CataloguedTranscript, variant: Variant): Slot | Promise<Slot> {
    const isOpen = this.#open.has(nameOf(file, variant))
    const isNext = this.#waiting.length === 0 && this.#hasRoomFor(file)
    // Who works with a file already, in another variant, does not wait for those who wait for them.
    if (isOpen || isNext || this.#isUsed(file)) return this.#hold(file, variant)
    return new Promise((taken, failed) => {
      const take = (): void => {
        try {
          taken(this.#hold(file, variant))
        } catch (error) {
          failed(error)
        }
      }
      this.#waiting.push({ file, take })
    })
  }

  #hold(file: CataloguedTranscript, variant: Variant): Slot {
    const name = nameOf(file, variant)
    const slot = this.#open.get(name) ?? this.#newSlot(file, variant)
    this.#open.delete(name)
    this.#open.set(name, slot)
    slot.holds++
    this.#tidyLater()
    return slot
  }

  #letGo(slot: Slot): void {
    slot.holds--
    slot.expected = 0
    this.#tidyLater()
  }

  #newSlot(file: CataloguedTranscript, variant: Variant): Slot {
    const { home, prices } = this.#options
    const agentOf = (toolUseId: string) => this.agentsOf(file).head(toolUseId)
    const before = this.#traces.get(file.path) ?? null
    const session = new OpenSession({ home, file, variant, prices, agentOf, before })
    return { session, holds: 0, expected: file.size * EXPECTED_SHARE }
  }

  #isUsed({ path }: CataloguedTranscript): boolean {
    for (const { session, holds } of this.#open.values())
      if (holds > 0 && session.file.path === path) return true
    return false
  }

  #hasRoomFor(file: CataloguedTranscript): boolean {
    const used = [...this.#open.values()].filter(({ holds }) => holds > 0)
    if (used.length === 0) return true
    const { mostBytes, mostOpen } = this.#limits
    return used.length < mostOpen && sum(used, weightOf) + file.size * EXPECTED_SHARE <= mostBytes
  }

  #tidyLater(): void {
    this.#tidying ??= setImmediate(() => {
      this.#tidying = undefined
      this.#makeRoom()
      for (let next = this.#waiting.at(0); next !== undefined && this.#hasRoomFor(next.file);) {
        this.#waiting.shift()
        next.take()
        next = this.#waiting.at(0)
      }
    })
  }

  /** One that is too large by itself stays as long as it is the one that was used last. */
  #makeRoom(): void {
    const { mostBytes, mostOpen } = this.#limits
    let { bytes } = this
    const newest = [...this.#open.values()].at(-1)
    for (const [name, slot] of this.#open) {
      if (bytes <= mostBytes && this.#open.size <= mostOpen) return
      if (slot === newest || slot.holds > 0) continue
      bytes -= weightOf(slot)
      this.#open.delete(name)
      this.#leaveTrace(slot.session)
      slot.session.close()
    }
  }

  #leaveTrace({ file, trace }: OpenSession): void {
    this.#traces.delete(file.path)
    this.#traces.set(file.path, trace)
    for (const path of this.#traces.keys()) {
      if (this.#traces.size <= MOST_TRACES) return
      this.#traces.delete(path)
    }
  }

  /** Those of open sessions stay: their models ask them. */
  #forgetAgents(): void {
    const open = new Set(Array.from(this.#open.values(), ({ session }) => familyName(session.file)))
    for (const name of this.#agents.keys()) if (!open.has(name)) this.#agents.delete(name)
  }
}

interface Slot {
  readonly session: OpenSession
  /** Who needs it to stay open. */
  holds: number
  /** Bytes that it is going to take, as long as it is read for the first time. */
  expected: number
}

interface Waiting {
  readonly file: CataloguedTranscript
  readonly take: () => void
}

const MOST_BYTES = 256 * 1024 * 1024
/** Each has a file open. */
const MOST_OPEN = 64
const MOST_AGENT_TABLES = 200
/** Of some hundred bytes each. */
const MOST_TRACES = 10_000
/** Of a file's bytes, its structure: a row of 2.7 KB takes some 400. */
const EXPECTED_SHARE = 1 / 6

function weightOf({ session, expected }: Slot): number {
  return Math.max(session.weight, expected)
}

function sum(slots: Iterable<Slot>, weight: (slot: Slot) => number): number {
  let total = 0
  for (const slot of slots) total += weight(slot)
  return total
}

function familyName({ root, project, session }: CataloguedTranscript): string {
  return JSON.stringify([root, project, session])
}

function nameOf({ path }: CataloguedTranscript, { reveal, tip, all }: Variant): string {
  return JSON.stringify([path, reveal === true, tip ?? null, all === true])
}
