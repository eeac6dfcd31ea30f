import { describe, expect, it } from 'vitest'
import { mapJsonText } from './json-text.ts'

describe('mapJsonText', () => {
  const upper = (text: string, name = ''): string =>
    name === 'secret' ? 'HIDDEN' : text.replaceAll('s3', 'X')

  it.each([
    ['{"a":"s3","b":["s3",1,true,null]}', '{"a":"X","b":["X",1,true,null]}'],
    ['{"s3":"a"}', '{"s3":"a"}'],
    ['{ "secret" : "x" , "b" : "\\u0073\\u0033\\n" }', '{ "secret" : "HIDDEN" , "b" : "X\\n" }'],
    ['{"a":"\\"s3\\\\"}', '{"a":"\\"X\\\\"}'],
    [`{"data":"${'s3'.repeat(800)}"}`, `{"data":"${'s3'.repeat(800)}"}`],
    ['"s3"', '"X"'],
    ['{"torn":"s3', '{"torn":"s3'],
    ['{"__proto__":"s3"}', '{"__proto__":"X"}'],
  ])('%s', (json, expected) => {
    expect(mapJsonText(json, upper)).toBe(expected)
  })

  it('needs no stack, however deep the JSON', () => {
    const json = `${'['.repeat(100_000)}"s3"${']'.repeat(100_000)}`
    expect(mapJsonText(json, upper)).toBe(json.replace('s3', 'X'))
  })
})
