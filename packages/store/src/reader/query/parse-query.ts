import { foldText } from './fold.ts'
import { regexProblem } from './regex-problem.ts'
import { isFilterName, parseFilter, type FilterOptions } from './parse-filter.ts'
import type { Literal, Query, QueryProblem } from './query.ts'
import { Tokens, type Token } from './tokens.ts'

export interface ParseOptions extends FilterOptions {
  /** The text of a saved query, for `@name`. */
  readonly saved?: (name: string) => string | undefined
}

export type ParsedQuery = { readonly query: Query } | { readonly problem: QueryProblem }

/**
 * Reads a query. docs/search.md has the language.
 *
 * Contract: pure. What cannot be read is a problem with its place, never a query that means something
 * else. An unknown `name:` is text, since texts are full of colons.
 */
export function parseQuery(text: string, options: ParseOptions): ParsedQuery {
  const tokens = tokensOf(text)
  if (!Array.isArray(tokens)) return { problem: tokens }
  const parser = new Parser(tokens, text, options)
  try {
    return { query: parser.parse() }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}

function tokensOf(text: string): Token[] | QueryProblem {
  const reader = new Tokens(text, isFilterName)
  const tokens: Token[] = []
  for (let next = reader.next(); next !== null; next = reader.next()) {
    if (!('kind' in next)) return next
    tokens.push(next)
  }
  return tokens
}

/** Ends the reading from wherever it is; never leaves this file. */
class Unreadable extends Error {
  readonly problem: QueryProblem

  constructor(message: string, { at, length }: { readonly at: number; readonly length: number }) {
    super(message)
    this.problem = { message, at, length }
  }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #text: string
  readonly #options: ParseOptions
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], text: string, options: ParseOptions) {
    this.#tokens = tokens
    this.#text = text
    this.#options = options
  }

  parse(): Query {
    if (this.#tokens.length === 0) throw new Unreadable('the query is empty', { at: 0, length: 0 })
    const query = this.#either()
    const rest = this.#peek()
    if (rest !== undefined) throw new Unreadable('nothing is open that this could close', rest)
    return query
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next]
  }

  #either(): Query {
    const parts = [this.#all()]
    while (this.#peek()?.kind === 'or') {
      this.#next++
      parts.push(this.#all())
    }
    return parts.length === 1 ? parts[0] : { kind: 'or', parts }
  }

  #all(): Query {
    const parts = [this.#one()]
    for (let next = this.#peek(); next !== undefined; next = this.#peek()) {
      if (next.kind === 'or' || next.kind === 'close') break
      if (next.kind === 'and') this.#next++
      parts.push(this.#one())
    }
    return parts.length === 1 ? parts[0] : { kind: 'and', parts }
  }

  #one(): Query {
    const token = this.#peek()
    if (token === undefined)
      throw new Unreadable('something is missing at the end', { at: this.#text.length, length: 0 })
    this.#next++
    switch (token.kind) {
      case 'not':
        return this.#deeper(token, () => ({ kind: 'not', part: this.#one() }))
      case 'open':
        return this.#deeper(token, () => this.#group(token))
      case 'word':
        return this.#word(token)
      case 'phrase':
        return literal(token, { wordStart: token.exact, wordEnd: token.exact })
      case 'regex':
        return this.#regex(token)
      case 'filter': {
        const filter = parseFilter(token, this.#options)
        if ('message' in filter) throw new Unreadable(filter.message, token)
        return { kind: 'filter', filter }
      }
      default:
        throw new Unreadable(`${this.#textOf(token)} stands where something to look for should`, token)
    }
  }

  #group(open: Token): Query {
    const query = this.#either()
    if (this.#peek()?.kind !== 'close') throw new Unreadable('the parenthesis is not closed', open)
    this.#next++
    return query
  }

  #deeper(token: Token, parse: () => Query): Query {
    if (++this.#depth > MAX_DEPTH) throw new Unreadable('the query nests too deep', token)
    const query = parse()
    this.#depth--
    return query
  }

  #word(token: Extract<Token, { kind: 'word' }>): Query {
    const saved = /^@[\w-]+$/.test(token.text) ? this.#options.saved?.(token.text.slice(1)) : undefined
    if (saved !== undefined && !token.exact) return this.#savedQuery(token, saved)
    if (token.exact) return literal(token, { wordStart: true, wordEnd: true })
    const wordStart = token.text.length > 1 && token.text.endsWith('*')
    const wordEnd = token.text.length > 1 && token.text.startsWith('*')
    const text = token.text.slice(wordEnd ? 1 : 0, wordStart ? -1 : undefined)
    // Stars on both sides ask for a part of a word, which a bare word does too.
    return literal({ ...token, text }, { wordStart: wordStart && !wordEnd, wordEnd: wordEnd && !wordStart })
  }

  #savedQuery(token: Token, text: string): Query {
    const name = this.#textOf(token)
    if ((this.#options.within ?? []).includes(name)) throw new Unreadable(`${name} uses itself`, token)
    const parsed = parseQuery(text, { ...this.#options, within: [...(this.#options.within ?? []), name] })
    if ('query' in parsed) return parsed.query
    throw new Unreadable(`the saved query ${name} cannot be read: ${parsed.problem.message}`, token)
  }

  #regex(token: Extract<Token, { kind: 'regex' }>): Query {
    const source = token.source.normalize('NFC')
    const flags = `gmu${token.flags.includes('c') ? '' : 'i'}${token.flags.includes('s') ? 's' : ''}`
    const problem = regexProblem(source, flags)
    if (problem !== null) throw new Unreadable(problem, token)
    return { kind: 'regex', regex: { source, flags } }
  }

  #textOf({ at, length }: Token): string {
    return this.#text.slice(at, at + length)
  }
}

/** Deeper than anybody types, and far from the end of a stack. */
const MAX_DEPTH = 100

function literal(token: Token & { readonly text: string }, ends: Omit<Literal, 'pieces'>): Query {
  const pieces = foldText(token.text)
    .split(/\s+/)
    .filter((piece) => piece !== '')
  if (pieces.length === 0) throw new Unreadable('there is nothing to look for in it', token)
  return { kind: 'literal', literal: { pieces, ...ends } }
}
