import { hash } from 'node:crypto'
import type { Origin } from './turn.ts'

/*
 * Ids are the first digits of sha256 over a JSON list of strings in UTF-8. JSON keeps the parts apart whatever they
 * hold, and writes what is no Unicode as escapes.
 *
 *   trace  32 digits of ["<session>","<prompt's uuid>"]
 *   span   16 digits of ["<trace>","<agent>","<kind>","<key>"]
 *
 * `agent` is empty for the main conversation. `key` is the message's id (or its first row's uuid), the call's, the
 * agent's, the boundary's uuid; empty for the root.
 */

export type SpanKind = 'agent' | 'generation' | 'tool' | 'compaction'

export function traceIdOf({ session, uuid }: Origin): string {
  return digits([session, uuid], 32)
}

/** The ids of one trace's spans. */
export class SpanIds {
  readonly #trace: string
  readonly #given = new Map<string, number>()

  constructor(trace: string) {
    this.#trace = trace
  }

  /** What a damaged file names twice gets a number from the second on. */
  next(agent: string, kind: SpanKind, key: string): string {
    const id = this.#id(agent, kind, key)
    const before = this.#given.get(id) ?? 0
    this.#given.set(id, before + 1)
    return before === 0 ? id : this.next(agent, kind, `${key}#${before + 1}`)
  }

  #id(agent: string, kind: SpanKind, key: string): string {
    return digits([this.#trace, agent, kind, key], 16)
  }
}

function digits(parts: readonly string[], count: number): string {
  const id = hash('sha256', JSON.stringify(parts), 'hex').slice(0, count)
  // OpenTelemetry takes an id of zeros for none.
  return id.startsWith('00') && /^0*$/.test(id) ? `${id.slice(1)}1` : id
}
