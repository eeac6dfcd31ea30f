import type { Database, Row, Value } from '../../database.ts'
import { admittedSlots, type SignaturePlan } from './admitted-slots.ts'
import { hasBit } from './grams.ts'

/** A block that may hold what is searched for. */
export interface CandidateBlock {
  readonly id: number
  readonly file: number
  readonly start: number
  readonly stop: number
  readonly line: number
  /** ms, latest row; null where no row has a time. */
  readonly time: number | null
  readonly odd: boolean
}

/**
 * The blocks that a plan admits, those with the latest rows first and those without any time last.
 * Lazy: who stops early has not read the rest.
 */
export function* candidateBlocks(db: Database, plan: SignaturePlan): Generator<CandidateBlock> {
  db.exec(MAP_WHOLE)
  const all = plan.kind === 'anything'
  const segments = all ? new Map<number, Uint8Array>() : admittedSlots(db, plan)
  const loose = all ? new Set<number>() : admittedLoose(db, plan)
  if (!all && loose.size + countSlots(segments) <= FEW_SLOTS) {
    yield* pickedBlocks(db, segments, loose)
    return
  }
  for (const row of newestFirst(db)) {
    const bits = row['segment'] === null ? null : segments.get(Number(row['segment']))
    const admitted =
      bits === null ? loose.has(Number(row['id'])) : bits !== undefined && hasBit(bits, Number(row['slot']))
    if (all || admitted) yield blockOf(row)
  }
}

/** A search reads pages all over the file: they are looked at where they lie. SQLite maps no more than the file is long. */
const MAP_WHOLE = 'PRAGMA mmap_size = 2147418112'

/** All blocks in pages, each read by itself: a search may take its time, and the indexer may write meanwhile. */
function* newestFirst(db: Database): Generator<Row> {
  const timed = db.prepare(`${SELECT} WHERE (time, id) < (?, ?) ORDER BY time DESC, id DESC LIMIT ?`)
  const timeless = db.prepare(`${SELECT} WHERE time IS NULL AND id < ? ORDER BY id DESC LIMIT ?`)
  let page = timed.all(Infinity, 0, FIRST_PAGE)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page
    page = timed.all(last['time'], last['id'], PAGE_BLOCKS)
  }
  page = timeless.all(Number.MAX_SAFE_INTEGER, PAGE_BLOCKS)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page
    page = timeless.all(last['id'], PAGE_BLOCKS)
  }
}

const PAGE_BLOCKS = 500
/** A common word has its hits in the first few. */
const FIRST_PAGE = 40

const SELECT = 'SELECT id, file, start, stop, line, time, odd, segment, slot FROM block'

/** Up to here blocks are looked up by their slots; beyond, all are passed in order of time. */
const FEW_SLOTS = 1000

function pickedBlocks(
  db: Database,
  segments: ReadonlyMap<number, Uint8Array>,
  loose: ReadonlySet<number>,
): CandidateBlock[] {
  const bySlot = db.prepare(`${SELECT} WHERE segment = ? AND slot IN (SELECT value FROM json_each(?))`)
  const byId = db.prepare(`${SELECT} WHERE id = ?`)
  const rows: Row[] = []
  for (const [segment, bits] of segments) {
    rows.push(...bySlot.all(segment, JSON.stringify(slotsIn(bits))))
  }
  for (const id of loose) rows.push(...byId.all(id))
  return rows.map(blockOf).sort((a, b) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || b.id - a.id)
}

function slotsIn(bits: Uint8Array): number[] {
  const slots: number[] = []
  for (let byte = 0; byte < bits.length; byte++)
    for (let rest = bits[byte]; rest !== 0; rest &= rest - 1)
      slots.push(byte * 8 + 31 - Math.clz32(rest & -rest))
  return slots
}

function admittedLoose(db: Database, plan: SignaturePlan): Set<number> {
  const admitted = new Set<number>()
  for (const { block, bits } of db.prepare('SELECT block, bits FROM loose').all())
    if (admits(plan, bytesOf(bits))) admitted.add(Number(block))
  return admitted
}

function admits(plan: SignaturePlan, bits: Uint8Array): boolean {
  switch (plan.kind) {
    case 'anything':
      return true
    case 'bits':
      return plan.bits.every((bit) => hasBit(bits, bit))
    case 'and':
      return plan.parts.every((part) => admits(part, bits))
    case 'or':
      return plan.parts.some((part) => admits(part, bits))
  }
}

function countSlots(segments: ReadonlyMap<number, Uint8Array>): number {
  let count = 0
  for (const bits of segments.values())
    for (const byte of bits) for (let rest = byte; rest !== 0; rest &= rest - 1) count++
  return count
}

function blockOf(row: Row): CandidateBlock {
  const { id, file, start, stop, line, time, odd } = row
  return {
    id: Number(id),
    file: Number(file),
    start: Number(start),
    stop: Number(stop),
    line: Number(line),
    time: time === null ? null : Number(time),
    odd: odd !== 0,
  }
}

/** A BLOB column gives nothing but bytes. */
function bytesOf(value: Value): Uint8Array {
  return value as Uint8Array
}
