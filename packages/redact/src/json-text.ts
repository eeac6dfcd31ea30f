/**
 * JSON text with its strings changed; keys, numbers and white space stay as they are. One pass and no recursion, nor a
 * pattern over a whole string: a line can hold 100 MB in one, which is more than a pattern's stack.
 */
export function mapJsonText(json: string, change: (text: string, name: string) => string): string {
  const parts: string[] = []
  let done = 0
  let key = ''
  for (let open = json.indexOf('"'); open >= 0;) {
    const end = closingQuote(json, open + 1)
    if (end < 0) break
    const inner = json.slice(open + 1, end)
    if (isKey(json, end + 1)) key = inner
    else {
      const text = isBlob(inner) ? null : decoded(inner)
      const safe = text === null ? null : change(text, key)
      if (safe !== null && safe !== text) {
        parts.push(json.slice(done, open), JSON.stringify(safe))
        done = end + 1
      }
    }
    open = json.indexOf('"', end + 1)
  }
  return done === 0 ? json : parts.join('') + json.slice(done)
}

/** The quote that ends a string: one with no, or an even number of, backslashes before it. -1 for none. */
function closingQuote(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (at - slashes > from && json.charCodeAt(at - slashes - 1) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

const BACKSLASH = 0x5c

function isKey(json: string, from: number): boolean {
  let at = from
  while (WHITE.has(json[at])) at++
  return json[at] === ':'
}

/** What JSON takes for white space. */
const WHITE: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r'])

/** Images and signatures: nothing that a detector knows is one unbroken run of so many signs. */
export function isBlob(text: string): boolean {
  return text.length >= 1000 && !/[^A-Za-z0-9+/=_-]/.test(text)
}

function decoded(inner: string): string | null {
  if (!inner.includes('\\')) return inner
  try {
    return String(JSON.parse(`"${inner}"`))
  } catch {
    // An escape that is none: the row was only skimmed, and nobody parses it later either.
    return null
  }
}
