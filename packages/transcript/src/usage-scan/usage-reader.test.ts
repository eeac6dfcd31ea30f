import { describe, expect, it } from 'vitest'
import { USAGE_WIDTH } from '../scan/columns.ts'
import { PlainWalker } from '../scan/plain-walker.ts'
import { readTranscript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { PlainUsageScan } from './plain-usage-scan.ts'
import { UsageReader } from './usage-reader.ts'
import { wasmUsageScan } from './wasm-usage-scan.ts'

describe.each([
  ['wasm', () => wasmUsageScan()],
  ['plain', () => new PlainUsageScan()],
])('usage rows by the %s scan', (_name, scan) => {
  const read = (text: string, chunk = Infinity) => rowsOf(reader(), encodeUtf8(text), chunk)
  const reader = () => new UsageReader({ scan: scan(), walker: new PlainWalker() })

  it('are those of assistants with usage, each with what its line says', () => {
    const text = `${line({ type: 'user' })}\n${line()}\n{"type":"summary"}\n\n`
    expect(read(text)).toEqual({
      rows: [
        {
          offset: line({ type: 'user' }).length + 1,
          time: Date.UTC(2026, 0, 31, 23, 59, 59, 123),
          flags: 0,
          model: 'claude',
          session: 's1',
          tier: 'standard',
          counters: [10, 20, 30, 40, 5, 6, 7, 8],
        },
      ],
      exactLines: 0,
      needsStructure: false,
    })
  })

  it('say whether they are a copy and whether a sub-agent spoke', () => {
    const forkedFrom = { sessionId: 'old', messageUuid: 'u' }
    const lines = [line({ forkedFrom }), line({ isSidechain: true }), line({ forkedFrom, isSidechain: true })]
    expect(read(lines.join('\n')).rows.map(({ flags }) => flags)).toEqual([1, 2, 3])
  })

  it('are of one message exactly where their ids are one', () => {
    const own = reader()
    const ids = ['m1', 'm2', 'm1', 'msg_01abcdefghijk', 'msg_01abcdefghijl', 'm']
    feed(own, encodeUtf8(ids.map((id) => line({}, { id })).join('\n')))
    const hashes = ids.map((_, row) => `${own.rows.low[row]} ${own.rows.high[row]}`)
    expect(hashes[2]).toBe(hashes[0])
    expect(new Set(hashes).size).toBe(5)
  })

  it('are none of the program’s own rows, of failures, and of usage that is not the message’s', () => {
    const lines = [
      line({ isApiErrorMessage: true }),
      line({}, { model: '<synthetic>' }),
      line({}, { usage: null }),
      line({ type: 'progress' }),
      line({ message: { role: 'assistant' }, toolUseResult: { usage: { output_tokens: 5 } } }),
      line(
        {},
        { usage: undefined, content: [{ usage: { output_tokens: 5 } }, '"usage":{"output_tokens":5}'] },
      ),
    ]
    expect(read(lines.join('\n')).rows).toEqual([])
  })

  it('come from the exact reader where a line is unusual', () => {
    const plain = line()
    const usual = read(`${plain}\n`).rows[0]
    const oddities = {
      'white space': plain.replaceAll('":', '" : '),
      'a carriage return': `${plain}\r`,
      'an escaped key': plain.replace('"usage"', String.raw`"\u0075sage"`),
      'an escaped type': plain.replace('"assistant"', String.raw`"\u0061ssistant"`),
      'a repeated key': plain.replace('"output_tokens":20', '"output_tokens":1,"output_tokens":20'),
      'a fraction': plain.replace('"output_tokens":20', '"output_tokens":20.0'),
      'an exponent': plain.replace('"output_tokens":20', '"output_tokens":2e1'),
    }
    for (const [oddity, text] of Object.entries(oddities)) {
      const { rows, exactLines } = read(`${text}\n`)
      expect([oddity, rows]).toEqual([oddity, [usual]])
      expect(exactLines).toBeLessThanOrEqual(1)
    }
  })

  it('are read through damage: the whole entry behind a torn one, both of two on a line', () => {
    const whole = line()
    const torn = whole.slice(0, 200)
    const offsets = (text: string) => read(text).rows.map(({ offset }) => offset)
    expect(offsets(`${torn}${whole}\n`)).toEqual([200])
    expect(offsets(`${whole}${whole}\n`)).toEqual([0, whole.length])
    expect(offsets(`${torn}\n${whole}`)).toEqual([201])
    expect(offsets(`\u0000\u0000${whole}\n`)).toEqual([2])
    // A line that is not JSON is not counted, however good its head and its tail look.
    for (const damage of [
      '"text":"a\u0000b"',
      '"text":"a',
      String.raw`"text":"\q"`,
      '"text" "a"',
      '"text":tru',
    ])
      expect(offsets(`${whole.replace('"text":"hello"', damage)}\n`)).toEqual([])
  })

  it('do not depend on how the bytes are cut', () => {
    const text = [line(), line({ type: 'user' }), line().replace(':', ': '), line({}, { id: 'm2' })].join(
      '\n',
    )
    const whole = read(text)
    for (const chunk of [1, 7, 64, 1000]) expect(read(text, chunk)).toEqual(whole)
  })

  it('need the structure of the transcript where a message has no id', () => {
    const text = `${line()}\n${line({ uuid: 'a' }, { id: undefined })}\n${line({ uuid: 'b' }, { id: undefined })}\n`
    const own = reader()
    feed(own, encodeUtf8(text))
    expect(own.needsStructure).toBe(true)
    own.readStructure(readTranscript(encodeUtf8(text)))
    const hashes = Array.from({ length: own.rows.count }, (_, row) => own.rows.low[row])
    // The second and the third row stand together, so they are one message.
    expect([own.rows.count, new Set(hashes).size]).toEqual([3, 2])
    feed(own, encodeUtf8(line()))
    expect([own.needsStructure, own.rows.count]).toEqual([false, 1])
  })

  it('of lines over 16 MiB are left to the structure, which does not read them either', () => {
    const long = line({}, { content: [{ type: 'text', text: 'x'.repeat(17 << 20) }] })
    const bytes = encodeUtf8(`${line()}\n${long}\n${line()}\n`)
    const own = reader()
    feed(own, bytes)
    expect(own.needsStructure).toBe(true)
    own.readStructure(readTranscript(bytes))
    expect(own.rows.count).toBe(2)
  })
})

it('the wasm scan exists here', () => {
  expect(wasmUsageScan()).toBeDefined()
})

function line(entry: object = {}, message: object = {}): string {
  const usage = {
    input_tokens: 10,
    output_tokens: 20,
    cache_read_input_tokens: 30,
    cache_creation_input_tokens: 40,
    cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 6 },
    server_tool_use: { web_search_requests: 7, web_fetch_requests: 8 },
    service_tier: 'standard',
  }
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    sessionId: 's1',
    message: {
      id: 'm1',
      model: 'claude',
      role: 'assistant',
      content: [{ text: 'hello' }],
      usage,
      ...message,
    },
    type: 'assistant',
    uuid: 'u1',
    timestamp: '2026-01-31T23:59:59.123Z',
    ...entry,
  })
}

function feed(reader: UsageReader, bytes: Uint8Array, chunk = Infinity): void {
  reader.begin()
  for (let at = 0; at < bytes.length;) {
    const space = reader.space()
    const length = Math.min(chunk, space.length, bytes.length - at)
    space.set(bytes.subarray(at, at + length))
    reader.advance(length)
    at += length
  }
  reader.end()
}

function rowsOf(reader: UsageReader, bytes: Uint8Array, chunk: number) {
  feed(reader, bytes, chunk)
  const { rows, names, counts, needsStructure } = reader
  const found = Array.from({ length: rows.count }, (_, row) => ({
    offset: rows.offset[row],
    time: rows.time[row],
    flags: rows.flags[row],
    model: names.text(rows.model[row]),
    session: names.text(rows.session[row]),
    tier: names.text(rows.tier[row]),
    counters: [...rows.counters.subarray(row * USAGE_WIDTH, (row + 1) * USAGE_WIDTH)],
  }))
  return { rows: found, exactLines: counts.exactLines, needsStructure }
}
