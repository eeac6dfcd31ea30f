import type { Span, TracedTurn } from '@skein/trace'
import { BLOCK, blocksIn, type AgentFile, type Readable, type Transcript } from '@skein/transcript'
import type { SpanView } from '../api/api.ts'

/** Where spans stand in the transcripts that they were made of. */
export class SpanPlaces {
  readonly #main: Transcript
  readonly #agents: ReadonlyMap<string, Transcript>
  /** By transcript: the row of each call, by its interned id. */
  readonly #calls = new Map<Transcript, ReadonlyMap<number, number>>()

  constructor(main: Readable, agents: readonly AgentFile[]) {
    this.#main = main.transcript
    this.#agents = new Map(agents.map(({ agentId, transcript }) => [agentId, transcript]))
  }

  of(span: Span, { place, promptRow }: TracedTurn): Pick<SpanView, 'turn' | 'agent' | 'key'> {
    const own = span.agentId === null ? undefined : this.#agents.get(span.agentId)
    const transcript = own ?? this.#main
    const row = this.#rowOf(span, transcript, promptRow)
    return {
      turn: place?.branch === null ? place.turn - 1 : null,
      agent: own === undefined ? null : span.agentId,
      key: row < 0 ? null : transcript.scan.columns.offset[row],
    }
  }

  #rowOf(span: Span, transcript: Transcript, promptRow: number): number {
    const { ids, columns } = transcript.scan
    switch (span.kind) {
      case 'agent':
        if (span.parentId === null) return promptRow
        return transcript === this.#main || columns.count === 0 ? -1 : 0
      case 'generation': {
        const key = span.messageId === null ? -1 : ids.find(span.messageId)
        return key < 0 ? -1 : (transcript.messages.rows(key)[0] ?? -1)
      }
      case 'tool':
        return this.#callsOf(transcript).get(ids.find(span.callId)) ?? -1
      case 'compaction':
        return -1
    }
  }

  #callsOf(transcript: Transcript): ReadonlyMap<number, number> {
    const known = this.#calls.get(transcript)
    if (known !== undefined) return known
    const { scan } = transcript
    const calls = new Map<number, number>()
    for (let row = 0; row < scan.columns.count; row++)
      for (const block of blocksIn(scan, row))
        if (scan.blocks.kind[block] === BLOCK.toolUse && !calls.has(scan.blocks.toolId[block]))
          calls.set(scan.blocks.toolId[block], row)
    this.#calls.set(transcript, calls)
    return calls
  }
}
