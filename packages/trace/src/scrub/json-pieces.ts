/**
 * The JSON text of a value in pieces, as `JSON.stringify` writes it. Without recursion, since nesting is as deep as the
 * file says, and without holding the whole text.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  const work: unknown[] = [value]
  while (work.length > 0) {
    const next = work.pop()
    if (next instanceof Text) yield next.text
    else if (Array.isArray(next)) yield* open(work, '[', listParts(next))
    else if (typeof next === 'object' && next !== null) yield* open(work, '{', objectParts(next))
    else yield JSON.stringify(next) ?? 'null'
  }
}

class Text {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function* open(work: unknown[], bracket: string, parts: unknown[]): Generator<string> {
  yield bracket
  for (let i = parts.length - 1; i >= 0; i--) work.push(parts[i])
}

function listParts(list: readonly unknown[]): unknown[] {
  const parts: unknown[] = []
  for (const item of list) {
    if (parts.length > 0) parts.push(COMMA)
    parts.push(item)
  }
  parts.push(CLOSE_LIST)
  return parts
}

function objectParts(object: object): unknown[] {
  const parts: unknown[] = []
  for (const [key, value] of Object.entries(object))
    parts.push(new Text(`${parts.length === 0 ? '' : ','}${JSON.stringify(key)}:`), value)
  parts.push(CLOSE_OBJECT)
  return parts
}

const COMMA = new Text(',')
const CLOSE_LIST = new Text(']')
const CLOSE_OBJECT = new Text('}')
