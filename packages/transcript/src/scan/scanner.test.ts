import { describe, expect, it } from 'vitest'
import { scan, scanText } from '../../test/scan-text.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { FLAG } from './columns.ts'
import { PlainWalker } from './plain-walker.ts'
import { Scanner } from './scanner.ts'
import { wasmWalker } from './wasm-walker.ts'

/** An entry of 2.1.x, short. */
function entry(uuid: string, rest = ''): string {
  return `{"parentUuid":null,"type":"user","uuid":"${uuid}","sessionId":"s"${rest}}`
}

const walkers = [new PlainWalker(), wasmWalker()] as const

/** Rows as `[uuid, line, offset, length, flags]` and diagnostics as `[code, line, offset, length]`. */
function read(bytes: Uint8Array | string, maxLineBytes?: number): Reading {
  const input = typeof bytes === 'string' ? encodeUtf8(bytes) : bytes
  const [plain, wasm] = walkers.map((walker) => readingOf(scan([input], { walker, maxLineBytes })))
  expect(wasm).toEqual(plain)
  return plain
}

interface Reading {
  readonly rows: [uuid: string, line: number, offset: number, length: number, flags: string[]][]
  readonly diagnostics: [code: string, line: number, offset: number, length: number][]
}

function readingOf({ columns, ids, diagnostics }: Scanner): Reading {
  const shown = { recovered: FLAG.recovered, trailed: FLAG.trailed, oversized: FLAG.oversized }
  return {
    rows: Array.from({ length: columns.count }, (_, row) => [
      ids.text(columns.uuid[row]),
      columns.line[row],
      columns.offset[row],
      columns.length[row],
      Object.entries(shown).flatMap(([name, flag]) => ((columns.flags[row] & flag) === 0 ? [] : [name])),
    ]),
    diagnostics: diagnostics.map(({ code, line, offset, length }) => [code, line, offset, length]),
  }
}

const a = entry('a')
const b = entry('b')
const c = entry('c')
const n = a.length

