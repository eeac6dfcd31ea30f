import type { Database } from '../../database.ts'
import { sliceId, slicePlace } from './slices.ts'

/**
 * Which bits a block must have to be worth reading: all of `bits`, or what `and`/`or` make of their
 * parts. `anything`: signatures cannot tell.
 */
export type SignaturePlan =
  | { readonly kind: 'anything' }
  | { readonly kind: 'bits'; readonly bits: readonly number[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SignaturePlan[] }

/**
 * By segment the slots that a plan admits; segments without any are left out.
 *
 * Contract: a bit costs one statement for all segments that still have a slot. Asking each by itself takes longer than
 * all of the reading, and a long history has many.
 */
export function admittedSlots(db: Database, plan: SignaturePlan): Map<number, Uint8Array> {
  const segments = db
    .prepare('SELECT id, width FROM segment')
    .all()
    .map(({ id, width }) => ({ id: Number(id), slots: new Uint8Array(Number(width)).fill(0xff) }))
  return new Map(admitted(db, plan, segments).map(({ id, slots }) => [id, slots]))
}

/** Slots of a segment, a bit each. */
interface Segment {
  readonly id: number
  readonly slots: Uint8Array
}

/** What a plan leaves of some slots. */
function admitted(db: Database, plan: SignaturePlan, among: readonly Segment[]): readonly Segment[] {
  switch (plan.kind) {
    case 'anything':
      return among
    case 'bits':
      return plan.bits.reduce((left, bit) => withBit(db, bit, left), among)
    case 'and':
      return plan.parts.reduce((left, part) => admitted(db, part, left), among)
    case 'or':
      return united(plan.parts.map((part) => admitted(db, part, among)))
  }
}

function withBit(db: Database, bit: number, among: readonly Segment[]): readonly Segment[] {
  if (among.length === 0) return among
  const slices = slicesOf(db, bit, among)
  const left: Segment[] = []
  let at = 0
  for (const { id, slots } of among) {
    const both = new Uint8Array(slots.length)
    let any = 0
    for (let i = 0; i < both.length; i++) any |= both[i] = slots[i] & slices[at++]
    if (any !== 0) left.push({ id, slots: both })
  }
  return left
}

/** The slices of a bit, one behind the other. */
function slicesOf(db: Database, bit: number, segments: readonly Segment[]): Uint8Array {
  const places = segments.map(({ id, slots }) => {
    const { part, at } = slicePlace(slots.length, bit)
    return [sliceId(id, part), at + 1, slots.length]
  })
  const row = db.prepare(SLICES).get(JSON.stringify(places))
  return Buffer.from(String(row?.['bits']), 'hex')
}

/** As hexadecimal text, since SQLite joins nothing else. A missing row would hide blocks: all of its slots are admitted. */
const SLICES = `
  SELECT group_concat(iif(slice.id IS NULL,
    replace(hex(zeroblob(place.value ->> 2)), '0', 'F'),
    hex(substr(slice.bits, place.value ->> 1, place.value ->> 2))), '') AS bits
  FROM json_each(?) AS place LEFT JOIN slice ON slice.id = place.value ->> 0`

function united(parts: readonly (readonly Segment[])[]): readonly Segment[] {
  const all = new Map<number, Uint8Array>()
  for (const { id, slots } of parts.flat()) {
    const others = all.get(id)
    all.set(id, others === undefined ? slots : others.map((byte, i) => byte | slots[i]))
  }
  return Array.from(all, ([id, slots]) => ({ id, slots }))
}
