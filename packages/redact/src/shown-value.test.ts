import { expect, it } from 'vitest'
import { shownValue } from './shown-value.ts'

/** Made of pieces, so that no scanner takes them for real ones. */
const KEYS = ['QRSTUVW', 'XYZABCD'].map((end) => ['AKIA', 'IOSFODNN7', end].join(''))

it('masks texts at any depth and leaves everything else', () => {
  const value = { a: [`one ${KEYS[0]}`, 1, null], b: { c: `two ${KEYS[1]}`, d: KEYS[0], e: true } }
  expect(shownValue(value)).toEqual({
    a: ['one [redacted:aws-access-key-id:1]', 1, null],
    b: { c: 'two [redacted:aws-access-key-id:2]', d: '[redacted:aws-access-key-id:1]', e: true },
  })
})

it('has no use for what fields are called', () => {
  const value = { key: 'claude-sonnet-4-5', token: 'Bash', password: 'hunter2' }
  expect(shownValue(value)).toEqual(value)
})
