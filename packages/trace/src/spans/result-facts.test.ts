import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsInBytes } from './result-facts.ts'

const MESSAGE = '{"role":"user","content":[]}'

/** The facts of a row by its bytes, `toolUseResult` before or behind `message`. */
function factsOf(result: string, { before = '', behind = '', first = false } = {}): unknown {
  const [one, two] = first ? ['toolUseResult', 'message'] : ['message', 'toolUseResult']
  const text = { message: MESSAGE, toolUseResult: result }
  const head = `{${before}"${one}":${text[one as keyof typeof text]},"${two}":`
  const row = `${head}${text[two as keyof typeof text]}${behind}}`
  const ends = [head.length - two.length - 4, head.length + text[two as keyof typeof text].length]
  const places = [
    { start: ends[0] - text[one as keyof typeof text].length, end: ends[0] },
    { start: head.length, end: ends[1] },
  ].map(({ start, end }) => ({
    start: Buffer.byteLength(row.slice(0, start)),
    end: Buffer.byteLength(row.slice(0, end)),
  }))
  const [message, found] = first ? [places[1], places[0]] : places
  return factsInBytes(Buffer.from(row), { message, result: found })
}

const NOTHING = { status: null, launched: false }

describe('what a row says of how a call ended', () => {
  it('stands in its result', () => {
    expect(factsOf('{"stdout":"a","interrupted":true}')).toEqual({ status: 'interrupted', launched: false })
    expect(factsOf('{ "isAsync" : true }')).toEqual({ status: null, launched: true })
    expect(factsOf('{"status":"async_launched"}')).toEqual({ status: null, launched: true })
    expect(factsOf('{"status":"completed","interrupted":false}')).toEqual(NOTHING)
  })

  it('is not what something inside of the result says', () => {
    expect(
      factsOf('{"a":{"interrupted":true},"b":[{"isAsync":true}],"c":"\\",\\"interrupted\\":true"}'),
    ).toEqual(NOTHING)
    expect(factsOf('"interrupted"')).toEqual(NOTHING)
    expect(factsOf('[{"interrupted":true}]')).toEqual(NOTHING)
  })

  it('is not known from bytes where the row may name a denial, or hides names in escapes', () => {
    expect(factsOf('{}', { behind: ',"toolDenialKind":"user-rejected"' })).toBeNull()
    expect(factsOf('{}', { before: '"tool\\u0044enialKind":"interrupted",' })).toBeNull()
    expect(factsOf('{"inter\\u0072upted":true}')).toBeNull()
    expect(factsOf('{"status":"async\\u005flaunched"}')).toBeNull()
  })

  it('is what the parsed result says, whatever stands around it', () => {
    const key = fc.oneof(
      fc.constantFrom('interrupted', 'isAsync', 'status', 'x'),
      fc.string({ unit: 'binary' }),
    )
    const value = fc.oneof(
      fc.boolean(),
      fc.constantFrom('async_launched', 'a"b\\'),
      fc.jsonValue({ maxDepth: 3 }),
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(key, value), fc.jsonValue()),
        fc.boolean(),
        fc.constantFrom(undefined, 1),
        (result, first, space) => {
          const facts = factsOf(JSON.stringify(result, null, space)?.replaceAll('\n', ' '), { first })
          const fields = (
            typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {}
          ) as Record<string, unknown>
          // Null is an answer too: then the row is parsed.
          if (facts !== null)
            expect(facts).toEqual({
              status: fields['interrupted'] === true ? 'interrupted' : null,
              launched: fields['isAsync'] === true || fields['status'] === 'async_launched',
            })
        },
      ),
    )
  })
})
