import { openBytes } from '../../files/bytes/open-bytes.ts'
import { openFile } from '../../files/bytes/open-file.ts'
import { readStructure } from '../../files/session/open-transcript.ts'
import { SpilledFiles, type SpilledText } from '../../files/bytes/spilled-files.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import { isSure, NO_TRAIL, trailOf, type Trail } from '../catalogue/turn-trail.ts'
import { Chapter, type ChapterStart } from './chapter.ts'
import { filled } from '../../files/bytes/filled.ts'
import { Ends } from '../../files/state/ends.ts'
import type { FileLook } from '../../files/state/file-look.ts'
import { standing } from '../../files/state/file-state.ts'
import type { Delta, ReadFailure, ReadJob, ReadPoint } from './delta.ts'
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
  #ends = new Ends()
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
      this.#ends.push(piece.bytes)
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
      if (chapter.end().unended) this.#ends.push(rest)
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
    const ends = standing(from, this.#file)
    if (ends === null) return false
    this.#checkedBytes += ends.length
    if (from.unended) {
      // What follows an unended line on the same line makes another one of it.
      const next = filled(this.#file, new Uint8Array(1), from.offset)
      if (next.at(0) !== NEWLINE) return false
      this.#checkedBytes++
      ends.push(next)
    }
    this.#ends = ends
    return true
  }

  /** By the structure of the file up to an offset: lines by themselves do not say it. */
  #trailTo(end: number): Trail {
    const { path, agentFile } = this.#job
    const bytes = { ...this.#file, path, look: this.#file.seen }
    this.#checkedBytes += end
    return trailOf(readStructure(bytes, { agentFile, upTo: end }))
  }

  #delta(
    chapter: Chapter,
    { anew, after, more, bytesRead }: Pick<Delta, 'anew' | 'after' | 'more' | 'bytesRead'>,
  ): Delta {
    const end = chapter.end()
    const content = chapter.content()
    const trail = more || isSure(content.trail) ? content.trail : this.#trailTo(end.offset)
    const facts = { ...content.facts, turns: Math.max(0, trail.turns) }
    const to = { ...end, trail, ends: this.#ends.hash() }
    const total = bytesRead + this.#checkedBytes
    const counted = total - this.#counted
    this.#counted = total
    // Until all is read the file counts as shorter than it is, so that reading goes on.
    const seen = more ? { ...this.#file.seen, size: end.offset } : this.#file.seen
    return { anew, after, to, more, seen, ...content, facts, bytesRead: counted }
  }
}

const NEWLINE = 0x0a

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
