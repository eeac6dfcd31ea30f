/**
 * `key1=value1,key2=value2` of the OTEL_ variables: names and values percent-encoded, spaces around them ignored, what
 * follows a semicolon too (the form of W3C Baggage).
 *
 * Contract: null where any part of it cannot be read; the specification wants the whole value discarded then.
 */
export function keyValues(text: string): Record<string, string> | null {
  const found: Record<string, string> = {}
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const member = part.split(';')[0]
    const at = member.indexOf('=')
    const key = decoded(member.slice(0, Math.max(0, at)).trim())
    const value = decoded(member.slice(at + 1).trim())
    if (!key || value === null) return null
    found[key] = value
  }
  return found
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone % or bytes that are no UTF-8.
    return null
  }
}
