import type { CataloguedTranscript, SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { inTurns } from './in-turns.ts'
import { OpenSession, type Variant } from './open-session.ts'
import { SessionAgents } from './session-agents.ts'
import type { SessionFamily } from './session-family.ts'

export interface OpenSessionsOptions {
  readonly home: SkeinHome
  readonly prices: PriceTable
  /** The transcripts that belong together with one, as of now. */
  readonly familyOf: (file: CataloguedTranscript) => SessionFamily
  /** Bytes that the structures of all open sessions may take together. */
  readonly mostBytes?: number
  readonly mostOpen?: number
}

/**
 * Transcripts that were asked for lately, kept open: the next question costs what was appended since. What was not used
 * for longest is closed when there are too many, or too large ones; what is held for a live reader stays.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions
  /** By path and variant, what was used last at the end. */
  readonly #open = new Map<string, Slot>()
  readonly #agents = new Map<string, SessionAgents>()
  #asked = 0

  constructor(options: OpenSessionsOptions) {
    this.#options = options
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size
  }

  /** How often one was asked for. */
  get asked(): number {
    return this.#asked
  }

  /** Opens a transcript, or brings it up to date; a long one leaves other requests their turn. */
  async open(file: CataloguedTranscript, variant: Variant = {}): Promise<OpenSession> {
    this.#asked++
    const slot = this.#slot(file, variant)
    slot.holds++
    try {
      await inTurns(slot.session.catchingUp(), () => {})
    } finally {
      slot.holds--
    }
    this.#makeRoom(slot)
    return slot.session
  }

  /** Opens one that nobody asked for yet, a piece at a time; whoever asks goes on where it stands. */
  *opening(file: CataloguedTranscript): Generator<OpenSession> {
    const slot = this.#slot(file, {})
    slot.holds++
    try {
      for (const _piece of slot.session.catchingUp()) yield slot.session
    } finally {
      slot.holds--
      this.#makeRoom(slot)
    }
  }

  /** The same for work that lets others have their turn: it stays open until the work is done. */
  async use<T>(
    file: CataloguedTranscript,
    variant: Variant,
    work: (session: OpenSession) => Promise<T>,
  ): Promise<T> {
    const session = await this.open(file, variant)
    const slot = this.#slot(file, variant)
    slot.holds++
    try {
      return await work(session)
    } finally {
      slot.holds--
    }
  }

  /** One for live readers: it stays open until `release`. It is they who bring it up to date. */
  hold(file: CataloguedTranscript): OpenSession {
    this.#asked++
    const slot = this.#slot(file, {})
    slot.holds++
    this.#makeRoom(slot)
    return slot.session
  }

  release(session: OpenSession): void {
    const slot = [...this.#open.values()].find((one) => one.session === session)
    if (slot === undefined) return
    slot.holds = Math.max(0, slot.holds - 1)
    this.#makeRoom(null)
  }

  /** The sub-agents of a session, given its own transcript or that of one of them. */
  agentsOf(file: CataloguedTranscript): SessionAgents {
    const name = JSON.stringify([file.root, file.project, file.session])
    const known = this.#agents.get(name)
    if (known !== undefined) return known
    const { home, prices, familyOf } = this.#options
    const agents = new SessionAgents({ home, prices, family: () => familyOf(file) })
    if (this.#agents.size >= MOST_AGENT_TABLES) this.#agents.clear()
    this.#agents.set(name, agents)
    return agents
  }

  close(): void {
    for (const { session } of this.#open.values()) session.close()
    this.#open.clear()
  }

  #slot(file: CataloguedTranscript, variant: Variant): Slot {
    const name = nameOf(file, variant)
    const known = this.#open.get(name)
    this.#open.delete(name)
    const slot = known ?? this.#newSlot(file, variant)
    this.#open.set(name, slot)
    return slot
  }

  #newSlot(file: CataloguedTranscript, variant: Variant): Slot {
    const { home, prices } = this.#options
    const agentOf = (toolUseId: string) => this.agentsOf(file).head(toolUseId)
    const session = new OpenSession({ home, file, variant, prices, agentOf })
    return { session, holds: 0 }
  }

  #makeRoom(newest: Slot | null): void {
    const { mostBytes = MOST_BYTES, mostOpen = MOST_OPEN } = this.#options
    let bytes = 0
    for (const { session } of this.#open.values()) bytes += session.weight
    for (const [name, slot] of this.#open) {
      if (bytes <= mostBytes && this.#open.size <= mostOpen) return
      if (slot === newest || slot.holds > 0) continue
      bytes -= slot.session.weight
      slot.session.close()
      this.#open.delete(name)
    }
  }
}

interface Slot {
  readonly session: OpenSession
  /** Who needs it to stay open. */
  holds: number
}

const MOST_BYTES = 256 * 1024 * 1024
/** Each has a file open. */
const MOST_OPEN = 64
const MOST_AGENT_TABLES = 200

function nameOf({ path }: CataloguedTranscript, { reveal, tip, all }: Variant): string {
  return JSON.stringify([path, reveal === true, tip ?? null, all === true])
}
