import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { jsonText } from '@skein/view'
import { writeJson } from './json.ts'
import { ClosedPipe, Output } from './output.ts'

async function written(value: unknown): Promise<string> {
  const stream = new PassThrough()
  const out = new Output(stream)
  await writeJson(out, value)
  await out.end()
  return String(stream.read())
}

describe('writeJson', () => {
  it.each([
    [{ a: 1, b: [1, 2], c: {}, d: [], e: null, f: 'x\u001b"' }],
    [[{ deep: { deeper: { deepest: [{ end: true }] } } }]],
    ['text'],
    [null],
  ])('is JSON: %j', async (value) => {
    expect(JSON.parse(await written(value))).toEqual(value)
  })

  it('leaves undefined fields out', async () => {
    expect(JSON.parse(await written({ a: undefined, b: 1 }))).toEqual({ b: 1 })
  })

  it('asks an iterable for its elements at any depth', async () => {
    function* numbers(): Generator<number> {
      yield 1
      yield 2
    }
    const value = { top: numbers(), list: [{ field: numbers() }] }
    expect(JSON.parse(await written(value))).toEqual({ top: [1, 2], list: [{ field: [1, 2] }] })
  })

  it('puts each element of a list on a line', async () => {
    expect(await written({ list: [{ a: 1 }, { a: 2 }] })).toBe(
      '{\n  "list": [\n    {\n      "a": 1\n    },\n    {\n      "a": 2\n    }\n  ]\n}\n',
    )
  })
})

describe('jsonText', () => {
  it('holds nothing that a terminal obeys, and is the same value', () => {
    const value = { 'a\u009b2J': '\u001b[2J \u0085 \u202e \u2028 \u007f 日本' }
    expect(jsonText(value)).toBe('{"a\\u009b2J":"\\u001b[2J \\u0085 \\u202e \\u2028 \\u007f 日本"}')
    expect(JSON.parse(jsonText(value))).toEqual(value)
  })
})

describe('Output', () => {
  it('says that nobody reads any more', async () => {
    const stream = new PassThrough()
    const out = new Output(stream)
    stream.destroy(Object.assign(new Error('closed'), { code: 'EPIPE' }))
    await out.write('x')
    await expect(out.end()).rejects.toBeInstanceOf(ClosedPipe)
  })

  it('listens to a stream once, however many there are', async () => {
    const stream = new PassThrough()
    const outputs = Array.from({ length: 20 }, () => new Output(stream))
    expect(stream.listenerCount('error')).toBe(1)
    const closed = new Promise((done) => stream.once('close', done))
    stream.destroy(Object.assign(new Error('closed'), { code: 'EPIPE' }))
    await closed
    for (const out of outputs) await expect(out.end()).rejects.toBeInstanceOf(ClosedPipe)
  })
})
