import { addUsage, NO_USAGE } from '@skein/transcript'
import { formatMoney, promptTokens } from '@skein/view'
import { counted, tokens } from '../terminal/figures.ts'
import { wrapParts } from '../terminal/wrap.ts'
import type { SpanReport, TurnTrace } from './turn-trace.ts'

/** What some spans used and cost. */
export class TraceSum {
  #turns = 0
  #spans = 0
  #usage = NO_USAGE
  #cost = 0
  #priced = false
  #unpriced = false

  add({ spans }: TurnTrace): void {
    this.#turns++
    for (const span of spans) this.addSpan(span)
  }

  addSpan(span: SpanReport): void {
    this.#spans++
    if (span.kind !== 'generation' || span.tokens === null) return
    this.#usage = addUsage(this.#usage, span.tokens)
    this.#cost += span.cost?.total ?? 0
    if (span.cost === null) this.#unpriced = true
    else this.#priced = true
  }

  /** `12k→340`; empty where nothing was used. */
  get tokens(): string {
    const read = promptTokens(this.#usage)
    return read + this.#usage.output === 0 ? '' : `${tokens(read)}→${tokens(this.#usage.output)}`
  }

  /** With a + where tokens without a price are missing from it, as in `skein usage`. */
  get cost(): string {
    if (!this.#priced) return this.#unpriced ? formatMoney(null) : ''
    return `${formatMoney(this.#cost)}${this.#unpriced ? '+' : ''}`
  }

  lines(width: number): string[] {
    const read = promptTokens(this.#usage)
    const used =
      read + this.#usage.output === 0 ? [] : [`${tokens(read)} tokens in, ${tokens(this.#usage.output)} out`]
    return wrapParts(
      [counted(this.#turns, 'turn'), counted(this.#spans, 'span'), ...used, this.cost].filter(
        (part) => part !== '',
      ),
      width,
    )
  }
}
