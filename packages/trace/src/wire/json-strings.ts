import { RecentTexts } from '../recent-texts.ts'

/**
 * Texts as strings of JSON. A long one is escaped once for as long as it comes again soon: it stands in the words of several
 * dialects, and a prompt in two spans.
 */
export class JsonStrings {
  readonly #recent = new RecentTexts<Escaped>(MOST_KEPT)
  readonly #around = new Map<string, string>()

  /** `JSON.stringify` of a text. */
  once(text: string): string {
    return text.length < WORTH_KEEPING ? quoted(text) : this.#of(text).once
  }

  /** `JSON.stringify` of that, without the quotes around it: what stands inside of JSON text that is itself a string. */
  twice(text: string): string {
    if (text.length < WORTH_KEEPING) return inside(quoted(text))
    const known = this.#of(text)
    known.twice ??= inside(known.once)
    return known.twice
  }

  /** The same for what dialects put around a text, which is one of a few. */
  around(json: string): string {
    let known = this.#around.get(json)
    if (known === undefined) this.#around.set(json, (known = inside(json)))
    return known
  }

  #of(text: string): Escaped {
    const known = this.#recent.get(text)
    if (known !== undefined) return known
    const escaped: Escaped = { once: JSON.stringify(text), twice: null }
    this.#recent.keep(text, escaped)
    return escaped
  }
}

/** `JSON.stringify` of a short text. Most are ids and names with nothing to escape, and asking for it takes longer than looking. */
function quoted(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH || unit >= FIRST_SURROGATE)
      return JSON.stringify(text)
  }
  return `"${text}"`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_SURROGATE = 0xd800

/** What `JSON.stringify` writes between the quotes. */
function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

interface Escaped {
  readonly once: string
  twice: string | null
}

const WORTH_KEEPING = 64
const MOST_KEPT = 8
