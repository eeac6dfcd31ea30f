import type { ByteSource, ContentBlock, Entry, ToolStatus } from '@skein/transcript'
import { FLAG, rangeOf, readRows, textOf } from '@skein/transcript'
import { withoutImages } from './images.ts'
import { resultFacts, type ResultFacts } from './result-facts.ts'
import { RowBytes } from './row-bytes.ts'
import type { Tables } from './strand.ts'

/** What a row of an assistant says. */
export interface SaidBody {
  readonly texts: readonly string[]
  readonly thinking: readonly string[]
  readonly stopReason: string | null
  /** By the call's id. */
  readonly inputs: ReadonlyMap<string, unknown>
}

/** What a tool answered. */
export interface AnswerBody {
  readonly value: unknown
  readonly text: string
  /** What the row says of how the call ended, where it says more than the block. */
  readonly status: ToolStatus | null
  /** A sub-agent was only started; its answer comes later. */
  readonly launched: boolean
}

export interface CompactionBody {
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
}

/**
 * The bodies of some rows, as far as spans need them. They are read a few megabytes at a time and images are left
 * behind, so that what is held is no more than what spans hold.
 */
export class Bodies {
  readonly said = new Map<number, SaidBody>()
  /** By row, then by the call's id: one row may answer several. */
  readonly answers = new Map<number, ReadonlyMap<string, AnswerBody>>()
  readonly compactions = new Map<number, CompactionBody>()

  /** `thinking`: whether anybody asks for it. */
  constructor({ transcript, source }: Tables, rows: Iterable<number>, { thinking }: { thinking: boolean }) {
    const { scan } = transcript
    for (const batch of rowBatches(scan.columns, rows)) {
      const others = source.isVerbatim === true ? this.#takeAll(scan, source, batch, thinking) : batch
      if (others.length > 0) for (const [row, entry] of readRows(scan, source, others)) this.#take(row, entry)
    }
  }

  /** The rows that have to be read as a whole. */
  #takeAll(scan: Scan, source: ByteSource, batch: readonly number[], thinking: boolean): readonly number[] {
    const bytes = source.read(batch.map((row) => rangeOf(scan, row)))
    return batch.filter((row, i) => !this.#takeBytes(row, new RowBytes(scan, row, bytes[i]), thinking))
  }

  /** False where the row has to be read as a whole. */
  #takeBytes(row: number, bytes: RowBytes, thinking: boolean): boolean {
    if (bytes.kind === 'other') return false
    if (bytes.kind === 'assistant') {
      this.said.set(row, saidIn(bytes.said({ thinking }), bytes.stopReason))
      return true
    }
    const { facts } = bytes
    if (facts !== null) this.answers.set(row, answersIn(bytes.answers(), facts))
    return facts !== null
  }

  #take(row: number, entry: Entry): void {
    if (entry.kind === 'assistant') this.said.set(row, saidIn(entry.content.blocks, entry.stopReason))
    else if (entry.kind === 'user') this.answers.set(row, answersIn(entry.content.blocks, factsOf(entry)))
    else if (entry.kind === 'system' && entry.detail.kind === 'compact_boundary')
      this.compactions.set(row, entry.detail)
  }
}

type Scan = Tables['transcript']['scan']

/** Enough for one read to be worth it. */
const BATCH_BYTES = 4 * 1024 * 1024

type RowColumns = Scan['columns']

/** Rows in batches that are read together; those too large to be read are left out. */
export function* rowBatches(columns: RowColumns, rows: Iterable<number>): Generator<number[]> {
  let batch: number[] = []
  let bytes = 0
  for (const row of rows) {
    if ((columns.flags[row] & FLAG.oversized) !== 0) continue
    batch.push(row)
    bytes += columns.length[row]
    if (bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

function saidIn(blocks: Iterable<ContentBlock>, stopReason: string | null): SaidBody {
  const texts: string[] = []
  const thinking: string[] = []
  const inputs = new Map<string, unknown>()
  for (const block of blocks) {
    if (block.kind === 'text') texts.push(block.text)
    else if (block.kind === 'thinking') thinking.push(block.thinking)
    else if (block.kind === 'tool_use' && !inputs.has(block.id))
      inputs.set(block.id, withoutImages(block.input))
  }
  return { texts, thinking, stopReason, inputs }
}

function answersIn(blocks: Iterable<ContentBlock>, facts: ResultFacts): Map<string, AnswerBody> {
  const answers = new Map<string, AnswerBody>()
  const { status, launched } = facts
  for (const block of blocks) {
    if (block.kind !== 'tool_result' || answers.has(block.toolUseId)) continue
    const value = withoutImages(block.content.value) ?? ''
    answers.set(block.toolUseId, { value, text: textOf(block.content), status, launched })
  }
  return answers
}

function factsOf({ toolDenialKind, toolUseResult }: Extract<Entry, { kind: 'user' }>): ResultFacts {
  const { interrupted, isAsync, status } = fieldsOf(toolUseResult)
  return resultFacts({ denial: toolDenialKind, interrupted, isAsync, status })
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON; each field is checked before use.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
