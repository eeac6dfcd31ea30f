import type { Agent, Readable, ToolCall, Transcript } from '@skein/transcript'
import { toolCalls } from '@skein/transcript'
import { Chain } from './chain.ts'
import { RowTimes } from './times.ts'

/** One conversation: a turn's part of the main one, or a sub-agent's. */
export interface Strand {
  readonly tables: Tables
  /** Its rows, in the order of the file. */
  readonly rows: ArrayLike<number> & Iterable<number>
  /** The keys of its messages, in order of first sight. */
  readonly messages: readonly number[]
  /** Null for the main conversation. */
  readonly agent: Agent | null
}

/** A transcript with what its rows are asked for again and again. */
export class Tables implements Readable {
  readonly transcript: Transcript
  readonly source: Readable['source']
  readonly chain: Chain
  readonly times: RowTimes
  #calls: ReadonlyMap<number, ToolCall> | null = null

  /** `otherwise` is the time of all rows where no row has one. */
  constructor({ transcript, source }: Readable, otherwise: () => number) {
    this.transcript = transcript
    this.source = source
    this.chain = new Chain(transcript)
    this.times = new RowTimes(transcript, this.chain, otherwise)
  }

  /** Calls by the block that asks. */
  get calls(): ReadonlyMap<number, ToolCall> {
    if (this.#calls !== null) return this.#calls
    const calls = new Map<number, ToolCall>()
    for (const call of toolCalls(this.transcript)) calls.set(call.use, call)
    this.#calls = calls
    return calls
  }
}
