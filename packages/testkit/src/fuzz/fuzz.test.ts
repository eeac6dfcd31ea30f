import { Scanner } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { lostRows } from './check.ts'
import { fuzz } from './fuzz.ts'
import { difference, pictureOf } from './picture.ts'

describe('fuzz', () => {
  // The count the project's contract asks of every test run; `npm run fuzz` does fifty times as many.
  it(
    'reads 2,000 damaged sessions without an exception, a lost line or a difference by chunking',
    { timeout: 300_000 },
    () => {
      expect(fuzz({ count: 2000, seed: 'test' })).toEqual({ inputs: 2000, failures: [] })
    },
  )
})

describe('the checks themselves', () => {
  const line = '{"type":"user","uuid":"u1","message":{"role":"user","content":"a"}}'

  it('notice a line that is no row', () => {
    const scanner = scanned(`${line}\n`)
    const whole = { offset: 0, length: line.length }
    const missing = { offset: line.length + 1, length: line.length }
    expect(lostRows([whole, missing], scanner)).toEqual([missing])
    expect(lostRows([{ offset: 0, length: line.length - 1 }], scanner)).toHaveLength(1)
  })

  it('notice one different column, block, diagnostic or string', () => {
    const picture = pictureOf(scanned(`${line}\n`))
    expect(difference(picture, pictureOf(scanned(`${line}\n`)))).toBeUndefined()
    expect(difference(picture, pictureOf(scanned(`${line.replace('"a"', '"ab"')}\n`)))).toBe('columns.length')
    expect(difference(picture, pictureOf(scanned(`${line.replace('"uuid"', '"uuix"')}\n`)))).toBe(
      'columns.uuid',
    )
    expect(difference(picture, pictureOf(scanned(`${line.replace('"a"', '[ ]')}\n`)))).toBe('columns.flags')
    expect(difference(picture, pictureOf(scanned(`${line.replace('u1', 'u2')}\n`)))).toBe('ids')
    expect(difference(picture, pictureOf(scanned(line)))).toBe('diagnostics')
  })
})

function scanned(text: string): Scanner {
  const scanner = new Scanner()
  scanner.push(Buffer.from(text))
  scanner.end()
  return scanner
}
