/** The type of a picture by its first bytes (the formats' own specifications), whatever a transcript says; null for none. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return PICTURES.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

const PICTURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  // GIF87a, GIF89a
  ['image/gif', /^47494638(?:37|39)61/],
  // RIFF, four bytes, WEBP
  ['image/webp', /^52494646[\da-f]{8}57454250/],
]
