import { reasonOf } from './trace-log.ts'
import type { Spool, SpooledSession } from './spool.ts'

/** What an exporter has to know of a session. */
export type SessionToExport = Pick<SpooledSession, 'session' | 'transcript' | 'settledAt'>

export interface Exported {
  /** Its last turn is not over, or not all written: there will be more. */
  readonly open: boolean
}

export interface DrainSeams {
  readonly spool: Spool
  /** The exporter's lock; null while another process has it. */
  readonly lock: () => { release(): void } | null
  /** Sends what is closed and not acknowledged. Throws where that failed. */
  readonly exportOne: (session: SessionToExport) => Promise<Exported>
  /** Sessions that are behind though no hook said so, given the transcripts of this run. */
  readonly behind: (transcripts: readonly string[]) => readonly SessionToExport[]
  /** Something that changes when the session is written to. */
  readonly stampOf: (transcript: string) => string
  readonly pause: (milliseconds: number) => Promise<void>
  readonly log: (line: string) => void
}

export interface Drained {
  /** False where another exporter was at work, which does what there is to do, and where there is no target. */
  readonly ran: boolean
  readonly exported: number
  readonly failed: number
}

/**
 * The exporter: empties the spool, then looks after sessions that never got their Stop.
 *
 * Contract: a pointer goes when its session is exported as far as it is closed, and stays when that failed. Whoever
 * writes a pointer and finds the lock taken may leave: the spool is looked at once more after the lock was let go.
 */
export async function drain(seams: DrainSeams): Promise<Drained> {
  const run = new DrainRun(seams)
  let ran = false
  let isFirst = true
  do {
    const lock = seams.lock()
    if (lock === null) break
    ran = true
    try {
      await run.emptySpool()
      if (isFirst) await run.recover()
      isFirst = false
    } finally {
      lock.release()
    }
  } while (seams.spool.hasNew())
  return { ran, exported: run.exported, failed: run.failed }
}

/** A turn that was said to be over, and is not in the file yet. */
interface Awaited {
  readonly session: SpooledSession
  stamp: string
  pausesLeft: number
}

class DrainRun {
  readonly #seams: DrainSeams
  /** What this run has tried: once is enough, unless a hook speaks of it again. */
  readonly #tried = new Set<string>()
  readonly #awaited = new Map<string, Awaited>()
  exported = 0
  failed = 0

  constructor(seams: DrainSeams) {
    this.#seams = seams
  }

  /** Until nothing new lies there, and no turn is awaited. */
  async emptySpool(): Promise<void> {
    for (;;) {
      for (const session of this.#seams.spool.take())
        if (session.fresh || !this.#tried.has(session.transcript)) await this.#exportSpooled(session)
      if (this.#awaited.size === 0) {
        if (!this.#seams.spool.hasNew()) return
        continue
      }
      await this.#seams.pause(PAUSE_MS)
      for (const awaited of this.#awaited.values()) await this.#lookAgain(awaited)
    }
  }

  async recover(): Promise<void> {
    let sessions: readonly SessionToExport[] = []
    try {
      sessions = this.#seams.behind([...this.#tried])
    } catch (error) {
      this.#seams.log(`recovery: ${reasonOf(error)}`)
    }
    for (const session of sessions) {
      // Whoever is at work now comes first.
      await this.emptySpool()
      if (this.#tried.has(session.transcript)) continue
      this.#tried.add(session.transcript)
      await this.#exported(session, 'recovery')
    }
    await this.emptySpool()
  }

  async #exportSpooled(session: SpooledSession): Promise<void> {
    const { spool, stampOf } = this.#seams
    const { transcript } = session
    this.#tried.add(transcript)
    // Before reading: what is written meanwhile is to be noticed.
    const stamp = stampOf(transcript)
    const result = await this.#exported(session, 'export')
    if (result === null) {
      this.#awaited.delete(transcript)
      this.#keep(session)
      return
    }
    if (result.open && session.stopped) {
      const pausesLeft = session.fresh ? PAUSES : (this.#awaited.get(transcript)?.pausesLeft ?? PAUSES)
      this.#awaited.set(transcript, { session, stamp, pausesLeft })
      return
    }
    this.#awaited.delete(transcript)
    spool.remove(transcript)
  }

  /** Reads it again where it has grown; gives up waiting in the end: the ledger knows that a turn is open. */
  async #lookAgain(awaited: Awaited): Promise<void> {
    const { session } = awaited
    const isOver = --awaited.pausesLeft <= 0
    if (this.#seams.stampOf(session.transcript) !== awaited.stamp)
      await this.#exportSpooled({ ...session, fresh: false })
    if (!isOver || !this.#awaited.has(session.transcript)) return
    this.#awaited.delete(session.transcript)
    this.#seams.spool.remove(session.transcript)
  }

  #keep({ transcript, session }: SpooledSession): void {
    try {
      if (!this.#seams.spool.keep(transcript))
        this.#seams.log(`export: given up after many tries: ${session}`)
    } catch (error) {
      // It stays as it is, and this try is not counted.
      this.#seams.log(`spool: ${reasonOf(error)}`)
    }
  }

  /** Null where it failed. */
  async #exported(session: SessionToExport, doing: string): Promise<Exported | null> {
    try {
      const exported = await this.#seams.exportOne(session)
      this.exported++
      return exported
    } catch (error) {
      this.failed++
      this.#seams.log(`${doing}: ${reasonOf(error)}: ${session.session}`)
      return null
    }
  }
}

const PAUSE_MS = 100
/** Three seconds: rows that follow a Stop are written within some hundred milliseconds. */
const PAUSES = 30
