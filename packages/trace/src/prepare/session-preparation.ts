import { isSampled, isTraced } from '../config/projects.ts'
import { LANGFUSE_PROFILE, OTLP_PROFILE } from '../dialects/profile.ts'
import type { OpenedSession } from '../export/open-traced-session.ts'
import type { Bookmark, Lesson } from '../ledger/transcript-marks.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import type { TracedTurn } from '../spans/turn.ts'
import { encodeAll } from '../wire/encode-all.ts'
import { wireTurn, type WireOptions } from '../wire/to-wire.ts'
import { Lessons } from './lessons.ts'
import {
  headOf,
  isUnchanged,
  type PreparedTurn,
  type PrepareSettings,
  type SessionTask,
} from './prepared-turn.ts'

export interface PreparationParts {
  readonly task: SessionTask
  readonly settings: PrepareSettings
  readonly opened: OpenedSession
}

/** What is to be remembered of a session once all that is new of it has arrived. */
export interface SessionSight {
  /** Trace ids of turns of which more is to come. */
  readonly open: readonly string[]
  /** The trace of each sub-agent's transcript that was read, by its path. */
  readonly agents: readonly (readonly [path: string, traceId: string])[]
  readonly bookmark: Bookmark | null
  readonly lessons: readonly Lesson[]
}

/**
 * The turns of a session on their way to being sent.
 *
 * Contract: bodies are read, scrubbed and encoded for turns that may have something new, and for no others. Turns are gone
 * through once, in order; `sight` is asked for afterwards.
 */
export class SessionPreparation {
  readonly #parts: PreparationParts
  readonly #wiring: Wiring
  readonly #lessons: Lessons
  readonly #open: string[] = []
  readonly #agents: [string, string][] = []
  /** Paths of sub-agents' transcripts that are not as they were. */
  readonly #changedAgents: ReadonlySet<string>
  #bookmark: Bookmark | null = null

  constructor(parts: PreparationParts) {
    const { task, settings, opened } = parts
    const { key, settings: target } = settings
    const scrubber = (): Scrubber => new Scrubber({ key, redact: target.redact })
    const wiring = wiringOf(settings, scrubber())
    this.#parts = parts
    this.#wiring = wiring
    this.#changedAgents = new Set(
      task.files.agents.filter((agent) => !isUnchanged(agent, task.known)).map(({ path }) => path),
    )
    this.#lessons = new Lessons({
      files: task.files,
      opened,
      // Where every turn is gone through again, each teaches by itself.
      known: task.options.again === true ? [] : (markOf(task)?.lessons ?? []),
      scrubber: wiring.scrubber,
      probe: scrubber(),
    })
  }

  *turns(turns: Iterable<TracedTurn>): Generator<PreparedTurn> {
    for (const turn of turns) {
      yield this.#prepared(turn)
      if (turn.state !== 'closed' || turn.waiting > 0) this.#open.push(turn.traceId)
      for (const { transcript } of turn.agents) {
        const path = transcript === null ? undefined : this.#parts.opened.pathOf.get(transcript)
        if (path !== undefined) this.#agents.push([path, turn.traceId])
      }
      this.#bookmark = bookmarkAt(turn)
    }
  }

  get sight(): SessionSight {
    return {
      open: this.#open,
      agents: this.#agents,
      bookmark: this.#bookmark,
      lessons: this.#lessons.all,
    }
  }

  #prepared(turn: TracedTurn): PreparedTurn {
    if (turn.state !== 'closed') return { kind: 'open', traceId: turn.traceId }
    return this.#isNew(turn) ? this.#chosen(turn) : { kind: 'unchanged' }
  }

  /** Whether it may have spans that were not there at the last look. */
  #isNew({ traceId, endOffset, agents }: TracedTurn): boolean {
    const { task, opened } = this.#parts
    const mark = markOf(task)
    if (task.options.again === true || mark === undefined) return true
    if (endOffset > mark.size || mark.open.includes(traceId)) return true
    return agents.some(
      ({ transcript }) => transcript !== null && this.#changedAgents.has(opened.pathOf.get(transcript) ?? ''),
    )
  }

  #chosen(turn: TracedTurn): PreparedTurn {
    const { task, settings } = this.#parts
    const { sample } = settings.settings
    if (!isSampled(turn.traceId, sample)) return { kind: 'left-out', why: 'sampledOut' }
    if (!isTraced(turn.facts.project ?? '', settings.settings, settings.home))
      return { kind: 'left-out', why: 'excluded' }
    // Backends refuse or hide what is said to be of 1970, and any other time would be made up.
    if (!turn.isTimed) return { kind: 'left-out', why: 'noTime' }
    const spans = turn.spans()
    const { since } = task.options
    if (since !== undefined && spans.length > 0 && spans[0].start < since)
      return { kind: 'left-out', why: 'tooOld' }
    // All spans of the turn are gone through, so that a secret that one of them gives away is none in the others.
    const wired = this.#lessons.during(turn, () => wireTurn(spans, this.#wiring.names, this.#wiring))
    return {
      kind: 'spans',
      traceId: turn.traceId,
      spans: spans.map(headOf),
      json: encodeAll(wired.map(({ json }) => json)),
    }
  }
}

function markOf({ files, known }: SessionTask): ReturnType<SessionTask['known']['get']> {
  return known.get(files.main.path)
}

/** A look may begin at a turn of the live path that is all there is from its prompt on. */
function bookmarkAt({ startOffset, order, place, traceId, endsTranscript }: TracedTurn): Bookmark | null {
  if (!endsTranscript || startOffset <= 0 || place?.branch !== null) return null
  return { start: startOffset, turns: order - 1, live: place.turn - 1, traceId }
}

interface Wiring extends WireOptions {
  readonly names: typeof OTLP_PROFILE
}

function wiringOf({ profile, settings }: PrepareSettings, scrubber: Scrubber): Wiring {
  return {
    names: profile === 'langfuse' ? LANGFUSE_PROFILE : OTLP_PROFILE,
    scrubber,
    dialects: ['genai', 'langfuse', ...(settings.openInference ? (['openinference'] as const) : [])],
    userId: settings.user,
    environment: settings.environment,
    ...(settings.tags.length === 0 ? {} : { tags: settings.tags }),
  }
}
