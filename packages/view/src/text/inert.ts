import { HIDDEN, SEQUENCES } from '@skein/redact'

/**
 * Makes text from a transcript harmless on a terminal. A transcript is hostile input: it holds what
 * tools and web pages printed, and a terminal obeys what it is shown.
 *
 * Contract: the result holds no control character but `\n`, no escape sequence and nothing that
 * changes the direction of text or hides it. Whole sequences go without a trace (they are mostly
 * colours of a tool's output); a single control character stays visible as a sign of its own.
 */
export function inert(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(HIDDEN, '')
    .replace(DIRECTION, escaped)
    .replace(CONTROLS, pictured)
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(/^.*\t.*$/gm, withoutTabs)
}

/** The same in one line: all white space becomes single spaces. */
export function inertLine(text: string): string {
  return inert(text).replace(/\s+/g, ' ').trim()
}

/** Printable ASCII and newlines: nearly everything, and nothing to do. */
const PLAIN = /^[\x20-\x7e\n]*$/

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g

/** Marks, embeddings, overrides and isolates of bidirectional text. */
export const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

const LONE_SURROGATES = /\p{Surrogate}/gu

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function pictured(sign: string): string {
  const code = sign.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : `\\x${code.toString(16)}`
}

/** Tabs reach to the next column that four divides: eight leaves too little of a narrow screen. */
function withoutTabs(line: string): string {
  let expanded = ''
  for (const [i, part] of line.split('\t').entries()) {
    if (i > 0) expanded += ' '.repeat(4 - (expanded.length % 4))
    expanded += part
  }
  return expanded
}
