import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedBytes } from '../../test/json-arbitrary.ts'
import { entryText } from '../../test/entry-arbitrary.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { OBJECTS } from './fields.ts'
import { Skimmer } from './skimmer.ts'

function skim(text: string): unknown {
  const skimmer = new Skimmer()
  const bytes = encodeUtf8(text)
  skimmer.push(bytes, 0, bytes.length)
  const head = skimmer.finish()
  return head === null ? null : JSON.parse(head)
}

/** What is left of an entry when only its known scalars are kept. */
function scalarsOf(entry: Record<string, unknown>): unknown {
  const head = scalars(entry, 0)
  const { message, toolUseResult } = entry
  if (isObject(message)) head['message'] = scalars(message, 1)
  if (isObject(toolUseResult)) head['toolUseResult'] = {}
  if (Array.isArray(toolUseResult)) head['toolUseResult'] = []
  return head
}

function scalars(value: Record<string, unknown>, object: number): Record<string, unknown> {
  const names = OBJECTS[object].map(({ name }) => name).filter((name) => name !== 'content')
  const kept = names.filter(
    (name) => name in value && (typeof value[name] !== 'object' || value[name] === null),
  )
  return Object.fromEntries(kept.map((name) => [name, value[name]]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

describe('Skimmer', () => {
  it('keeps the known scalars of an entry and of its message', () => {
    fc.assert(
      fc.property(entryText(), (text) => {
        expect(skim(text)).toEqual(scalarsOf(JSON.parse(text) as Record<string, unknown>))
      }),
      { numRuns: 1000 },
    )
  })

  it('forgets what is too long, but says that a tool result was there', () => {
    const long = 'x'.repeat(10_000)
    const entry = {
      uuid: 'a',
      cwd: long,
      toolUseResult: long,
      message: { id: 'm', model: long, content: long },
    }
    expect(skim(JSON.stringify(entry))).toEqual({ uuid: 'a', toolUseResult: '', message: { id: 'm' } })
  })

  it('keeps little of a line with very many members', () => {
    const members = Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i},"uuid":"u${i}"`)
    expect(skim(`{${members.join(',')}}`)).toEqual({ uuid: 'u99999' })
  })

  it.each(['', ' ', '[1]', '{"a":1', '{"a":1}}', '{"a":1}{', 'x', '{"a'])('finds no object in %j', (text) => {
    expect(skim(text)).toBe(null)
  })

  it('gives JSON or nothing for any bytes, in whatever pieces and saved in between', () => {
    fc.assert(
      fc.property(damagedBytes(entryText()), fc.array(fc.nat(400), { maxLength: 3 }), (bytes, cuts) => {
        const whole = new Skimmer()
        whole.push(bytes, 0, bytes.length)
        const head = whole.finish()
        if (head !== null) JSON.parse(head)
        let pieces = new Skimmer()
        let at = 0
        for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
          const to = Math.min(Math.max(cut, at), bytes.length)
          pieces.push(bytes, at, to)
          pieces = new Skimmer(structuredClone(pieces.save()))
          at = to
        }
        expect(pieces.finish()).toBe(head)
      }),
      { numRuns: 1000 },
    )
  })
})
