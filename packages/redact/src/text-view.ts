import { hasTraceless, untorn } from './traceless.ts'

/** A text as somebody else reads it, and where each of its units stands in the text itself. */
export interface TextView {
  readonly text: string
  start(unit: number): number
  end(unit: number): number
}

/**
 * The other ways a text can be read in which a secret is whole that stands torn in the text: without what a screen
 * takes out (colours), with escapes of JSON decoded, and both. Most texts have none.
 */
export function otherViews(text: string): TextView[] {
  const views: TextView[] = []
  if (hasTraceless(text)) views.push(onScreen(text))
  if (!hasEscapes(text)) return views
  const decoded = unescaped(text)
  views.push(decoded)
  if (!hasTraceless(decoded.text)) return views
  const shown = onScreen(decoded.text)
  return [
    ...views,
    {
      text: shown.text,
      start: (unit) => decoded.start(shown.start(unit)),
      end: (unit) => decoded.end(shown.end(unit) - 1),
    },
  ]
}

/** A secret without what tears it: the same secret has one placeholder, torn or not. */
export function whole(secret: string): string {
  const decoded = hasEscapes(secret) ? unescaped(secret).text : secret
  return hasTraceless(decoded) ? untorn(decoded).text : decoded
}

function onScreen(text: string): TextView {
  const shown = untorn(text)
  return {
    text: shown.text,
    start: (unit) => shown.places[unit],
    end: (unit) => shown.places[unit] + 1,
  }
}

function hasEscapes(text: string): boolean {
  return text.includes('\\') && ESCAPES.test(text)
}

/** Other escapes stand for what ends a token anyway. */
const ESCAPES = /\\u[0-9a-fA-F]{4}|\\\//
const EVERY_ESCAPE = /\\u([0-9a-fA-F]{4})|\\\//g

function unescaped(text: string): TextView {
  const places = new Uint32Array(text.length + 1)
  const parts: string[] = []
  let length = 0
  let at = 0
  const keep = (stop: number): void => {
    for (let i = at; i < stop; i++) places[length++] = i
    parts.push(text.slice(at, stop))
  }
  for (const { index, 0: escape, 1: code } of text.matchAll(EVERY_ESCAPE)) {
    keep(index)
    places[length++] = index
    parts.push(code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)))
    at = index + escape.length
  }
  keep(text.length)
  places[length] = text.length
  return { text: parts.join(''), start: (unit) => places[unit], end: (unit) => places[unit + 1] }
}
