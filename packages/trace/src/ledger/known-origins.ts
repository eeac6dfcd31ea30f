import type { Origin, Origins } from '../spans/turn.ts'
import type { ForkFinder } from './fork-finder.ts'
import type { OriginMemory } from './origin-memory.ts'

/**
 * Where prompts come from: what was decided before, else what files of forks say, else the place itself, which is then the
 * first one seen.
 */
export class KnownOrigins {
  readonly #memory: Pick<OriginMemory, 'originOf' | 'remember'>
  readonly #forks: Pick<ForkFinder, 'follow'>

  constructor(memory: Pick<OriginMemory, 'originOf' | 'remember'>, forks: Pick<ForkFinder, 'follow'>) {
    this.#memory = memory
    this.#forks = forks
  }

  /** For the rows of one session. */
  of(session: string): Origins {
    return { originOf: (place) => this.#originOf(place, session) }
  }

  #originOf(place: Origin, session: string): Origin {
    const known = this.#memory.originOf(place.uuid)
    if (known !== null) return known
    // A row that names its own session says itself that it is no copy of another file's.
    const followed = place.session === session ? place : this.#forks.follow(place)
    const origin = followed === place ? place : this.#memory.remember(followed.uuid, followed)
    return this.#memory.remember(place.uuid, origin)
  }
}

/** Remembers for as long as it lives, on top of what the ledger knows: for a look that leaves nothing behind. */
export class PassingOrigins {
  readonly #below: Pick<OriginMemory, 'originOf'>
  readonly #own = new Map<string, Origin>()

  constructor(below: Pick<OriginMemory, 'originOf'>) {
    this.#below = below
  }

  originOf(uuid: string): Origin | null {
    return this.#own.get(uuid) ?? this.#below.originOf(uuid)
  }

  remember(uuid: string, origin: Origin): Origin {
    const known = this.originOf(uuid)
    if (known !== null) return known
    this.#own.set(uuid, origin)
    return origin
  }
}
