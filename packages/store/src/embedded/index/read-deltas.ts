import { openBytes } from '../../files/bytes/open-bytes.ts'
import { openFile } from '../../files/bytes/open-file.ts'
import { readStructure } from '../../files/session/open-transcript.ts'
import { SpilledFiles, type SpilledText } from '../../files/bytes/spilled-files.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import { isSure, NO_TRAIL, trailOf, type Trail } from '../catalogue/turn-trail.ts'
import { Chapter, type ChapterStart } from './chapter.ts'
import type { FileLook } from '../../files/state/file-look.ts'
import type { Delta, ReadFailure, ReadJob, ReadPoint } from './delta.ts'
import { bytesBetween, END_BYTES, hashOf, TailWindow } from './file-hash.ts'
import { PieceReader, type PieceBuffer, type PieceSource } from './piece-reader.ts'

/**
 * Reads what is new in a transcript.
 *
 * Contract: goes on where the job says if the bytes before are still those that were read, else begins anew. The deltas of a job
 * follow each other without a gap; the last one is there even if nothing was new, and stands behind the last whole line.
 */
export function* readDeltas(
  home: SkeinHome,
  buffer: PieceBuffer,
  job: ReadJob,
): Generator<Delta, ReadFailure | null> {
  try {
    const file = openReading(home, job)
    try {
      yield* new FileReading(file, buffer, job).deltas()
    } finally {
      file.close()
    }
    return null
  } catch (error) {
    return failureOf(error, job.path)
  }
}

/** An open transcript, and how it was seen at that moment: what is read is never more than that. */
export interface OpenReading extends PieceSource {
  readonly seen: FileLook
  readonly spilledText: SpilledText
  close(): void
}

/** Throws what the file system, or the archive, throws. */
export function openReading(home: SkeinHome, { path, place, seen }: ReadJob): OpenReading {
  const open = place === 'archive' ? openBytes(home, { path, place }) : openFile(path)
  return {
    seen: place === 'archive' ? seen : open.look,
    spilledText: new SpilledFiles(home).of(path),
    readInto: (buffer, offset) => open.readInto(buffer, offset),
    close: () => open.close(),
  }
}

class FileReading {
  readonly #file: OpenReading
  readonly #buffer: PieceBuffer
  readonly #job: ReadJob
  #tail = new TailWindow(new Uint8Array(0))
  #head: Uint8Array | null = null
  #counted = 0
  #checkedBytes = 0

  constructor(file: OpenReading, buffer: PieceBuffer, job: ReadJob) {
    this.#file = file
    this.#buffer = buffer
    this.#job = job
  }

  *deltas(): Generator<Delta> {
    const limit = Math.min(this.#file.seen.size, this.#job.limit ?? Infinity)
    let start = this.#start()
    let anew = start.offset === 0
    let after = anew ? 0 : (this.#job.from?.offset ?? 0)
    const pieces = new PieceReader(this.#file, this.#buffer, { from: start.offset, limit })
    const { spilledText } = this.#file
    let chapter = new Chapter(start, spilledText)
    for (let piece = pieces.next(); piece !== null; piece = pieces.next()) {
      chapter.add(piece)
      this.#tail.push(piece.bytes)
      if (!chapter.isFull) continue
      const delta = this.#delta(chapter, { anew, after, more: true, bytesRead: pieces.bytesRead })
      yield delta
      anew = false
      start = { ...start, ...chapter.end(), trail: delta.to.trail }
      after = start.offset
      chapter = new Chapter(start, spilledText)
    }
    const { rest } = pieces
    if (rest !== null && rest.length > 0) {
      chapter.addUnended(rest)
      if (chapter.end().unended) this.#tail.push(rest)
    }
    yield this.#delta(chapter, { anew, after, more: false, bytesRead: pieces.bytesRead })
  }

  /** Where to read on: behind what is known if that still stands, else at the start. */
  #start(): ChapterStart {
    const { path, agentFile, from } = this.#job
    if (from === null || !this.#stillStands(from))
      return { path, agentFile, offset: 0, line: 1, crlfSeen: false, open: null, trail: NO_TRAIL }
    const { line, crlfSeen, open, trail } = from
    return { path, agentFile, offset: from.offset + (from.unended ? 1 : 0), line, crlfSeen, open, trail }
  }

  #stillStands(from: ReadPoint): boolean {
    const { inode, size } = this.#file.seen
    if (size < from.offset || from.offset === 0 || inode !== this.#job.seen.inode) return false
    const head = this.#checked(0, Math.min(END_BYTES, from.offset))
    if (!sameBytes(hashOf(head), from.head)) return false
    const tail = this.#checked(Math.max(0, from.offset - END_BYTES), from.offset + (from.unended ? 1 : 0))
    const read = from.unended ? tail.subarray(0, -1) : tail
    if (!sameBytes(hashOf(read), from.tail)) return false
    // What follows an unended line on the same line makes another one of it.
    if (from.unended && tail.at(-1) !== NEWLINE) return false
    this.#tail = new TailWindow(tail.slice(-END_BYTES))
    if (from.offset >= END_BYTES) this.#head = from.head
    return true
  }

  /** By the structure of the file up to an offset: lines by themselves do not say it. */
  #trailTo(end: number): Trail {
    const { path, agentFile } = this.#job
    const bytes = { ...this.#file, path, look: this.#file.seen }
    this.#checkedBytes += end
    return trailOf(readStructure(bytes, { agentFile, upTo: end }))
  }

  #checked(from: number, to: number): Uint8Array {
    const bytes = bytesBetween(this.#file, from, to)
    this.#checkedBytes += bytes.length
    return bytes
  }

  #delta(
    chapter: Chapter,
    { anew, after, more, bytesRead }: Pick<Delta, 'anew' | 'after' | 'more' | 'bytesRead'>,
  ): Delta {
    const end = chapter.end()
    this.#head ??= hashOf(this.#checked(0, Math.min(END_BYTES, end.offset)))
    const content = chapter.content()
    const trail = more || isSure(content.trail) ? content.trail : this.#trailTo(end.offset)
    const facts = { ...content.facts, turns: Math.max(0, trail.turns) }
    const to = { ...end, trail, head: this.#head, tail: this.#tail.hash() }
    if (end.offset < END_BYTES) this.#head = null
    const total = bytesRead + this.#checkedBytes
    const counted = total - this.#counted
    this.#counted = total
    // Until all is read the file counts as shorter than it is, so that reading goes on.
    const seen = more ? { ...this.#file.seen, size: end.offset } : this.#file.seen
    return { anew, after, to, more, seen, ...content, facts, bytesRead: counted }
  }
}

const NEWLINE = 0x0a

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** Why a file cannot be read; what is no failure of the file system or the archive is a bug, and thrown. */
export function failureOf(error: unknown, path: string): ReadFailure {
  if (error instanceof StoreError && error.code === 'not-found')
    return { code: 'vanished', path, message: 'gone before it was read' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return { code: 'vanished', path, message: 'gone before it was read' }
  if (error instanceof StoreError || (code.startsWith('E') && !code.startsWith('ERR_')))
    return { code: 'unreadable', path, message: `cannot be read (${unreadableReason(error)})` }
  throw error
}
