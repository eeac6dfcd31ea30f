import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesInMemory } from './bodies.ts'
import { rewritten } from './rewrite.ts'
import { Scanner } from '../scan/scanner.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

const line = fc.oneof(
  fc.record({ uuid: fc.uuid(), text: fc.string({ unit: 'binary' }) }).map((row) => JSON.stringify(row)),
  fc.constantFrom('', '{"torn":', 'null', '\0\0', '{"a":1}{"uuid":"b"}', '  {"c" : 1}  \r', '\uFEFF{"d":1}'),
)

describe('rewrite', () => {
  it('gives back the bytes of whatever was not touched', () => {
    fc.assert(
      fc.property(fc.array(line), fc.uint8Array({ maxLength: 40 }), (lines, tail) => {
        const head = encodeUtf8(lines.join('\n'))
        const bytes = new Uint8Array([...head, ...tail])
        expect(rewritten(scanned(bytes), bytesInMemory(bytes), bytes.length, new Map())).toEqual(bytes)
      }),
    )
  })

  it('changes one row, takes out another and keeps the rest', () => {
    const text = '{"uuid":"a"}\nrubbish\n{"uuid":"b"}\r\n{"uuid":"c"}{"uuid":"d"}\n{"uuid":"e"}'
    const change = (changes: [number, string | null][]): string => {
      const bytes = encodeUtf8(text)
      return decodeUtf8(rewritten(scanned(bytes), bytesInMemory(bytes), bytes.length, new Map(changes)))
    }
    expect(change([[1, '{"uuid":"B"}']])).toBe(text.replace('"b"', '"B"'))
    expect(change([[0, null]])).toBe(text.slice('{"uuid":"a"}\n'.length))
    expect(change([[2, null]])).toBe(text.replace('{"uuid":"c"}', ''))
    expect(
      change([
        [3, null],
        [4, '{}'],
      ]),
    ).toBe('{"uuid":"a"}\nrubbish\n{"uuid":"b"}\r\n{"uuid":"c"}{}')
    expect(change([[4, null]])).toBe(text.slice(0, -'{"uuid":"e"}'.length))
  })
})

function scanned(bytes: Uint8Array): Scanner {
  const scan = new Scanner()
  scan.push(bytes)
  scan.end()
  return scan
}
