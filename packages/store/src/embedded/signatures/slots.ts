import { addBits } from './add-bits.ts'
import { FULL_BLOCK, SIGNATURE_BYTES } from './signed-block.ts'

/** What goes into a slot of a segment: a block, with its signature. */
export interface SlotItem<T> {
  readonly member: T
  readonly text: number
  readonly bits: Uint8Array
}

export interface Slot<T> {
  readonly members: readonly T[]
  readonly bits: Uint8Array
}

/**
 * Spreads blocks over slots. Small ones share a slot up to a full block's text: a signature costs the
 * same however little it says, and a history has thousands of short transcripts.
 */
export function fillSlots<T>(items: Iterable<SlotItem<T>>): Slot<T>[] {
  const slots: Slot<T>[] = []
  let open: { members: T[]; text: number; bits: Uint8Array } | null = null
  for (const { member, text, bits } of items) {
    if (text > FULL_BLOCK / 2) {
      slots.push({ members: [member], bits })
      continue
    }
    if (open === null || open.text + text > FULL_BLOCK) {
      open = { members: [], text: 0, bits: new Uint8Array(SIGNATURE_BYTES) }
      slots.push(open)
    }
    open.members.push(member)
    open.text += text
    addBits(open.bits, bits)
  }
  return slots
}
