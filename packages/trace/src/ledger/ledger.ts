import { existsSync } from 'node:fs'
import { passingState, openState, type Database, type SkeinHome } from '@skein/store'
import { OriginMemory } from './origin-memory.ts'
import { scrubKey } from './scrub-key.ts'
import { TargetLedger } from './target-ledger.ts'
import { targetStatuses, type TargetStatus } from './target-status.ts'
import { TRACE_STATE } from './trace-state.ts'

/**
 * What every target has taken, and where prompts were first seen: in Skein's own data, which outlives every run.
 *
 * Contract: what is in here is true after a kill at any moment. Several processes may have it open; to one target only
 * the holder of its lock writes.
 */
export class TraceLedger {
  readonly #db: Database
  readonly origins: OriginMemory

  static open(home: SkeinHome): TraceLedger {
    return new TraceLedger(openState(home, [TRACE_STATE]))
  }

  /** One that is forgotten: for files that are written once, and for a look at what would be sent. */
  static passing(): TraceLedger {
    return new TraceLedger(passingState([TRACE_STATE]))
  }

  /** How all targets stand, for those who only look; where nothing was ever sent, there is nothing to open. */
  static statusIn(home: SkeinHome): TargetStatus[] {
    if (!existsSync(home.stateFile)) return []
    const ledger = TraceLedger.open(home)
    try {
      return ledger.status()
    } finally {
      ledger.close()
    }
  }

  private constructor(db: Database) {
    this.#db = db
    this.origins = new OriginMemory(db)
  }

  /** See `scrubKey`. */
  get key(): Uint8Array {
    return scrubKey(this.#db)
  }

  /** Whether anything was ever sent to a target of that name. */
  knows(name: string): boolean {
    return this.#db.prepare('SELECT 1 FROM trace_target WHERE name = ?').get(name) !== undefined
  }

  /** The part of one target. `place` is its address, for people; null leaves it as it is. */
  target(name: string, place: string | null): TargetLedger {
    return new TargetLedger(this.#db, name, place)
  }

  status(): TargetStatus[] {
    return targetStatuses(this.#db)
  }

  close(): void {
    this.#db.close()
  }
}
