import { US_ONLY, type Message } from '@skein/transcript'
import type { Priced } from '@skein/view'
import type { Bodies, SaidBody } from './bodies.ts'
import { costByClass } from './costs.ts'
import type { OwnedUsage } from './message-owners.ts'
import type { GenerationSpan } from './span.ts'
import type { Around, OwnMessage, SpanPlace } from './strand-spans.ts'
import type { Strand } from './strand.ts'
import type { Extent } from './times.ts'
import { extent } from './times.ts'

export interface GenerationParts extends OwnMessage {
  readonly bodies: Bodies
  readonly place: SpanPlace
  readonly input: string | null
}

/** One API message. Written out field by field: spans are made by the hundred thousand. */
export function generationSpan(
  strand: Strand,
  { message, calls, bodies, place, input }: GenerationParts,
  { owners, options, pricer }: Around,
): GenerationSpan {
  const { transcript } = strand.tables
  const said = saidIn(strand, message, bodies)
  const used = owners.usageOf(transcript, message.key)
  const priced = used === null ? null : pricedAs(used)
  const { start, end, estimated, incomplete } = timeOf(strand, message)
  return {
    kind: 'generation',
    trace: place.trace,
    spanId: place.spanId,
    parentId: place.parentId,
    agentId: place.agentId,
    start,
    end,
    estimated,
    incomplete,
    error: null,
    messageId: message.id,
    model: message.model ?? (used === null || used.model === '' ? null : used.model),
    finishReason: said.findLast(({ stopReason }) => stopReason !== null)?.stopReason ?? null,
    input,
    output: joined(said.map(({ texts }) => texts)),
    thinking: options.thinking ? joined(said.map(({ thinking }) => thinking)) : null,
    toolCount: calls.length,
    usage: used?.tokens ?? null,
    serviceTier: serviceTierOf(priced?.tier),
    cost:
      used === null || priced === null
        ? null
        : costByClass(used.tokens, priced, { table: options.prices, pricer }),
  }
}

function saidIn({ tables }: Strand, { rows }: Message, bodies: Bodies): SaidBody[] {
  const said: SaidBody[] = []
  for (const row of rows) {
    const body = tables.transcript.messages.isReal(row) ? bodies.said.get(row) : undefined
    if (body !== undefined) said.push(body)
  }
  return said
}

function pricedAs({ transcript, row, model }: OwnedUsage): Priced {
  const { columns, usage, ids } = transcript.scan
  const tier = usage.serviceTier[columns.usage[row]]
  return { model, tier: tier === 0 ? undefined : ids.text(tier), time: columns.time[row] }
}

/** Without where inference ran, which the cost has. */
function serviceTierOf(tier: string | undefined): string | null {
  if (tier?.endsWith(US_ONLY) !== true) return tier ?? null
  return tier.slice(0, -US_ONLY.length) || null
}

/** Texts of rows one after another; a copy of a row on another branch says nothing new. */
function joined(rows: readonly (readonly string[])[]): string | null {
  const parts = new Set<string>()
  for (const texts of rows) for (const text of texts) if (text !== '') parts.add(text)
  return parts.size === 0 ? null : [...parts].join('\n')
}

/** From the last thing said before it, a result or a prompt, to its last block. */
function timeOf({ tables, rows }: Strand, message: Message): Extent {
  const { times, chain } = tables
  const first = message.rows[0]
  const before = chain.saidAbove(first)
  // A copy on a branch of another turn was written when that was.
  const own =
    message.rows.length === 1
      ? message.rows
      : message.rows.filter((row) => row === first || isAmong(rows, row))
  return extent(times.at(before < 0 ? first : before), times.latest(own))
}

/** Rows of a strand are in order. */
function isAmong(rows: ArrayLike<number>, row: number): boolean {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (rows[middle] === row) return true
    if (rows[middle] < row) low = middle + 1
    else high = middle - 1
  }
  return false
}
