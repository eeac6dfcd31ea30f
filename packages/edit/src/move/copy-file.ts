import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openDisk, openFile, openTranscript } from '@skein/store'
import { EditError } from '../errors.ts'
import { hasContent } from '../ledger/written-file.ts'
import { ByteSink } from '../render/byte-sink.ts'
import { RowPatcher } from '../render/row-patcher.ts'
import type { RowPlace } from '../render/row-place.ts'

/** How a copy of a file is made: byte for byte, or with paths of rows rewritten. */
export type Rewriting = Pick<RowPlace, 'cwd' | 'results'> | null

/**
 * Copies a file under another name and reads the copy back. The copy has the time of the original: sessions keep their
 * order.
 */
export function copyFile(
  from: string,
  staged: string,
  rewriting: Rewriting,
): { size: number; sha256: string } {
  mkdirSync(dirname(staged), { recursive: true, mode: 0o700 })
  const descriptor = openSync(staged, 'wx', 0o600)
  const hash = createHash('sha256')
  let copied: { size: number; sha256: string }
  try {
    const sink = new ByteSink((bytes) => {
      hash.update(bytes)
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
    })
    const mtime =
      rewriting !== null && from.endsWith('.jsonl')
        ? rewriteInto(sink, from, rewriting)
        : copyInto(sink, from)
    sink.flush()
    fsyncSync(descriptor)
    copied = { size: sink.length, sha256: hash.digest('hex') }
    utimesSync(staged, mtime / 1000, mtime / 1000)
  } finally {
    closeSync(descriptor)
  }
  if (hasContent({ path: staged, ...copied })) return copied
  rmSync(staged, { force: true })
  throw new EditError('unwritable', `the copy of ${from} is not what was written`, {
    remedy: 'check the disk',
  })
}

/** What a copy of the file would be, without one. */
export function contentOf(from: string, rewriting: Rewriting): { size: number; sha256: string } {
  const hash = createHash('sha256')
  const sink = new ByteSink((bytes) => hash.update(bytes))
  if (rewriting !== null && from.endsWith('.jsonl')) rewriteInto(sink, from, rewriting)
  else copyInto(sink, from)
  sink.flush()
  return { size: sink.length, sha256: hash.digest('hex') }
}

/** Whether a file stands where the copy would go, and is what the copy would be. */
export function standing(
  path: string,
  content: () => { size: number; sha256: string },
): 'none' | 'same' | 'different' {
  if (!existsSync(path)) return 'none'
  return hasContent({ path, ...content() }) ? 'same' : 'different'
}

function copyInto(sink: ByteSink, from: string): number {
  const file = openFile(from)
  try {
    const buffer = Buffer.allocUnsafe(PIECE)
    for (let offset = 0; ;) {
      const count = file.readInto(buffer, offset)
      if (count === 0) return file.look.mtime
      sink.copy(buffer, 0, count)
      offset += count
    }
  } finally {
    file.close()
  }
}

function rewriteInto(sink: ByteSink, from: string, rewriting: NonNullable<Rewriting>): number {
  const source = openTranscript(() => openDisk(from), { agentFile: false })
  try {
    const { columns } = source.transcript.scan
    const patcher = new RowPatcher(SAME_IDS, sink)
    const place: RowPlace = { parent: undefined, fork: null, ...rewriting }
    let done = 0
    const copy = (to: number): void => {
      for (; done < to; done += Math.min(PIECE, to - done)) {
        const [bytes] = source.source.read([{ offset: done, length: Math.min(PIECE, to - done) }])
        sink.copy(bytes, 0, bytes.length)
      }
    }
    for (let row = 0; row < columns.count; row++) {
      copy(columns.offset[row])
      const [bytes] = source.source.read([{ offset: done, length: columns.length[row] }])
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      // A row that is written in an unusual way keeps its bytes, and its old path with them.
      if (!patcher.patch({ columns, row, bytes: buffer, start: 0 }, place))
        sink.copy(buffer, 0, buffer.length)
      done += buffer.length
    }
    copy(source.size)
    return source.look.mtime
  } finally {
    source.close()
  }
}

const PIECE = 1024 * 1024

/** A session that moves keeps its ids. */
const SAME_IDS = { of: () => undefined, lengths: new Set<number>() }
