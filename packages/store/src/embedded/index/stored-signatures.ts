import type { Database } from '../../database.ts'
import { SIGNATURE_BYTES } from '../signatures/signed-block.ts'
import { sliceId, slicePlace } from '../signatures/slices.ts'

/** A block as the tables hold it. */
export interface StoredBlock {
  readonly id: number
  readonly start: number
  readonly stop: number
  readonly line: number
  readonly time: number | null
  readonly text: number
  readonly odd: boolean
  readonly segment: number | null
  readonly slot: number | null
}

/** The blocks of a file, in file order. */
export function storedBlocks(db: Database, fileId: number): StoredBlock[] {
  return db
    .prepare('SELECT * FROM block WHERE file = ? ORDER BY start')
    .all(fileId)
    .map((row) => ({
      id: Number(row['id']),
      start: Number(row['start']),
      stop: Number(row['stop']),
      line: Number(row['line']),
      time: row['time'] === null ? null : Number(row['time']),
      text: Number(row['text']),
      odd: row['odd'] !== 0,
      segment: row['segment'] === null ? null : Number(row['segment']),
      slot: row['slot'] === null ? null : Number(row['slot']),
    }))
}

/** Reads signatures back, bit by bit: slow, for those who check them. */
export class StoredSignatures {
  readonly #db: Database
  #segment = -1
  #slices: readonly Uint8Array[] = []
  #width = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Small blocks share a slot, so it may have bits of others too. Null where the signature is missing. */
  of(block: StoredBlock): Uint8Array | null {
    if (block.segment === null || block.slot === null) {
      const bits = this.#db.prepare('SELECT bits FROM loose WHERE block = ?').get(block.id)?.['bits']
      return bits instanceof Uint8Array && bits.length === SIGNATURE_BYTES ? bits : null
    }
    if (!this.#load(block.segment)) return null
    const bits = new Uint8Array(SIGNATURE_BYTES)
    const [byte, mask] = [block.slot >> 3, 1 << (block.slot & 7)]
    for (let bit = 0; bit < SIGNATURE_BYTES * 8; bit++) {
      const { part, at } = slicePlace(this.#width, bit)
      if (((this.#slices[part]?.[at + byte] ?? 0) & mask) !== 0) bits[bit >> 3] |= 1 << (bit & 7)
    }
    return bits
  }

  #load(segment: number): boolean {
    if (segment === this.#segment) return true
    const width = this.#db.prepare('SELECT width FROM segment WHERE id = ?').get(segment)?.['width']
    if (width === undefined) return false
    this.#segment = segment
    this.#width = Number(width)
    const rows = this.#db.prepare('SELECT id, bits FROM slice WHERE id >= ? AND id < ?')
    const slices: Uint8Array[] = []
    for (const { id, bits } of rows.all(sliceId(segment, 0), sliceId(segment + 1, 0)))
      if (bits instanceof Uint8Array) slices[Number(id) - sliceId(segment, 0)] = bits
    this.#slices = slices
    return true
  }
}
