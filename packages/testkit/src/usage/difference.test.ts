import { describe, expect, it } from 'vitest'
import { differences, type Cause } from './difference.ts'
import { usageLines } from './usage-line.ts'
import { describePublicUsage } from './public-usage-suite.ts'

describe('why ccusage and Skein differ', () => {
  it('is nothing where rows are plain', () => {
    expect(causesOf([row({}), row({ uuid: 'u2' })])).toEqual([])
  })

  it('is the blocks of a message without request id, each counted', () => {
    const later = '2026-01-05T10:00:01.000Z'
    expect(
      causesOf([row({ requestId: undefined }), row({ requestId: undefined, timestamp: later })]),
    ).toEqual([['2026-01-05', 'blocks', 6]])
  })

  it('is the copy of a message in another session', () => {
    expect(causesOf([row({}), row({ sessionId: 'fork' })])).toEqual([['2026-01-05', 'copies', 6]])
  })

  it('is a sub-agent’s message inside its parent’s progress', () => {
    const progress = { type: 'progress', sessionId: 's', data: { message: JSON.parse(row({})) as object } }
    expect(causesOf([JSON.stringify(progress)])).toEqual([['2026-01-05', 'progress', 6]])
  })

  it('is a line that ccusage passes over', () => {
    expect(causesOf([row({}).replace('"usage":{', '"usage": {')])).toEqual([['2026-01-05', 'spaced', -6]])
    expect(causesOf([row({ cwd: null })])).toEqual([['2026-01-05', 'null', -6]])
    expect(causesOf([row({ timestamp: '2026-01-05T10:00:00.123456Z' })])).toEqual([
      ['2026-01-05', 'time', -6],
    ])
    expect(causesOf([row({ version: 'test' })])).toEqual([['2026-01-05', 'odd', -6]])
  })

  it('is the day of a message over midnight', () => {
    const before = row({ timestamp: '2026-01-04T23:59:59.999Z' }, { output_tokens: 1 })
    expect(causesOf([before, row({})])).toEqual([
      ['2026-01-04', 'midnight', -6],
      ['2026-01-05', 'midnight', 6],
    ])
  })

  it('is how cache writes are told, and the program’s own rows', () => {
    const usage = { cache_creation_input_tokens: 9, cache_creation: { ephemeral_5m_input_tokens: 0 } }
    expect(causesOf([row({}, usage)])).toEqual([['2026-01-05', 'cache classes', -9]])
    expect(causesOf([row({ isApiErrorMessage: true })])).toEqual([['2026-01-05', 'not the model', 6]])
  })
})

function row(entry: object, usage: object = {}): string {
  return JSON.stringify({
    type: 'assistant',
    uuid: 'u1',
    sessionId: 's',
    requestId: 'r',
    timestamp: '2026-01-05T10:00:00.000Z',
    message: { id: 'm', model: 'claude', usage: { input_tokens: 2, output_tokens: 4, ...usage } },
    ...entry,
  })
}

function causesOf(lines: readonly string[]): [string, Cause, number][] {
  const bytes = new TextEncoder().encode(lines.join('\n'))
  return differences(usageLines('/p/s.jsonl', bytes)).map(({ day, cause, tokens }) => [
    day,
    cause,
    tokens.reduce((sum, count) => sum + count, 0),
  ])
}

describePublicUsage()
