/*
 * What a terminal takes out of a text without a trace: sequences (mostly colours of a tool's output) and signs without a
 * width. A secret that one of them stands in is torn apart for a detector, and whole again on the screen.
 */

/*
 * Sequences with an end: CSI (`ESC [` or U+009B), strings (OSC, DCS, SOS, PM, APC) up to their
 * terminator, and the short ones. A string that never ends is none, so that it cannot swallow the text behind it. No part
 * runs past the beginning of another, which keeps matching linear.
 */
export const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]/g

/** Signs without a width that can hide text: zero-width spaces, word joiners, byte order marks, tags. */
export const HIDDEN = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu

/** Whether something would be taken out without a trace, so that what stood on both sides of it comes together. */
export function hasTraceless(text: string): boolean {
  // Most texts have neither, which is found out twice as fast as what the pattern asks.
  return text.includes('\x1b') || (NOT_ASCII.test(text) && TRACELESS.test(text))
}

// oxlint-disable-next-line no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/
/** What begins a sequence beside ESC, and what is hidden. */
const TRACELESS =
  // oxlint-disable-next-line no-control-regex
  /[\x90-\x9f\u00ad\u180e\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u

export interface Untorn {
  readonly text: string
  /** By unit of the text: where it stood before. */
  readonly places: Uint32Array
}

/** A text as it looks on a screen, as far as nothing leaves a trace. */
export function untorn(text: string): Untorn {
  const kept = piecesKept(text)
  let places: Uint32Array | null = null
  return {
    text: kept.map(({ start, stop }) => text.slice(start, stop)).join(''),
    // Asked for where something is found, which is seldom.
    get places() {
      return (places ??= placesOf(kept))
    },
  }
}

interface Piece {
  readonly start: number
  readonly stop: number
}

function piecesKept(text: string): Piece[] {
  const taken = [...text.matchAll(SEQUENCES), ...(NOT_ASCII.test(text) ? text.matchAll(HIDDEN) : [])]
    .map(({ index, 0: { length } }) => ({ start: index, stop: index + length }))
    .toSorted((a, b) => a.start - b.start)
  const kept: Piece[] = []
  let at = 0
  for (const { start, stop } of [...taken, { start: text.length, stop: text.length }]) {
    if (start > at) kept.push({ start: at, stop: start })
    at = Math.max(at, stop)
  }
  return kept
}

function placesOf(kept: readonly Piece[]): Uint32Array {
  const places = new Uint32Array(kept.reduce((sum, { start, stop }) => sum + stop - start, 0))
  let length = 0
  for (const { start, stop } of kept) for (let i = start; i < stop; i++) places[length++] = i
  return places
}
