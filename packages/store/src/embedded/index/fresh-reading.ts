import type { FileFacts } from '../../reader/file-facts.ts'
import { addFacts, NO_FACTS } from '../catalogue/facts.ts'
import { unpackMessages } from '../catalogue/messages-packed.ts'
import { mergeMessages } from '../catalogue/merge-messages.ts'
import type { FileMessage } from '../catalogue/messages.ts'
import { UNSURE_TRAIL } from '../catalogue/turn-trail.ts'
import type { SkeinHome } from '../../home.ts'
import { addBits } from '../signatures/add-bits.ts'
import { SIGNATURE_BYTES } from '../signatures/signed-block.ts'
import { Chapter } from './chapter.ts'
import type { ReadFailure, ReadJob, ReadPoint, SummaryLine } from './delta.ts'
import { PieceReader, type PieceBuffer } from './piece-reader.ts'
import { openReading, readDeltas } from './read-deltas.ts'
import type { StoredBlock } from './stored-signatures.ts'
import { mergedHashes } from './uuid-hash.ts'

/** All that a transcript adds to the catalogue, but for its blocks. */
export interface FreshReading {
  readonly to: ReadPoint
  readonly facts: FileFacts
  /** By key. */
  readonly messages: ReadonlyMap<string, FileMessage>
  readonly summaries: readonly SummaryLine[]
  readonly uuids: BigUint64Array
}

/** Reads a transcript from its start, into memory. */
export function readFresh(home: SkeinHome, buffer: PieceBuffer, job: ReadJob): FreshReading | ReadFailure {
  const deltas = readDeltas(home, buffer, job)
  const messages = new Map<string, FileMessage>()
  const summaries: SummaryLine[] = []
  let facts = NO_FACTS
  let uuids: BigUint64Array = new BigUint64Array(0)
  let to: ReadPoint | null = null
  let next = deltas.next()
  for (; next.done !== true; next = deltas.next()) {
    const delta = next.value
    to = delta.to
    facts = addFacts(facts, delta.facts)
    uuids = mergedHashes(uuids, delta.uuids)
    summaries.push(...delta.summaries)
    for (const message of unpackMessages(delta.messages)) {
      const known = messages.get(message.key)
      messages.set(message.key, known === undefined ? message : mergeMessages(known, message))
    }
  }
  if (next.value !== null) return next.value
  if (to === null) throw new Error('a reading without an end')
  return { to, facts, messages, summaries, uuids }
}

/** What a block's lines would be signed with, and its other columns. */
export interface FreshBlock {
  readonly bits: Uint8Array
  readonly text: number
  readonly time: number | null
  readonly odd: boolean
  /** Where its last whole line ends. */
  readonly stop: number
}

/** Signs the lines of stored blocks again. */
export function* signAgain(
  home: SkeinHome,
  buffer: PieceBuffer,
  { job, blocks }: { readonly job: ReadJob; readonly blocks: readonly StoredBlock[] },
): Generator<FreshBlock> {
  const file = openReading(home, job)
  const { path, agentFile } = job
  try {
    for (const { start, stop, line } of blocks) {
      const chapter = new Chapter(
        { path, agentFile, offset: start, line, crlfSeen: true, open: null, trail: UNSURE_TRAIL },
        file.spilledText,
      )
      const pieces = new PieceReader(file, buffer, { from: start, limit: stop })
      for (let piece = pieces.next(); piece !== null; piece = pieces.next()) chapter.add(piece)
      if (pieces.rest !== null && pieces.rest.length > 0) chapter.addUnended(pieces.rest)
      yield together(chapter)
    }
  } finally {
    file.close()
  }
}

function together(chapter: Chapter): FreshBlock {
  const bits = new Uint8Array(SIGNATURE_BYTES)
  let text = 0
  let time: number | null = null
  let odd = false
  for (const block of chapter.content().blocks) {
    addBits(bits, block.bits)
    text += block.text
    odd ||= block.odd
    if (!Number.isNaN(block.time)) time = Math.max(time ?? block.time, block.time)
  }
  return { bits, text, time, odd, stop: chapter.end().offset }
}
