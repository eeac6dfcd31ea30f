import { SIGNATURE_BYTES } from './signed-block.ts'
import { wasmText } from './wasm-text.ts'

/** Slots of a full segment: 64 bytes a slice. */
export const SEGMENT_SLOTS = 512

/**
 * The bytes of one row of slices: four of them with their headers just fit a page of `cache.db`, so that a
 * bit costs one page per segment.
 */
const ROW_BYTES = 3840

/** A segment's slices are `width` bytes each; a multiple of 8, as 64 slots are tested at a time. */
export function widthFor(slots: number): number {
  return Math.ceil(slots / 64) * 8
}

/** In which row the slice of a bit stands, and at which byte of it. */
export function slicePlace(width: number, bit: number): { readonly part: number; readonly at: number } {
  const inRow = Math.floor(ROW_BYTES / width)
  return { part: Math.floor(bit / inRow), at: (bit % inRow) * width }
}

/** A row's id: parts of one segment stand together. 4096: a full segment has 2731. */
export function sliceId(segment: number, part: number): number {
  return segment * 4096 + part
}

/** The rows of slices of a segment with these signatures. */
export function* sliceRows(signatures: readonly Uint8Array[]): Generator<{ part: number; bits: Uint8Array }> {
  const width = widthFor(signatures.length)
  const turned = wasmText()?.turn(signatures, width) ?? turnPlainly(signatures, width)
  const rowBytes = Math.floor(ROW_BYTES / width) * width
  for (let part = 0; part * rowBytes < turned.length; part++)
    yield { part, bits: turned.subarray(part * rowBytes, (part + 1) * rowBytes) }
}

/** What `WasmText.turn` does, as its definition and where that cannot run. */
export function turnPlainly(signatures: readonly Uint8Array[], width: number): Uint8Array {
  const turned = new Uint8Array(SIGNATURE_BYTES * 8 * width)
  signatures.forEach((bits, slot) => {
    const mask = 1 << (slot & 7)
    for (let byte = 0; byte < SIGNATURE_BYTES; byte++)
      for (let rest = bits[byte]; rest !== 0; rest &= rest - 1) {
        const bit = byte * 8 + 31 - Math.clz32(rest & -rest)
        turned[bit * width + (slot >> 3)] |= mask
      }
  })
  return turned
}