describe('Scanner', () => {
  it('reads intact lines without a diagnostic', () => {
    expect(read(`${a}\n${b}\n`)).toEqual({
      rows: [
        ['a', 1, 0, n, []],
        ['b', 2, n + 1, n, []],
      ],
      diagnostics: [],
    })
  })

  it('reads nothing from nothing', () => {
    expect(read('')).toEqual({ rows: [], diagnostics: [] })
  })

  it('passes over blank lines, which are normal, and counts them', () => {
    expect(read(`\n  \n${a}\n\r\n\t\n`)).toEqual({
      rows: [['a', 3, 4, n, []]],
      diagnostics: [['crlf', 4, 4 + n + 1, 1]],
    })
  })

  it('accepts white space around an object', () => {
    expect(read(` ${a}\t \n`)).toEqual({ rows: [['a', 1, 1, n, []]], diagnostics: [] })
  })

  it('reads a last line without newline at the end, and says so', () => {
    expect(read(`${a}\n${b}`)).toEqual({
      rows: [
        ['a', 1, 0, n, []],
        ['b', 2, n + 1, n, []],
      ],
      diagnostics: [['missing-newline', 2, n + 1, n]],
    })
  })

  it('keeps a line without newline pending until its bytes are complete', () => {
    const scanner = new Scanner()
    scanner.push(encodeUtf8(`${a}\n${b.slice(0, 20)}`))
    expect([scanner.columns.count, scanner.offset, scanner.pendingBytes]).toEqual([1, n + 1, 20])
    scanner.push(encodeUtf8(b.slice(20)))
    expect([scanner.columns.count, scanner.offset, scanner.pendingBytes]).toEqual([1, n + 1, n])
    scanner.push(encodeUtf8('\n'))
    expect([scanner.columns.count, scanner.offset, scanner.pendingBytes]).toEqual([2, 2 * n + 2, 0])
    scanner.end()
    expect(scanner.diagnostics).toEqual([])
  })

  it('takes no bytes after the end', () => {
    const scanner = scanText(a)
    expect(() => scanner.push(encodeUtf8(b))).toThrow('after end()')
  })

  it('sets a torn last line aside', () => {
    expect(read(`${a}\n${b.slice(0, 30)}`)).toEqual({
      rows: [['a', 1, 0, n, []]],
      diagnostics: [['torn-line', 2, n + 1, 30]],
    })
  })

  it('sets a torn line aside and reads on', () => {
    expect(read(`${a.slice(0, 30)}\n${b}\n`)).toEqual({
      rows: [['b', 2, 31, n, []]],
      diagnostics: [['torn-line', 1, 0, 30]],
    })
  })

  it.each(Array.from({ length: n - 1 }, (_, i) => i + 1))(
    'reads a whole entry after a write torn at byte %i',
    (cut) => {
      expect(read(`${a.slice(0, cut)}${b}\n${c}\n`)).toEqual({
        rows: [
          ['b', 1, cut, n, ['recovered']],
          ['c', 2, cut + n + 1, n, []],
        ],
        diagnostics: [['torn-line', 1, 0, cut]],
      })
    },
  )

  it('reads every entry of a line that lost its newlines', () => {
    expect(read(`${a}${b} ${c}\n`)).toEqual({
      rows: [
        ['a', 1, 0, n, ['trailed']],
        ['b', 1, n, n, ['recovered']],
        ['c', 1, 2 * n + 1, n, ['recovered']],
      ],
      diagnostics: [['joined-lines', 1, 0, 3 * n + 1]],
    })
  })

  it('reads entries on both sides of rubbish and of torn ones', () => {
    expect(read(`${a}rubbish${b}${a.slice(0, 33)}${c}!\n`)).toEqual({
      rows: [
        ['a', 1, 0, n, ['trailed']],
        ['b', 1, n + 7, n, ['recovered']],
        ['c', 1, 2 * n + 40, n, ['recovered']],
      ],
      diagnostics: [
        ['trailing-bytes', 1, n, 7],
        ['torn-line', 1, 2 * n + 7, 33],
        ['trailing-bytes', 1, 3 * n + 40, 1],
        ['joined-lines', 1, 0, 3 * n + 41],
      ],
    })
  })

  it('sets bytes behind an object aside', () => {
    expect(read(`${a}]}\n`)).toEqual({
      rows: [['a', 1, 0, n, ['trailed']]],
      diagnostics: [['trailing-bytes', 1, n, 2]],
    })
  })

  it('takes no block of a torn entry for an entry, not even where the line ends with it', () => {
    const block = '{"type":"text","text":"hi"}'
    const torn = `${a.slice(0, -1)},"message":{"content":[${block}`
    expect(read(`${torn}\n${torn},${block}\n${torn}${b}\n`)).toEqual({
      rows: [['b', 3, torn.length * 3 + block.length + 3, n, ['recovered']]],
      diagnostics: [
        ['torn-line', 1, 0, torn.length],
        ['torn-line', 2, torn.length + 1, torn.length + 1 + block.length],
        ['torn-line', 3, torn.length * 2 + block.length + 3, torn.length],
      ],
    })
  })

  it('reads what stands beside holes of NUL bytes', () => {
    const hole = '\0'.repeat(8)
    expect(read(`${hole}${a}\n${b}${hole}\n${hole}\n${a}${hole}${c}\n`)).toEqual({
      rows: [
        ['a', 1, 8, n, ['recovered']],
        ['b', 2, n + 9, n, ['trailed']],
        ['a', 4, 2 * n + 27, n, ['trailed']],
        ['c', 4, 3 * n + 35, n, ['recovered']],
      ],
      diagnostics: [
        ['nul-bytes', 1, 0, 8],
        ['nul-bytes', 2, 2 * n + 9, 8],
        ['nul-bytes', 3, 2 * n + 18, 8],
        ['nul-bytes', 4, 3 * n + 27, 8],
        ['joined-lines', 4, 2 * n + 27, 2 * n + 8],
      ],
    })
  })

  it('skips a byte order mark', () => {
    expect(read(`\ufeff${a}\n${b}\n`)).toEqual({
      rows: [
        ['a', 1, 3, n, []],
        ['b', 2, n + 4, n, []],
      ],
      diagnostics: [['byte-order-mark', 1, 0, 3]],
    })
  })

  it('reads CRLF lines, and says so once', () => {
    expect(read(`${a}\r\n${b}\r\n${c}\r\n`)).toEqual({
      rows: [
        ['a', 1, 0, n, []],
        ['b', 2, n + 2, n, []],
        ['c', 3, 2 * n + 4, n, []],
      ],
      diagnostics: [['crlf', 1, 0, n + 1]],
    })
  })

  it('reads invalid UTF-8 inside strings, and says so', () => {
    const bytes = encodeUtf8(`${a}\n${b}\n`)
    bytes[2] = 0xff
    expect(read(bytes)).toEqual({
      rows: [
        ['a', 1, 0, n, []],
        ['b', 2, n + 1, n, []],
      ],
      diagnostics: [['invalid-utf8', 1, 0, n]],
    })
  })

  it.each(['1', '"x"', 'null', '[1,{"type":"user"}]', ' true '])(
    'sets %s aside: JSON, but no object',
    (value) => {
      const trimmed = value.trim()
      expect(read(`${value}\n${a}\n`)).toEqual({
        rows: [['a', 2, value.length + 1, n, []]],
        diagnostics: [['not-an-object', 1, value.indexOf(trimmed), value.trimStart().length]],
      })
    },
  )

  it('reads the fields of a line that is too long to hold', () => {
    const long = entry('long', `,"cwd":"/w","isMeta":true,"toolUseResult":{"stdout":"${'x'.repeat(500)}"}`)
    expect(read(`${a}\n${long}\n${b}\n`, 200)).toEqual({
      rows: [
        ['a', 1, 0, n, []],
        ['long', 2, n + 1, long.length, ['oversized']],
        ['b', 3, n + long.length + 2, n, []],
      ],
      diagnostics: [['oversized-line', 2, n + 1, long.length]],
    })
    const { columns, ids } = scanText(`${long}\n`, { maxLineBytes: 200 })
    expect(ids.text(columns.cwd[0])).toBe('/w')
    expect(columns.flags[0]).toBe(FLAG.meta | FLAG.toolUseResult | FLAG.hasParentKey | FLAG.oversized)
  })

  it.each(['x'.repeat(300), `{"message":{"a":1}${' '.repeat(300)}`, `${a}${b}${c}${a}`])(
    'sets a line aside that is too long to hold and no object',
    (line) => {
      expect(read(`${a}\n${line}\n${b}`, 200)).toEqual({
        rows: [
          ['a', 1, 0, n, []],
          ['b', 3, n + line.length + 2, n, []],
        ],
        diagnostics: [
          ['torn-line', 2, n + 1, line.length],
          ['missing-newline', 3, n + line.length + 2, n],
        ],
      })
    },
  )

  it('says where messages and results stand, whatever stands before a row; not of an oversized one', () => {
    const row = entry('a', ',"message":{"content":"}"},"toolUseResult":[{}]')
    const text = `junk${row}\n${entry('b')}\n`
    for (const walker of walkers) {
      const { columns } = scan([encodeUtf8(text)], { walker })
      const offset = columns.offset[0]
      const places = [
        text.slice(offset + columns.messageStart[0], offset + columns.messageEnd[0]),
        text.slice(offset + columns.resultStart[0], offset + columns.resultEnd[0]),
      ]
      expect(places).toEqual(['{"content":"}"}', '[{}]'])
      expect([columns.messageStart[1], columns.resultStart[1]]).toEqual([0, 0])
      const long = scan([encodeUtf8(`${row}\n`)], { walker, maxLineBytes: 40 }).columns
      expect([long.count, long.messageStart[0], long.resultStart[0]]).toEqual([1, 0, 0])
    }
  })

  it('takes a line of exactly the limit as it is', () => {
    expect(read(`${a}\n`, n).diagnostics).toEqual([])
    expect(read(`${a}\n`, n - 1).diagnostics).toEqual([['oversized-line', 1, 0, n]])
  })

  it.each([
    ['torn entries inside each other', '{"type":'.repeat(200_000)],
    ['torn entries between whole ones', '{x{"type":1}'.repeat(100_000)],
    ['joined entries', '{"type":1}'.repeat(100_000)],
    ['lines without any brace', 'x\n'.repeat(200_000)],
    ['holes', `${'\0 '.repeat(100_000)}`],
  ])(
    'reads on after %s: no stack overflow, and no quadratic work, which would not end in time',
    (_name, text) => {
      expect(read(`${text}\n${a}\n`).rows.at(-1)?.[0]).toBe('a')
    },
  )
})
