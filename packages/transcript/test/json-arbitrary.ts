import fc from 'fast-check'

/** Random JSON texts of one line: all kinds of values, white space, escapes and number forms. */
export function jsonText(): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: string; member: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      spaced(fc.oneof(jsonString(), jsonNumber(), fc.constantFrom('true', 'false', 'null'))),
      spaced(fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(',') || ' '}]`)),
      spaced(fc.array(tie('member'), { maxLength: 4 }).map((members) => `{${members.join(',')}}`)),
    ),
    member: fc.tuple(spaced(jsonString()), tie('value')).map(([key, inner]) => `${key}:${inner}`),
  }))
  return value
}

/** A JSON string, each character plain or in one of its escaped forms. */
export function jsonString(
  text: fc.Arbitrary<string> = fc.string({ unit: 'binary', maxLength: 20 }),
): fc.Arbitrary<string> {
  return fc.tuple(text, fc.infiniteStream(fc.nat(9))).map(([inner, choices]) => {
    const escaped = Array.from(inner, (c) => escapeOne(c, choices.next().value ?? 0))
    return `"${escaped.join('')}"`
  })
}

function escapeOne(c: string, choice: number): string {
  if (choice === 0) return Array.from({ length: c.length }, (_, i) => unicodeEscape(c.charCodeAt(i))).join('')
  if (choice === 1 && c === '/') return '\\/'
  return JSON.stringify(c).slice(1, -1)
}

function unicodeEscape(code: number): string {
  const hex = code.toString(16).padStart(4, '0')
  return `\\u${code % 2 === 0 ? hex : hex.toUpperCase()}`
}

function jsonNumber(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.constantFrom('0', '-0', '0.0', '1E5', '1e+5', '-1.25e-10', '123456789012345678901234567890'),
  )
}

function spaced(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const space = fc.constantFrom('', '', '', ' ', '\t', '\r', '  ')
  return fc.tuple(space, value, space).map((parts) => parts.join(''))
}

/** The bytes of a text after a few random faults: changed, removed, inserted or repeated bytes. */
export function damagedBytes(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(...encode('"\\{}[]:, \t\r0e-u\0')))
  const fault = fc.record({
    kind: fc.constantFrom('change', 'remove', 'insert', 'repeat', 'cut'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: byte.filter((value) => value !== 0x0a),
  })
  return fc.tuple(text, fc.array(fault, { minLength: 1, maxLength: 3 })).map(([original, faults]) => {
    let bytes = [...encode(original)]
    for (const { kind, at, byte: value } of faults) {
      const i = Math.floor(at * bytes.length)
      if (kind === 'change') bytes[i] = value
      else if (kind === 'remove') bytes.splice(i, 1)
      else if (kind === 'insert') bytes.splice(i, 0, value)
      else if (kind === 'repeat') bytes.splice(i, 0, ...bytes.slice(i, i + 1 + (value % 8)))
      else bytes = bytes.slice(0, i)
    }
    return Uint8Array.from(bytes)
  })
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
