import { Transcript, wasmWalker, type ByteRange, type ByteSource } from '@skein/transcript'
import { filled } from '../bytes/filled.ts'
import { becameShorter, type OpenBytes } from '../bytes/open-bytes.ts'
import { isAgentFile } from '../discovery/agent-files.ts'
import type { FileLook } from '../state/file-look.ts'
import type { Room } from './room.ts'

export interface OpenTranscriptOptions {
  /** Begins at this byte, which begins a line. */
  readonly from?: number
  /** Reads no further. Default: to where it ends now; what is appended later is not seen. */
  readonly upTo?: number
  /** A program is writing it: its last line counts only when it has its newline. */
  readonly live?: boolean
  /** A sub-agent's; by default its name tells. */
  readonly agentFile?: boolean
  /** Where its bytes may be kept, so that bodies are not read a second time. */
  readonly room?: Room
  /** `between`: it is open only while it is read. A session can have more sub-agents than files may be open. */
  readonly closed?: 'between'
  /** Bytes that were read, and all of them. */
  readonly onProgress?: (done: number, total: number) => void
}

/** A transcript's structure, and its bytes behind it. */
export interface OpenTranscript {
  readonly path: string
  /** Where what was read ends. */
  readonly size: number
  /** The file when it was opened. */
  readonly look: FileLook
  readonly transcript: Transcript
  readonly source: ByteSource
  /** A part of its bytes for whoever goes over all of them; it stands until more of any transcript is read. */
  readonly piece: (range: ByteRange) => Uint8Array
  readonly close: () => void
}

/**
 * Reads the structure of a transcript piece by piece, never the file as a whole. The one way from bytes to a structure.
 *
 * Contract: what `open` throws is thrown. Bytes that are gone when they are wanted are a `StoreError` `changed`, and so is
 * another file under its name when it is opened again.
 */
export function openTranscript(open: () => OpenBytes, options: OpenTranscriptOptions = {}): OpenTranscript {
  const bytes = open()
  const { path, look } = bytes
  try {
    const { from = 0, room, live = false } = options
    const size = live ? wholeLines(bytes) : (options.upTo ?? look.size)
    const kept = room?.take(size - from) ?? null
    const transcript = readStructure(bytes, { ...options, upTo: size, into: kept })
    const read = { path, size, look, transcript }
    if (kept !== null) return closed(read, bytes, keptFrom(from, kept))
    if (options.closed === 'between') return closed(read, bytes, reopening(open, look))
    const piece = (range: ByteRange): Uint8Array => whole(bytes, range)
    return { ...read, source: bytes, piece, close: () => bytes.close() }
  } catch (error) {
    bytes.close()
    throw error
  }
}

type StructureOptions = Pick<OpenTranscriptOptions, 'from' | 'upTo' | 'agentFile' | 'onProgress'> & {
  readonly into?: Uint8Array | null
}

/** The structure of a transcript whose bytes are open, and stay so. */
export function readStructure(
  bytes: Pick<OpenBytes, 'path' | 'look' | 'readInto'>,
  options: StructureOptions = {},
): Transcript {
  const { from = 0, upTo = bytes.look.size, into = null, agentFile = isAgentFile(bytes.path) } = options
  const transcript = new Transcript({ walker: wasmWalker(), agentFile, start: from })
  let done = from
  for (const piece of readPieces(bytes, { from, upTo, into })) {
    transcript.append(piece)
    done += piece.length
    options.onProgress?.(done, upTo)
  }
  transcript.end()
  return transcript
}

export interface PieceOptions {
  readonly from: number
  /** Bytes up to here must be there; `Infinity`: as many as there are. */
  readonly upTo?: number
  /** Where they are read to; by default each piece takes the place of the one before it. */
  readonly into?: Uint8Array | null
  readonly most?: number
}

/** Bytes from an offset on, one piece after another: whoever takes one is done with it before the next. */
export function* readPieces(
  bytes: Pick<OpenBytes, 'readInto' | 'path'>,
  { from, upTo = Infinity, into = null, most = PIECE.length }: PieceOptions,
): Generator<Uint8Array> {
  for (let offset = from; offset < upTo;) {
    const start = into === null ? 0 : offset - from
    const room = (into ?? PIECE).subarray(start, start + Math.min(most, upTo - offset))
    const count = bytes.readInto(room, offset)
    if (count === 0 && upTo !== Infinity) throw becameShorter(bytes.path)
    if (count === 0) return
    offset += count
    yield room.subarray(0, count)
  }
}

/**
 * 1 MiB: larger pieces read no faster. One buffer for all files: a scanner may hold on to the last piece it was given, and a
 * session can have a thousand sub-agents.
 */
const PIECE = new Uint8Array(1024 * 1024)

type Read = Pick<OpenTranscript, 'path' | 'size' | 'look' | 'transcript'>

function closed(read: Read, bytes: OpenBytes, source: ByteSource): OpenTranscript {
  bytes.close()
  return { ...read, source, piece: (range) => source.read([range])[0], close: () => {} }
}

function keptFrom(start: number, bytes: Uint8Array): ByteSource {
  return {
    isVerbatim: true,
    read: (ranges) =>
      ranges.map(({ offset, length }) => bytes.subarray(offset - start, offset - start + length)),
  }
}

function reopening(open: () => OpenBytes, { inode }: FileLook): ByteSource {
  return {
    isVerbatim: true,
    read(ranges) {
      const bytes = open()
      try {
        if (bytes.look.inode !== inode) throw becameShorter(bytes.path)
        return bytes.read(ranges)
      } finally {
        bytes.close()
      }
    },
  }
}

function whole(bytes: OpenBytes, { offset, length }: ByteRange): Uint8Array {
  const buffer = length > PIECE.length ? new Uint8Array(length) : PIECE.subarray(0, length)
  if (filled(bytes, buffer, offset).length < length) throw becameShorter(bytes.path)
  return buffer
}

/** The length up to and with the last newline. */
function wholeLines(bytes: OpenBytes): number {
  const buffer = new Uint8Array(64 * 1024)
  for (let end = bytes.look.size; end > 0;) {
    const start = Math.max(0, end - buffer.length)
    const newline = filled(bytes, buffer.subarray(0, end - start), start).lastIndexOf(0x0a)
    if (newline >= 0) return start + newline + 1
    end = start
  }
  return 0
}
