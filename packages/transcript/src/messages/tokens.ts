import type { ByteSource } from '../bytes/bodies.ts'
import type { Content, ContentBlock } from '../entry/content-block.ts'
import type { Entry } from '../entry/entry.ts'
import { blocksIn, readRows } from '../bytes/read-rows.ts'
import { afterLastBoundary, isBoundary } from '../resume/compaction.ts'
import { resumeView } from '../resume/resume-view.ts'
import type { ResumeOptions } from '../resume/resume-view.ts'
import { BLOCK, FLAG, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'
import { usageOf } from './usage.ts'

export interface ContextTokens {
  /** `measured + estimated`. */
  readonly tokens: number
  /** What the API last counted for this conversation; 0 where it never did. */
  readonly measured: number
  /** A guess for what came after that, or for everything. System prompt and tools are not in it. */
  readonly estimated: number
  /** The row that told the measured part; -1 without one. */
  readonly usageRow: number
}

/**
 * How much of the context window the conversation fills when it is resumed.
 *
 * The last real usage on the path counts everything up to its message: input, cache reads and writes, and what
 * the model wrote. Usage from before the last compaction says nothing about what is left, so it does not
 * count, not even on messages that the compaction preserved. With a `source` the rows are those of the resume view
 * and their text is weighed; without, the rows of the live path, weighed by the bytes of their blocks.
 */
export function contextTokens(
  transcript: Transcript,
  source?: ByteSource,
  options: ResumeOptions = {},
): ContextTokens {
  const rows = rowsInContext(transcript, source, options)
  const boundary = rows.find((row) => isBoundary(transcript.scan, row)) ?? -1
  const last = rows.findLastIndex((row) => measuredAt(transcript, row, boundary) > 0)
  const measured = last < 0 ? 0 : measuredAt(transcript, rows[last], boundary)
  const usageRow = last < 0 ? -1 : transcript.messages.usageRow(transcript.scan.columns.messageId[rows[last]])
  const message = last < 0 ? -1 : transcript.scan.columns.messageId[rows[last]]
  // Rows of the measured message may follow its results; they are in its output already.
  const after = rows.slice(last + 1).filter((row) => transcript.scan.columns.messageId[row] !== message)
  const estimated =
    source === undefined ? weighBlocks(transcript, after) : weighTexts(transcript, source, after)
  return { tokens: measured + estimated, measured, estimated, usageRow }
}

/**
 * A guess, from text alone, for what a resume of the conversation sends. What the API once counted plays no part: after
 * an edit it says nothing about what is left.
 */
export function estimateTokens(
  transcript: Transcript,
  source: ByteSource,
  options: ResumeOptions = {},
): number {
  return weighTexts(transcript, source, rowsInContext(transcript, source, options))
}

/** English prose and code run at about four bytes a token. */
const BYTES_A_TOKEN = 4
/** An image of the largest size the API takes without scaling it down; smaller ones cost less. */
const IMAGE_TOKENS = 1600
/** A page of a PDF costs 1,500 to 3,000 tokens; how many pages it has is inside the file. */
const DOCUMENT_TOKENS = 3000

function rowsInContext(
  transcript: Transcript,
  source: ByteSource | undefined,
  options: ResumeOptions,
): readonly number[] {
  if (source === undefined) return afterLastBoundary(transcript.scan, [...transcript.path.rows()])
  const view = resumeView(transcript, source, options)
  return view.kind === 'conversation' ? view.rows : []
}

function measuredAt(transcript: Transcript, row: number, boundary: number): number {
  const { columns } = transcript.scan
  if (columns.kind[row] !== KIND.assistant || row < boundary || !transcript.messages.isReal(row)) return 0
  const usage = usageOf(transcript, columns.messageId[row])?.tokens
  if (usage === undefined) return 0
  const input = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  // No request is empty: with less than that, an edited session says that what was counted does not hold any more.
  return input <= 1 ? 0 : input + usage.output
}

/** By bytes: a block's JSON, an image at its flat price, an attachment at half its row (it holds its text twice). */
function weighBlocks({ scan }: Transcript, rows: readonly number[]): number {
  const { columns, blocks } = scan
  const snapshot = scan.ids.find('prompt_snapshot')
  let bytes = 0
  let flat = 0
  for (const row of rows) {
    if (!isSent(columns.kind[row], columns.flags[row])) continue
    if (columns.kind[row] === KIND.attachment && columns.subtype[row] !== snapshot)
      bytes += columns.length[row] / 2
    for (const block of blocksIn(scan, row)) {
      if (blocks.kind[block] === BLOCK.image) flat += IMAGE_TOKENS
      else if (blocks.kind[block] === BLOCK.document) flat += DOCUMENT_TOKENS
      else bytes += blocks.length[block]
    }
  }
  return flat + Math.ceil(bytes / BYTES_A_TOKEN)
}

function isSent(kind: number, flags: number): boolean {
  if ((flags & FLAG.apiError) !== 0) return false
  return kind === KIND.user || kind === KIND.assistant || kind === KIND.attachment
}

function weighTexts(transcript: Transcript, source: ByteSource, rows: readonly number[]): number {
  const sent = rows.filter((row) => isWeighed(transcript, row))
  const entries = readRows(transcript.scan, source, sent)
  const weight: Weight = { characters: 0, flat: 0 }
  for (const row of sent) weighEntry(entries.get(row), weight)
  return tokensOf(weight)
}

/** What an estimate is made of: characters, and tokens that do not depend on any text. */
export interface Weight {
  characters: number
  flat: number
}

/** Whether an estimate counts the row at all. */
export function isWeighed({ scan }: Transcript, row: number): boolean {
  return isSent(scan.columns.kind[row], scan.columns.flags[row])
}

/** What an estimate counts for an entry, for whoever adds it up piece by piece. */
export function entryWeight(entry: Entry | undefined): Weight {
  const weight: Weight = { characters: 0, flat: 0 }
  weighEntry(entry, weight)
  return weight
}

/** What an estimate counts for a block. */
export function blockWeight(block: ContentBlock): Weight {
  const weight: Weight = { characters: 0, flat: 0 }
  weighBlock(block, weight)
  return weight
}

export function tokensOf({ characters, flat }: Weight): number {
  return flat + Math.ceil(characters / BYTES_A_TOKEN)
}

function weighEntry(entry: Entry | undefined, weight: Weight): void {
  if (entry?.kind === 'user' || entry?.kind === 'assistant') return weighContent(entry.content, weight)
  if (entry?.kind !== 'attachment' || entry.attachment.kind === 'prompt_snapshot') return
  if (entry.rendered !== null) for (const content of entry.rendered) weighContent(content, weight)
  else weight.characters += jsonLength(entry.value.attachment ?? '')
}

function weighContent(content: Content, weight: Weight): void {
  for (const block of content.blocks) weighBlock(block, weight)
}

function weighBlock(block: ContentBlock, weight: Weight): void {
  switch (block.kind) {
    case 'text':
      weight.characters += block.text.length
      break
    case 'thinking':
      weight.characters += block.thinking.length
      break
    case 'tool_result':
      weighContent(block.content, weight)
      break
    case 'image':
      weight.flat += IMAGE_TOKENS
      break
    case 'document':
      weight.flat += DOCUMENT_TOKENS
      break
    case 'tool_use':
      weight.characters += block.name.length + jsonLength(block.input ?? '')
      break
    default:
      weight.characters += jsonLength(block.value ?? '')
  }
}

function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length
  } catch (error) {
    // It can be read and not be written: lists in lists deeper than the stack, which no API takes either.
    if (error instanceof RangeError) return 0
    throw error
  }
}
