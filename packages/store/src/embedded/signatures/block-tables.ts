import type { Database, Row, Value } from '../../database.ts'
import { addBits } from './add-bits.ts'
import { FULL_BLOCK, type SignedBlock } from './signed-block.ts'
import { fillSlots, type Slot, type SlotItem } from './slots.ts'
import { SEGMENT_SLOTS, sliceId, sliceRows, widthFor } from './slices.ts'

/**
 * Writes blocks and their signatures into `cache.db`: in segments where there are many, loose where
 * a few come at a time.
 *
 * Contract: one writer, whose calls stand inside the caller's transactions; `flush` comes before each
 * commit, so that a file's offset and the blocks up to it are committed together.
 */
export class BlockWriter {
  readonly #db: Database
  #pending: FileBlock[] = []

  constructor(db: Database) {
    this.#db = db
  }

  /** Blocks gathered and not yet written. */
  get pending(): number {
    return this.#pending.length
  }

  /** Gathers the blocks of a file that is read from its start. */
  addBulk(fileId: number, blocks: readonly SignedBlock[]): void {
    for (const block of blocks) this.#pending.push({ fileId, block })
  }

  /** Blocks of lines that were appended: they continue the file's last loose block while neither is full. */
  addLoose(fileId: number, blocks: readonly SignedBlock[]): void {
    blocks.forEach((block, i) => {
      const continues = i === 0 && block.text < FULL_BLOCK
      const open = continues ? this.#openBlock(fileId, block.start) : undefined
      if (open === undefined) this.#insertLoose({ fileId, block })
      else this.#extend(open, block)
    })
  }

  /** Forgets a file's blocks, before it is read anew or when it is gone. Slots they leave stay empty. */
  remove(fileId: number): void {
    this.#pending = this.#pending.filter((pending) => pending.fileId !== fileId)
    const segments = this.#db
      .prepare('SELECT DISTINCT segment FROM block WHERE file = ? AND segment IS NOT NULL')
      .all(fileId)
    this.#db.prepare('DELETE FROM loose WHERE block IN (SELECT id FROM block WHERE file = ?)').run(fileId)
    this.#db.prepare('DELETE FROM block WHERE file = ?').run(fileId)
    for (const { segment } of segments) this.#dropIfEmpty(Number(segment))
  }

  /** Writes all that is gathered, and seals loose blocks when there are enough for a segment. */
  flush(): void {
    const pending = this.#pending
    this.#pending = []
    const slots = fillSlots(pending.map(itemOf))
    // A segment of a few slots would cost every later search as many reads as a full one.
    if (slots.length >= SMALLEST_SEGMENT) {
      this.#insertSegments(slots, (block, segment, slot) => this.#insertBlock(block, segment, slot))
      this.#sealIfMany([])
    } else if (!this.#sealIfMany(pending)) for (const block of pending) this.#insertLoose(block)
  }

  #openBlock(fileId: number, start: number): Row | undefined {
    return this.#db
      .prepare(
        `SELECT block.id, time, text, odd, bits FROM block JOIN loose ON loose.block = block.id
         WHERE file = ? AND stop = ? AND text < ?`,
      )
      .get(fileId, start, FULL_BLOCK)
  }

