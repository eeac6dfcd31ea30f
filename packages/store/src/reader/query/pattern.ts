/**
 * A regular expression as a tree: enough to tell which texts it needs and whether it could run for ever.
 */
export type Pattern =
  | { readonly kind: 'char'; readonly text: string }
  /** One character out of several, or one that is not looked at more closely. */
  | { readonly kind: 'any' }
  /** `^`, `$`, `\b`, lookarounds: no text of its own. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'back-reference' }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
  /** What a lookaround looks for. */
  | { readonly kind: 'look'; readonly part: Pattern }

/** Contract: `source` is one that `new RegExp(source, 'u')` accepts. */
export function parsePattern(source: string): Pattern {
  return new PatternParser(source).choice()
}

class PatternParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  choice(): Pattern {
    const parts = [this.#sequence()]
    while (this.#source[this.#at] === '|') {
      this.#at++
      parts.push(this.#sequence())
    }
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts }
  }

  #sequence(): Pattern {
    const parts: Pattern[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]))
      parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): Pattern {
    const part = this.#atom()
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 40))
    if (quantifier === null) return part
    this.#at += quantifier[0].length
    const [text, from, comma, to] = quantifier
    if (text.startsWith('*')) return { kind: 'repeat', part, min: 0, max: Infinity }
    if (text.startsWith('+')) return { kind: 'repeat', part, min: 1, max: Infinity }
    if (text.startsWith('?')) return { kind: 'repeat', part, min: 0, max: 1 }
    const max = comma === '' ? Number(from) : to === '' ? Infinity : Number(to)
    return { kind: 'repeat', part, min: Number(from), max }
  }

  #atom(): Pattern {
    const c = this.#take()
    switch (c) {
      case '(':
        return this.#group()
      case '[':
        return this.#class()
      case '\\':
        return this.#escape()
      case '.':
        return { kind: 'any' }
      case '^':
      case '$':
        return { kind: 'empty' }
      default:
        return { kind: 'char', text: c }
    }
  }

  #group(): Pattern {
    const look = /^\?<?[=!]/.exec(this.#source.slice(this.#at, this.#at + 3))
    const opening = look ?? /^\?(?::|<[^>]*>)/.exec(this.#source.slice(this.#at))
    this.#at += opening?.[0].length ?? 0
    const part = this.choice()
    this.#at++
    return look === null ? part : { kind: 'look', part }
  }

  #class(): Pattern {
    while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1
    this.#at++
    return { kind: 'any' }
  }

  #escape(): Pattern {
    const c = this.#take()
    const rest = this.#source.slice(this.#at)
    switch (c) {
      case 'b':
      case 'B':
        return { kind: 'empty' }
      case 'k':
        return this.#skip(/^<[^>]*>/, { kind: 'back-reference' })
      case 'p':
      case 'P':
        return this.#skip(/^\{[^}]*\}/, { kind: 'any' })
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W':
        return { kind: 'any' }
      case 'c':
        return this.#skip(/^./, { kind: 'any' })
      case 'x':
        return this.#code(/^([0-9a-f]{2})/i.exec(rest))
      case 'u':
        return this.#code(/^\{([0-9a-f]+)\}/i.exec(rest) ?? /^([0-9a-f]{4})/i.exec(rest))
      default:
        if (/[1-9]/.test(c)) return this.#skip(/^\d*/, { kind: 'back-reference' })
        return { kind: 'char', text: CONTROL.get(c) ?? c }
    }
  }

  /** Halves of a pair are each a character here; a literal that has one is not looked for. */
  #code(match: RegExpExecArray | null): Pattern {
    if (match === null) return { kind: 'any' }
    this.#at += match[0].length
    return { kind: 'char', text: String.fromCodePoint(Number.parseInt(match[1], 16)) }
  }

  #skip(what: RegExp, pattern: Pattern): Pattern {
    this.#at += what.exec(this.#source.slice(this.#at))?.[0].length ?? 0
    return pattern
  }

  #take(): string {
    const c = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)
    this.#at += c.length
    return c
  }
}

const CONTROL: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['f', '\f'],
  ['0', '\0'],
])
