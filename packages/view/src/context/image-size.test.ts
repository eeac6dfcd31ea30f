import { describe, expect, it } from 'vitest'
import { imageSize, imageTokens } from './image-size.ts'

const LIMITS = { edge: 1568, tokens: 1568 }

describe('the size of an image', () => {
  it.each([
    ['PNG', png(1000, 750)],
    ['GIF', [...ascii('GIF89a'), 0xe8, 0x03, 0xee, 0x02, 0, 0]],
    ['WebP, extended', [...webp('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0xe7, 0x03, 0, 0xed, 0x02, 0]],
    // 14 bits each: 999, then 749.
    ['WebP, lossless', [...webp('VP8L'), 0, 0, 0, 0, 0x2f, 0xe7, 0x43, 0xbb, 0x00]],
    ['WebP, lossy', [...webp('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0xe8, 0x03, 0xee, 0x02]],
    ['JPEG', [...jpegHead(), 0xff, 0xc0, 0, 17, 8, 0x02, 0xee, 0x03, 0xe8, 3]],
    [
      'JPEG, progressive, with fill bytes',
      [...jpegHead(), 0xff, 0xff, 0xc2, 0, 17, 8, 0x02, 0xee, 0x03, 0xe8, 3],
    ],
  ])('is in the header of a %s', (_name, bytes) => {
    expect(imageSize(base64(bytes))).toEqual({ width: 1000, height: 750 })
  })

  it('is unknown where the header is cut off, wrong or no image’s', () => {
    const broken = [[], ascii('hello'), png(0, 10), png(10, 10).slice(0, 14), jpegHead(), [0xff, 0xd8, 1, 2]]
    for (const bytes of broken) expect(imageSize(base64(bytes))).toBeNull()
    for (const text of ['', '====', '!!!!', 'iVBORw0KGgo']) expect(imageSize(text)).toBeNull()
  })

  it('does not follow a file of empty segments without end', () => {
    const segments = Array.from({ length: 20_000 }, () => [0xff, 0xe0, 0, 2]).flat()
    expect(imageSize(base64([0xff, 0xd8, ...segments]))).toBeNull()
  })
})

describe('the tokens of an image', () => {
  it('are width times height by 750, after scaling it down', () => {
    const tokens = (width: number, height: number) => imageTokens(base64(png(width, height)), LIMITS)
    expect(tokens(1000, 750)).toBe(1000)
    expect(tokens(200, 200)).toBe(54) // 53.3
    // 3,136 × 784 is halved to 1,568 × 392.
    expect(tokens(3136, 784)).toBe(820) // 819.5
    expect(tokens(8000, 8000)).toBe(1568)
    expect(imageTokens(base64(png(2000, 1500)), { edge: 2576, tokens: 4784 })).toBe(4000)
    expect(imageTokens('nothing', LIMITS)).toBeNull()
  })
})

function png(width: number, height: number): number[] {
  const number = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 255)
  return [0x89, ...ascii('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...ascii('IHDR'), ...number(width), ...number(height)]
}

function webp(kind: string): number[] {
  return [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...ascii(kind)]
}

/** The start of image, and an application segment of six bytes. */
function jpegHead(): number[] {
  return [0xff, 0xd8, 0xff, 0xe1, 0, 8, 1, 2, 3, 4, 5, 6]
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

function base64(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64')
}
