import type { Random } from '../corpus/prng.ts'

/** A damaged transcript, and which of its original lines came through untouched. */
export interface DamagedInput {
  readonly bytes: Uint8Array
  readonly intact: readonly IntactLine[]
  /** The operations in the order they were done; what a failure report prints. */
  readonly operations: readonly string[]
}

/** An original line, a JSON object, whose bytes all stand, in order and together, in the damaged file. */
export interface IntactLine {
  readonly offset: number
  readonly length: number
}

/**
 * Damages a transcript at random: bytes flipped, cut, inserted and zeroed, newlines lost, lines
 * duplicated, reordered and deleted. It works on lines and not on the whole, so it knows without
 * reading the result which lines it left alone.
 */
export function damaged(lines: readonly Uint8Array[], random: Random): DamagedInput {
  const pieces: Piece[] = lines.map((bytes) => ({ bytes, intact: isWholeObject(bytes), newline: true }))
  const operations: string[] = []
  for (let i = random.int(1, MAX_OPERATIONS); i > 0 && pieces.length > 0; i--) {
    const [name, operate] = random.pick(OPERATIONS)
    operate(pieces, random)
    operations.push(name)
  }
  return { ...assembled(pieces), operations }
}

/** The lines of a transcript, without their newlines and without empty ones. */
export function linesOf(transcript: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  // No Buffer: its `slice` shares memory, and damage to a copy would reach the line itself.
  const bytes = Uint8Array.from(transcript)
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline
    if (end > start) lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

interface Piece {
  bytes: Uint8Array
  /** Whether these are the bytes of one original line that was a JSON object. */
  intact: boolean
  newline: boolean
}

type Operation = (pieces: Piece[], random: Random) => void

const MAX_OPERATIONS = 6
const NEWLINE = 0x0a

const OPERATIONS: readonly (readonly [string, Operation])[] = [
  ['flip', (pieces, random) => change(pieces, random, flipBits)],
  ['cut', (pieces, random) => change(pieces, random, cutOut)],
  [
    'cut-tail',
    (pieces, random) => change(pieces, random, (bytes) => bytes.subarray(0, random.int(0, bytes.length))),
  ],
  [
    'cut-head',
    (pieces, random) => change(pieces, random, (bytes) => bytes.subarray(random.int(0, bytes.length))),
  ],
  ['zero', (pieces, random) => change(pieces, random, zeroOut)],
  ['repeat-bytes', (pieces, random) => change(pieces, random, repeatPart)],
  ['insert', (pieces, random) => insert(pieces, random, random.pick(JUNK))],
  ['glue', (pieces, random) => void (random.pick(pieces).newline = false)],
  ['torn-then-whole', tearBefore],
  ['no-last-newline', (pieces) => void (pieces[pieces.length - 1].newline = false)],
  [
    'duplicate-line',
    (pieces, random) => pieces.splice(random.int(0, pieces.length), 0, { ...random.pick(pieces) }),
  ],
  ['delete-line', (pieces, random) => pieces.splice(random.int(0, pieces.length - 1), 1)],
  ['swap-lines', swapLines],
]

/** What holes, editors, other programs and bad copies leave between lines. */
const JUNK: readonly (readonly number[])[] = [
  [0],
  Array.from({ length: 64 }, () => 0),
  [0xef, 0xbb, 0xbf],
  [0x0d],
  [0x0d, 0x0a],
  [0x0a, 0x0a],
  [0x20, 0x09],
  [0xff, 0xfe],
  [0xc3],
  ...['null\n', '[1,2]\n', '"text"\n', '12\n', '{}\n', '{', '}', '"', ',', '{"type":"user"', 'garbage '].map(
    (text) => [...Buffer.from(text)],
  ),
]

const decoder = new TextDecoder()

function isWholeObject(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x7b || bytes[bytes.length - 1] !== 0x7d) return false
  try {
    JSON.parse(decoder.decode(bytes))
    return true
  } catch {
    return false
  }
}

function change(
  pieces: Piece[],
  random: Random,
  edit: (bytes: Uint8Array, random: Random) => Uint8Array,
): void {
  const piece = random.pick(pieces)
  if (piece.bytes.length === 0) return
  piece.bytes = edit(piece.bytes, random)
  piece.intact = false
}

function flipBits(bytes: Uint8Array, random: Random): Uint8Array {
  const out = bytes.slice()
  for (let i = random.int(1, 3); i > 0; i--) out[random.int(0, out.length - 1)] ^= 1 << random.int(0, 7)
  return out
}

function cutOut(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = part(bytes, random)
  return joined(bytes.subarray(0, from), bytes.subarray(to))
}

function zeroOut(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = part(bytes, random)
  return bytes.slice().fill(0, from, to)
}

function repeatPart(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = part(bytes, random)
  return joined(bytes.subarray(0, to), bytes.subarray(from))
}

function insert(pieces: Piece[], random: Random, junk: readonly number[]): void {
  pieces.splice(random.int(0, pieces.length), 0, {
    bytes: Uint8Array.from(junk),
    intact: false,
    newline: false,
  })
}

/** The program was killed in the middle of a line, and the next start appended a whole one behind it. */
function tearBefore(pieces: Piece[], random: Random): void {
  const torn = random.pick(pieces).bytes
  const bytes = torn.subarray(0, random.int(0, torn.length))
  pieces.splice(random.int(0, pieces.length), 0, { bytes, intact: false, newline: false })
}

function swapLines(pieces: Piece[], random: Random): void {
  const a = random.int(0, pieces.length - 1)
  const b = random.int(0, pieces.length - 1)
  const kept = pieces[a]
  pieces[a] = pieces[b]
  pieces[b] = kept
}

function part(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = random.int(0, bytes.length - 1)
  return [from, random.int(from + 1, Math.min(bytes.length, from + 200))]
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const out = new Uint8Array(head.length + tail.length)
  out.set(head)
  out.set(tail, head.length)
  return out
}

function assembled(pieces: readonly Piece[]): Pick<DamagedInput, 'bytes' | 'intact'> {
  const bytes = new Uint8Array(
    pieces.reduce((sum, piece) => sum + piece.bytes.length + (piece.newline ? 1 : 0), 0),
  )
  const intact: IntactLine[] = []
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece.bytes, offset)
    if (piece.intact) intact.push({ offset, length: piece.bytes.length })
    offset += piece.bytes.length
    if (piece.newline) bytes[offset++] = NEWLINE
  }
  return { bytes, intact }
}