  #extend(open: Row, { stop, time, text, odd, bits }: SignedBlock): void {
    const merged = bytesOf(open['bits']).slice()
    addBits(merged, bits)
    const id = Number(open['id'])
    this.#db.prepare('UPDATE loose SET bits = ? WHERE block = ?').run(merged, id)
    this.#db
      .prepare('UPDATE block SET stop = ?, time = ?, text = ?, odd = ? WHERE id = ?')
      .run(
        stop,
        latest(open['time'], time),
        Number(open['text']) + text,
        Number(open['odd']) | Number(odd),
        id,
      )
  }

  #insertLoose({ fileId, block }: FileBlock): void {
    const id = this.#insertBlock({ fileId, block }, null, null)
    this.#db.prepare('INSERT INTO loose (block, bits) VALUES (?, ?)').run(id, block.bits)
  }

  #insertBlock({ fileId, block }: FileBlock, segment: number | null, slot: number | null): number {
    const { start, stop, line, time, text, odd } = block
    const row = this.#db
      .prepare(
        `INSERT INTO block (file, start, stop, line, time, text, odd, segment, slot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .get(fileId, start, stop, line, Number.isNaN(time) ? null : time, text, Number(odd), segment, slot)
    return Number(row?.['id'])
  }

  #insertSegments<T>(
    slots: readonly Slot<T>[],
    place: (member: T, segment: number, slot: number) => void,
  ): void {
    for (let from = 0; from < slots.length; from += SEGMENT_SLOTS) {
      const these = slots.slice(from, from + SEGMENT_SLOTS)
      const segment = this.#insertSegment(these.map(({ bits }) => bits))
      these.forEach(({ members }, slot) => {
        for (const member of members) place(member, segment, slot)
      })
    }
  }

  #insertSegment(signatures: readonly Uint8Array[]): number {
    const row = this.#db
      .prepare('INSERT INTO segment (width) VALUES (?) RETURNING id')
      .get(widthFor(signatures.length))
    const segment = Number(row?.['id'])
    const insert = this.#db.prepare('INSERT INTO slice (id, bits) VALUES (?, ?)')
    for (const { part, bits } of sliceRows(signatures)) insert.run(sliceId(segment, part), bits)
    return segment
  }

  /** Seals the loose blocks and these, if together they are enough; false: nothing was done. */
  #sealIfMany(more: readonly FileBlock[]): boolean {
    const count = Number(this.#db.prepare('SELECT count(*) AS count FROM loose').get()?.['count'])
    if (count + more.length < SEGMENT_SLOTS) return false
    const slots = fillSlots(this.#looseAnd(more))
    this.#db.exec('DELETE FROM loose')
    const update = this.#db.prepare('UPDATE block SET segment = ?, slot = ? WHERE id = ?')
    this.#insertSegments(slots, (member, segment, slot) => {
      if (typeof member === 'number') update.run(segment, slot, member)
      else this.#insertBlock(member, segment, slot)
    })
    return true
  }

  /** One by one: hundreds of small blocks share a few slots, and their signatures are large. */
  *#looseAnd(more: readonly FileBlock[]): Generator<SlotItem<number | FileBlock>> {
    const rows = this.#db
      .prepare('SELECT id, text, bits FROM loose JOIN block ON block.id = loose.block ORDER BY id')
      .iterate()
    for (const { id, text, bits } of rows)
      yield { member: Number(id), text: Number(text), bits: bytesOf(bits) }
    yield* more.map(itemOf)
  }

  #dropIfEmpty(segment: number): void {
    const block = this.#db.prepare('SELECT id FROM block WHERE segment = ? LIMIT 1').get(segment)
    if (block !== undefined) return
    this.#db.prepare('DELETE FROM segment WHERE id = ?').run(segment)
    this.#db
      .prepare('DELETE FROM slice WHERE id >= ? AND id < ?')
      .run(sliceId(segment, 0), sliceId(segment + 1, 0))
  }
}

interface FileBlock {
  readonly fileId: number
  readonly block: SignedBlock
}

function itemOf(member: FileBlock): SlotItem<FileBlock> {
  return { member, text: member.block.text, bits: member.block.bits }
}

/** Fewer slots than this stay loose: one word of 64 bits is the narrowest slice. */
const SMALLEST_SEGMENT = 64

function latest(before: Value, time: number): number | null {
  if (Number.isNaN(time)) return before === null ? null : Number(before)
  return before === null ? time : Math.max(Number(before), time)
}

/** A BLOB column gives nothing but bytes. */
function bytesOf(value: Value): Uint8Array {
  return value as Uint8Array
}
