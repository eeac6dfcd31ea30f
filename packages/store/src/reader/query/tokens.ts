import type { QueryProblem } from './query.ts'

/** A piece of a query's text. `at` and `length` say where it stands. */
export type Token = TokenKind & { readonly at: number; readonly length: number }

type TokenKind =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' }
  | { readonly kind: 'word'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'phrase'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'filter'; readonly name: string; readonly value: string; readonly quoted: boolean }

/**
 * Cuts a query into tokens. Only `(` at the start of a word groups, and only the `)` that closes such a
 * group ends it, so `main()` is a word.
 */
export class Tokens {
  readonly #text: string
  readonly #isFilter: (name: string) => boolean
  #at = 0
  #groups = 0

  constructor(text: string, isFilter: (name: string) => boolean) {
    this.#text = text
    this.#isFilter = isFilter
  }

  /** The next token, null at the end; a problem where none can be read. */
  next(): Token | QueryProblem | null {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
    const at = this.#at
    if (at >= this.#text.length) return null
    const c = this.#text[at]
    if (c === '(') return this.#group('open', 1)
    if (c === ')' && this.#groups > 0) return this.#group('close', -1)
    // Two dashes begin an option that somebody looks for, such as `--force`.
    if (c === '-' && at + 1 < this.#text.length && !/[-\s)]/.test(this.#text[at + 1]))
      return this.#take({ kind: 'not' }, 1)
    if (c === '/') {
      const regex = this.#regex()
      if (regex !== null) return regex
    }
    if (c === '"') return this.#quoted((text) => ({ kind: 'phrase', text, exact: false }), 0)
    if (this.#text.startsWith('="', at))
      return this.#quoted((text) => ({ kind: 'phrase', text, exact: true }), 1)
    return this.#word()
  }

  #group(kind: 'open' | 'close', change: number): Token {
    this.#groups += change
    return this.#take({ kind }, 1)
  }

  #take(token: TokenKind, length: number): Token {
    const at = this.#at
    this.#at += length
    return { ...token, at, length }
  }

  #word(): Token | QueryProblem {
    const text = this.#wordText()
    const filter = /^([a-z]+):/.exec(text)
    if (filter !== null && this.#isFilter(filter[1])) return this.#filter(filter[1], text)
    const operator = OPERATORS.get(text)
    if (operator !== undefined) return this.#take({ kind: operator }, text.length)
    const exact = text.length > 1 && text.startsWith('=')
    return this.#take({ kind: 'word', text: exact ? text.slice(1) : text, exact }, text.length)
  }

  #filter(name: string, text: string): Token | QueryProblem {
    const start = name.length + 1
    if (this.#text[this.#at + start] === '"')
      return this.#quoted((value) => ({ kind: 'filter', name, value, quoted: true }), start)
    if (text.length > start)
      return this.#take({ kind: 'filter', name, value: text.slice(start), quoted: false }, text.length)
    return { message: `${name}: needs a value`, at: this.#at, length: text.length }
  }

  /** Up to white space, or the parenthesis that closes a group and not one of the word's own. */
  #wordText(): string {
    let end = this.#at
    let own = 0
    for (; end < this.#text.length; end++) {
      const c = this.#text[end]
      if (/\s/.test(c)) break
      if (c === '(') own++
      if (c === ')' && own-- === 0) {
        if (this.#groups > 0) break
        own = 0
      }
    }
    return this.#text.slice(this.#at, end)
  }

  /** A quoted text whose quote stands `before` characters on. In it `\"` is a quote and `\\` a backslash. */
  #quoted(token: (text: string) => TokenKind, before: number): Token | QueryProblem {
    const start = this.#at + before + 1
    for (let end = start; end < this.#text.length; end++) {
      if (this.#text[end] === '\\') end++
      else if (this.#text[end] === '"')
        return this.#take(token(unescaped(this.#text.slice(start, end))), end + 1 - this.#at)
    }
    return { message: 'the quote is not closed', at: this.#at + before, length: 1 }
  }

  /** `/…/` with flags and nothing behind it; else the slash begins a path. */
  #regex(): Token | null {
    let inClass = false
    for (let end = this.#at + 1; end < this.#text.length; end++) {
      const c = this.#text[end]
      if (c === '\\') end++
      else if (c === '[') inClass = true
      else if (c === ']') inClass = false
      else if (c === '/' && !inClass) {
        const flags = /^[cimsu]*(?=[\s)]|$)/.exec(this.#text.slice(end + 1))
        if (flags === null || end === this.#at + 1) return null
        const source = this.#text.slice(this.#at + 1, end)
        return this.#take({ kind: 'regex', source, flags: flags[0] }, end + 1 + flags[0].length - this.#at)
      }
    }
    return null
  }
}

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1')
}
