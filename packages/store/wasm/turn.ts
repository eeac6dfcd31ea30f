import { SIGNATURE_BYTES } from './memory'

/**
 * Turns signatures by 90 degrees: `slots` of them (a multiple of 16) stand at `from`, `stride` bytes
 * apart; for each of their bits `slots / 8` bytes go to `to`, one bit a slot.
 */
export function turn(from: usize, stride: usize, slots: usize, to: usize): void {
  const width = slots >> 3
  for (let byte: usize = 0; byte < SIGNATURE_BYTES; byte++) {
    for (let slot: usize = 0; slot < slots; slot += 16) {
      let v = sixteen(from + slot * stride + byte, stride)
      let out = to + (byte * 8 + 7) * width + (slot >> 3)
      for (let bit = 0; bit < 8; bit++) {
        store<u16>(out, <u16>i8x16.bitmask(v))
        v = i8x16.shl(v, 1)
        out -= width
      }
    }
  }
}

/** A byte each of sixteen signatures. */
function sixteen(at: usize, stride: usize): v128 {
  let v = i8x16.splat(0)
  v = v128.load_lane<u8>(at, v, 0)
  v = v128.load_lane<u8>(at + stride, v, 1)
  v = v128.load_lane<u8>(at + stride * 2, v, 2)
  v = v128.load_lane<u8>(at + stride * 3, v, 3)
  v = v128.load_lane<u8>(at + stride * 4, v, 4)
  v = v128.load_lane<u8>(at + stride * 5, v, 5)
  v = v128.load_lane<u8>(at + stride * 6, v, 6)
  v = v128.load_lane<u8>(at + stride * 7, v, 7)
  v = v128.load_lane<u8>(at + stride * 8, v, 8)
  v = v128.load_lane<u8>(at + stride * 9, v, 9)
  v = v128.load_lane<u8>(at + stride * 10, v, 10)
  v = v128.load_lane<u8>(at + stride * 11, v, 11)
  v = v128.load_lane<u8>(at + stride * 12, v, 12)
  v = v128.load_lane<u8>(at + stride * 13, v, 13)
  v = v128.load_lane<u8>(at + stride * 14, v, 14)
  return v128.load_lane<u8>(at + stride * 15, v, 15)
}
