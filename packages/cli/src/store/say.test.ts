import { expect, it } from 'vitest'
import { told } from './say.ts'

it('names a file once', () => {
  expect(told({ path: '/a', message: 'cannot be read' })).toBe('cannot be read: /a')
  expect(told({ path: '/a', message: "EACCES: permission denied, open '/a'" })).toBe(
    "EACCES: permission denied, open '/a'",
  )
})
