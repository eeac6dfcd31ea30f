/**
 * A picture in base64 as a `data:` address; null unless its bytes are those of a picture that a browser shows without
 * running anything (SVG can hold scripts), whatever the transcript says that they are.
 */
export function pictureAddress(base64: string | null): string | null {
  if (base64 === null) return null
  // As decoders read it: up to the padding, in either alphabet, without what belongs to none.
  const signs = base64
    .split('=', 1)[0]
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  const type = PICTURES.find(([, isSuch]) => isSuch.test(signs))?.[0]
  return type === undefined ? null : `data:${type};base64,${signs}${'='.repeat(-signs.length & 3)}`
}

/** By the first bytes of the file (the formats' own specifications), as base64 writes them. */
const PICTURES: readonly (readonly [type: string, isSuch: RegExp])[] = [
  ['image/png', /^iVBORw0KGg[o-r]/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGOD[dl]h/],
  ['image/webp', /^UklGR[g-v].{4}[BFJNRVZdhlptx159]XRUJQ/],
]
