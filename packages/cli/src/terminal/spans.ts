import type { Paint, Style } from './style.ts'
import { widthOf } from './width.ts'

/** A piece of inert text and how it is painted. Several make a line; wrapping comes before painting. */
export interface Span {
  readonly text: string
  readonly paints: readonly Paint[]
}

export function span(text: string, ...paints: readonly Paint[]): Span {
  return { text, paints }
}

/** One line of spans as the terminal gets it: neighbours of one paint are painted together, white space at the end goes. */
export function painted(spans: readonly Span[], style: Style): string {
  const runs: { text: string; readonly paints: readonly Paint[] }[] = []
  for (const { text, paints } of spans) {
    const last = runs.at(-1)
    if (last !== undefined && isSame(last.paints, paints)) last.text += text
    else runs.push({ text, paints })
  }
  const last = runs.at(-1)
  if (last !== undefined) last.text = last.text.trimEnd()
  return runs.map(({ text, paints }) => paints.reduce((done, paint) => style[paint](done), text)).join('')
}

function isSame(a: readonly Paint[], b: readonly Paint[]): boolean {
  return a.length === b.length && a.every((paint, i) => paint === b[i])
}

export function spansWidth(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0)
}

/** Breaks spans into lines of at most `width` columns, between words where it can; `\n` is a line end. */
export function wrapSpans(spans: readonly Span[], width: number): Span[][] {
  const lines: Span[][] = [[]]
  let used = 0
  const next = (): void => {
    lines.push([])
    used = 0
  }
  const put = (part: Span): void => {
    lines[lines.length - 1].push(part)
    used += widthOf(part.text)
  }
  for (const word of words(spans)) {
    const size = spansWidth(word)
    if (word[0].text === '\n') next()
    else if (used + size <= width) {
      if (used > 0 || word[0].text.trim() !== '') for (const part of word) put(part)
    } else if (word[0].text.trim() === '') next()
    else {
      if (used > 0) next()
      for (const part of word) for (const piece of pieces(part, () => width - used, next)) put(piece)
    }
  }
  while (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop()
  return lines
}

/** Breaks one line of code: anywhere, and its indent stays as it is. */
export function chopSpans(spans: readonly Span[], width: number): Span[][] {
  const lines: Span[][] = [[]]
  let used = 0
  const next = (): void => {
    lines.push([])
    used = 0
  }
  for (const part of spans)
    for (const piece of pieces(part, () => width - used, next)) {
      lines[lines.length - 1].push(piece)
      used += widthOf(piece.text)
    }
  return lines
}

/** A span cut where the room ends; `next` makes new room. A sign wider than a whole line stands over its edge. */
function* pieces(part: Span, room: () => number, next: () => void): Generator<Span> {
  let rest = part.text
  let isFresh = false
  while (widthOf(rest) > room()) {
    const fits = fitting(rest, room()) || (isFresh ? firstSign(rest) : 0)
    if (fits > 0) {
      yield { text: rest.slice(0, fits), paints: part.paints }
      rest = rest.slice(fits)
    }
    next()
    isFresh = true
  }
  if (rest !== '') yield { text: rest, paints: part.paints }
}

/** How much of a text fits into some columns. */
function fitting(text: string, width: number): number {
  let fits = 0
  let used = 0
  for (const sign of text) {
    used += widthOf(sign)
    if (used > width) break
    fits += sign.length
  }
  return fits
}

function firstSign(text: string): number {
  return String.fromCodePoint(text.codePointAt(0) ?? 0).length
}

/** Words, white space and line ends. A word may go over several spans: `**a**,` is one. */
function words(spans: readonly Span[]): Span[][] {
  const found: Span[][] = []
  let isOpen = false
  for (const { text, paints } of spans)
    for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      const isWord = piece.trim() !== ''
      if (isWord && isOpen) found[found.length - 1].push({ text: piece, paints })
      else found.push([{ text: piece, paints }])
      isOpen = isWord
    }
  return found
}
