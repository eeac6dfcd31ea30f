import type { Agent, AgentFile, Readable, TurnPlace } from '@skein/transcript'
import type { PriceTable } from '@skein/view'
import type { Span, TraceFacts } from './span.ts'

/** A session, read: its transcript and its sub-agents'. */
export interface TracedSession {
  readonly id: string
  readonly main: Readable
  readonly agents: readonly AgentFile[]
  /** What a sub-agent is said to be that stands for itself, since its session is gone. */
  readonly orphan?: Pick<Agent, 'type' | 'description'>
  /** What is before the part that was read of the transcript, where that is only its end. */
  readonly before?: TurnsBefore
}

/** What a look that begins at a prompt has to know of the turns before it. */
export interface TurnsBefore {
  /** How many there are, on all branches. */
  readonly turns: number
  /** How many of them are on the live path. */
  readonly live: number
}

/** A prompt's place: the session and the uuid that it was first written with. */
export interface Origin {
  readonly session: string
  readonly uuid: string
}

/**
 * Where rows come from that stand in several files.
 *
 * `place` is what the row says itself: its `forkedFrom`, else its own session and uuid. The answer names the first place
 * that is known, which is `place` itself where nothing else is.
 */
export interface Origins {
  originOf(place: Origin): Origin
}

export interface TraceOptions {
  readonly origins: Origins
  readonly prices: PriceTable
  /** Whether spans have what the model thought. */
  readonly thinking: boolean
  /** Nobody writes to the session any more: turns and sub-agents that have no end do not wait for one. */
  readonly settled: boolean
}

/** Some rows of a transcript. */
export interface RowsOf extends Readable {
  readonly rows: Iterable<number>
}

/**
 * A prompt and all that came of it, on whichever branch it stands.
 *
 * `open`: more is to come. `unanswered`: nothing came yet, and no other prompt either. Both become `closed` when
 * another prompt follows, or the session is settled.
 */
export interface TracedTurn {
  /** `facts.traceId`, known before any body of the turn is read. */
  readonly traceId: string
  /** Reads the prompt and the last text, the first time it is asked for. */
  readonly facts: TraceFacts
  /** The row of its prompt in the main transcript; -1 for what stands before the first one. */
  readonly promptRow: number
  readonly state: 'closed' | 'open' | 'unanswered'
  /** Whether any row of the session has a time. Where none has, all spans stand at 0, which is no time to be sent with. */
  readonly isTimed: boolean
  /** What it is called, see `turnName`; null for what is in no turn. */
  readonly place: TurnPlace | null
  /** Which turn of its transcript it is, from 1, in the order of the file and on all branches. */
  readonly order: number
  /** Where its prompt begins in the main transcript, in bytes; -1 without a prompt. */
  readonly startOffset: number
  /** Where its last row ends in the main transcript, in bytes: a turn that has grown since has more. */
  readonly endOffset: number
  /** From its prompt on the transcript is this turn and nothing else, and no row of it stands before. */
  readonly endsTranscript: boolean
  /** All sub-agents of it, however deep. */
  readonly agents: readonly Agent[]
  /** How many sub-agents the last `spans()` left out. */
  readonly waiting: number
  /** The rows it is made of, by transcript. */
  readonly strands: readonly RowsOf[]
  /**
   * Reads the bodies and makes the spans, parents before children. Sub-agents that are still at work, and all below
   * them, are left out until they have ended.
   */
  spans(): Span[]
}
