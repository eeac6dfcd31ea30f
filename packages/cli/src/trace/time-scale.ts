import type { SpanReport } from './turn-trace.ts'

/** The time of a turn from its first moment to its last, sub-agents that ran on included. */
export class TimeScale {
  readonly #start: number
  readonly #length: number

  constructor(spans: readonly SpanReport[]) {
    let [first, last] = [Infinity, -Infinity]
    for (const span of spans) {
      first = Math.min(first, timeOf(span.startTime))
      last = Math.max(last, timeOf(span.endTime))
    }
    this.#start = first
    this.#length = last - first
  }

  /** A span's stretch in so many columns; what is there is seen, however short it was. */
  bar(span: SpanReport, columns: number): string {
    const at = (time: string | null): number =>
      this.#length <= 0 ? 0 : ((timeOf(time) - this.#start) / this.#length) * columns
    const from = Math.min(columns - 1, Math.max(0, Math.floor(at(span.startTime))))
    const to =
      this.#length <= 0 ? columns : Math.min(columns, Math.max(from + 1, Math.round(at(span.endTime))))
    const drawn = span.kind === 'compaction' ? '┄' : FORMS[span.kind].repeat(to - from)
    return (' '.repeat(from) + drawn).padEnd(columns)
  }
}

/** Told apart without colours: a frame is a line, what a model did is solid, what a tool did is not. */
const FORMS = { agent: '━', generation: '█', tool: '▒' } as const

function timeOf(time: string | null): number {
  return time === null ? 0 : Date.parse(time)
}
