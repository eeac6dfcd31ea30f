import type { ImageLimits } from './model-limits.ts'

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Tokens of an image in base64: width × height / 750, as Anthropic documents it, after scaling it down to the model's
 * limits. Null where its size cannot be read.
 */
export function imageTokens(base64: string, limits: ImageLimits): number | null {
  const size = imageSize(base64)
  if (size === null) return null
  const scale = Math.min(1, limits.edge / Math.max(size.width, size.height))
  return Math.min(limits.tokens, Math.ceil((size.width * scale * size.height * scale) / 750))
}

/** The size that the header of a PNG, JPEG, GIF or WebP tells; null for anything else. Reads only the header. */
export function imageSize(base64: string): ImageSize | null {
  const size = pngSize(base64) ?? gifSize(base64) ?? webpSize(base64) ?? jpegSize(base64)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function pngSize(base64: string): ImageSize | null {
  if (!startsWith(base64, 0, '\x89PNG\r\n\x1a\n') || !startsWith(base64, 12, 'IHDR')) return null
  return { width: bigEndian(base64, 16, 4), height: bigEndian(base64, 20, 4) }
}

function gifSize(base64: string): ImageSize | null {
  if (!startsWith(base64, 0, 'GIF8')) return null
  return { width: littleEndian(base64, 6, 2), height: littleEndian(base64, 8, 2) }
}

function webpSize(base64: string): ImageSize | null {
  if (!startsWith(base64, 0, 'RIFF') || !startsWith(base64, 8, 'WEBP')) return null
  if (startsWith(base64, 12, 'VP8X'))
    return { width: littleEndian(base64, 24, 3) + 1, height: littleEndian(base64, 27, 3) + 1 }
  if (startsWith(base64, 12, 'VP8L')) {
    const bits = littleEndian(base64, 21, 4)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(base64, 12, 'VP8 ')) return null
  return { width: littleEndian(base64, 26, 2) & 0x3fff, height: littleEndian(base64, 28, 2) & 0x3fff }
}

/** Walks the segments up to the frame header; cameras put thumbnails and profiles before it. */
function jpegSize(base64: string): ImageSize | null {
  if (!startsWith(base64, 0, '\xff\xd8')) return null
  let at = 2
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    while (byteAt(base64, at + 1) === 0xff) at++
    const marker = byteAt(base64, at + 1)
    if (byteAt(base64, at) !== 0xff || marker < 0) return null
    if (isFrame(marker)) return { height: bigEndian(base64, at + 5, 2), width: bigEndian(base64, at + 7, 2) }
    at += 2 + bigEndian(base64, at + 2, 2)
  }
  return null
}

/** Far more than any camera writes; a hostile file may have millions. */
const MOST_SEGMENTS = 1000

/** Start of frame: C0 to CF, but for tables (C4), extensions (C8) and arithmetic coding (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function startsWith(base64: string, from: number, bytes: string): boolean {
  for (let i = 0; i < bytes.length; i++) if (byteAt(base64, from + i) !== bytes.charCodeAt(i)) return false
  return true
}

function bigEndian(base64: string, from: number, bytes: number): number {
  let value = 0
  for (let i = 0; i < bytes; i++) value = value * 256 + Math.max(0, byteAt(base64, from + i))
  return value
}

function littleEndian(base64: string, from: number, bytes: number): number {
  let value = 0
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + Math.max(0, byteAt(base64, from + i))
  return value
}

/** One byte of base64 text, -1 behind its end or where it is no base64: only a header's worth is ever decoded. */
function byteAt(base64: string, index: number): number {
  const quad = Math.floor(index / 3) * 4
  const left = sextet(base64, quad + (index % 3))
  const right = sextet(base64, quad + (index % 3) + 1)
  if (left < 0 || right < 0) return -1
  switch (index % 3) {
    case 0:
      return (left << 2) | (right >> 4)
    case 1:
      return ((left & 15) << 4) | (right >> 2)
    default:
      return ((left & 3) << 6) | right
  }
}

function sextet(base64: string, at: number): number {
  const code = base64.charCodeAt(at)
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43) return 62
  return code === 47 ? 63 : -1
}
