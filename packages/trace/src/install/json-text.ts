/** A value of a JSON text, with the place where it stands. */
export type JsonNode = JsonObject | JsonArray | JsonScalar

interface Place {
  readonly start: number
  readonly end: number
}

export interface JsonObject extends Place {
  readonly kind: 'object'
  readonly members: readonly JsonMember[]
}

export interface JsonMember extends Place {
  readonly name: string
  readonly value: JsonNode
}

export interface JsonArray extends Place {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
}

export interface JsonScalar extends Place {
  readonly kind: 'scalar'
  readonly value: unknown
}

/** Where everything stands in a text that `JSON.parse` takes. Throws its `SyntaxError` for any other. */
export function jsonNodes(text: string): JsonNode {
  JSON.parse(text)
  return new Reader(text).node()
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  node(): JsonNode {
    this.#skipSpace()
    const start = this.#at
    const first = this.#text[start]
    if (first === '{') {
      const members = this.#list('}', () => this.#member())
      return { kind: 'object', start, end: this.#at, members }
    }
    if (first === '[') {
      const items = this.#list(']', () => this.node())
      return { kind: 'array', start, end: this.#at, items }
    }
    SCALAR.lastIndex = start
    const word = SCALAR.exec(this.#text)?.[0] ?? ''
    this.#at += word.length
    return { kind: 'scalar', start, end: this.#at, value: JSON.parse(word) }
  }

  #member(): JsonMember {
    const name = this.node()
    this.#skipSpace()
    this.#at++
    const value = this.node()
    return {
      name: name.kind === 'scalar' ? String(name.value) : '',
      value,
      start: name.start,
      end: value.end,
    }
  }

  #list<T>(closing: string, next: () => T): T[] {
    const found: T[] = []
    for (;;) {
      // Behind the opening bracket, or a comma.
      this.#at++
      this.#skipSpace()
      if (this.#text[this.#at] !== closing) found.push(next())
      this.#skipSpace()
      if (this.#text[this.#at] === ',') continue
      this.#at++
      return found
    }
  }

  #skipSpace(): void {
    while (SPACES.has(this.#text[this.#at] ?? '')) this.#at++
  }
}

const SPACES = new Set([' ', '\t', '\n', '\r'])
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,:[\]{}]+/y

/** How a text is laid out, so that what is put in looks like what is there. */
export interface JsonLayout {
  /** Empty for a text on one line. */
  readonly newline: string
  readonly indent: string
}

export function layoutOf(text: string): JsonLayout {
  const newline = /\r?\n/.exec(text.trimEnd())?.[0] ?? ''
  // `{}` says nothing: then as Claude Code writes it.
  if (newline === '')
    return text.trim().length > 2 ? { newline, indent: '' } : { newline: '\n', indent: '  ' }
  return { newline, indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ' }
}

/** The text with a value behind the last one of a list, or with a member, where `name` is given, behind the last one of an object. */
export function withAppended(
  text: string,
  list: JsonArray | JsonObject,
  { name, value }: { readonly name?: string; readonly value: unknown },
): string {
  const layout = layoutOf(text)
  const children = list.kind === 'array' ? list.items : list.members
  const last = children.at(-1)
  const isSpread =
    layout.newline !== '' && (last === undefined || text.slice(list.start, last.start).includes('\n'))
  const depth = isSpread ? depthOf(text, list, layout) : 0
  const inner = isSpread ? `${layout.newline}${layout.indent.repeat(depth + 1)}` : ''
  const written = isSpread ? spread(value, layout, depth + 1) : JSON.stringify(value)
  const label = name === undefined ? '' : `${JSON.stringify(name)}:${isSpread ? ' ' : ''}`
  if (last !== undefined)
    return `${text.slice(0, last.end)},${isSpread ? inner : ''}${label}${written}${text.slice(last.end)}`
  const [opening, closing] = list.kind === 'array' ? ['[', ']'] : ['{', '}']
  const outer = isSpread ? `${layout.newline}${layout.indent.repeat(depth)}` : ''
  return `${text.slice(0, list.start)}${opening}${inner}${label}${written}${outer}${closing}${text.slice(list.end)}`
}

/** The text without a member or an item; a list that has nothing else becomes empty. */
export function withoutChild(text: string, list: JsonArray | JsonObject, index: number): string {
  const children: readonly Place[] = list.kind === 'array' ? list.items : list.members
  const child = children[index]
  const [before, after] = [children[index - 1], children[index + 1]]
  if (before !== undefined) return text.slice(0, before.end) + text.slice(child.end)
  if (after !== undefined) return text.slice(0, child.start) + text.slice(after.start)
  return `${text.slice(0, list.start + 1)}${text.slice(list.end - 1)}`
}

/** How deep the line stands on which a list begins. */
function depthOf(text: string, list: Place, { indent }: JsonLayout): number {
  const line = text.slice(text.lastIndexOf('\n', list.start - 1) + 1, list.start)
  const space = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return Math.round(space / indent.length)
}

function spread(value: unknown, { newline, indent }: JsonLayout, depth: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${newline}${indent.repeat(depth)}`)
}
