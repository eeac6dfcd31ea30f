import { widthOf } from './width.ts'

/**
 * Breaks inert text into lines of at most `width` columns, between words where it can. A line keeps
 * its indent when it goes on, so lists and code stay readable. Styles come after this.
 */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width))
}

/** The text cut to `width` columns, an ellipsis in the place of the rest. */
export function shorten(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text
  let used = 0
  let end = 0
  for (const sign of text) {
    const next = used + widthOf(sign)
    if (next > width - 1) break
    used = next
    end += sign.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

/** The same for paths, whose ends tell more: the ellipsis stands in the place of the beginning. */
export function shortenStart(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text
  const signs = Array.from(text)
  let used = 0
  let first = signs.length
  while (first > 0 && used + widthOf(signs[first - 1]) <= width - 1) used += widthOf(signs[--first])
  return `…${signs.slice(first).join('').trimStart()}`
}

/** Parts joined by ` · `, broken between parts only where a part fits a line. */
export function wrapParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts.flatMap((text) => wrapLine(text, width))) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + SEPARATOR.length + widthOf(part) <= width)
      lines[lines.length - 1] = `${last}${SEPARATOR}${part}`
    else lines.push(part)
  }
  return lines
}

const SEPARATOR = ' · '

function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line]
  const indent = hangingIndent(line, width)
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of line.match(/\s+|\S+/g) ?? []) {
    const size = widthOf(word)
    if (used + size <= width) {
      current += word
      used += size
      continue
    }
    if (word.trim() === '') {
      // White space that no longer fits is the line break.
      lines.push(current.trimEnd())
      current = indent
      used = indent.length
      continue
    }
    if (current.trim() !== '') lines.push(current.trimEnd())
    // An indent as deep as the line gives way too.
    current = indent
    used = indent.length
    for (const sign of word) {
      const signWidth = widthOf(sign)
      if (used + signWidth > width && current.trim() !== '') {
        lines.push(current)
        current = indent
        used = indent.length
      }
      current += sign
      used += signWidth
    }
  }
  if (current.trim() !== '') lines.push(current.trimEnd())
  return lines
}

/** What follows goes under the text of the line: past its indent and the sign of a list. */
function hangingIndent(line: string, width: number): string {
  const lead = /^\s*(?:[-*•] |\d{1,3}[.)] )?/.exec(line)?.[0].length ?? 0
  return ' '.repeat(Math.min(lead, Math.floor(width / 2)))
}
