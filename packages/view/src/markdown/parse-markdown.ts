import { Lexer } from 'marked'
import type { MarkedToken, Token } from 'marked'

export type { MarkedToken } from 'marked'

/**
 * Markdown of a transcript as tokens; null where the text is better shown as it stands.
 *
 * Contract: costs little for any text. The lexer needs seconds for some texts of 30 KB (long runs of `_a`) and
 * overflows the stack on deep nesting, so what looks like either is not given to it.
 */
export function parseMarkdown(text: string): MarkedToken[] | null {
  if (text.length > MOST_SIGNS || NESTED.test(text) || hasManyMarks(text)) return null
  return known(new Lexer({ gfm: true }).lex(text))
}

/** Longer texts are pastes and dumps, not prose. */
const MOST_SIGNS = 200_000

/** A line that opens dozens of quotes or lists at once. */
const NESTED = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){24}/m

/** Emphasis costs the square of the marks in a paragraph: 500 cost a few milliseconds, 20,000 three seconds. */
const MOST_MARKS = 500

function hasManyMarks(text: string): boolean {
  let marks = 0
  let isBlank = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === NEWLINE) {
      if (isBlank) marks = 0
      isBlank = true
    } else if (code !== SPACE) {
      isBlank = false
      if (
        (code === STAR || code === UNDERSCORE || code === TILDE || code === BRACKET) &&
        ++marks > MOST_MARKS
      )
        return true
    }
  }
  return false
}

const [NEWLINE, SPACE, STAR, UNDERSCORE, TILDE, BRACKET] = [10, 32, 42, 95, 126, 91]

/** Without extensions the lexer makes no tokens but its own. */
export function known(tokens: readonly Token[] | undefined): MarkedToken[] {
  return (tokens ?? []) as MarkedToken[]
}

/** The few entities that models write in prose, as the signs they stand for. */
export function withoutEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity])
    : text
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}
