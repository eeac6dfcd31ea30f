import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unreadableReason } from './unreadable.ts'

it('says why in words, without system calls and paths', () => {
  const failure = (code: string): Error => Object.assign(new Error(`${code}: oh, open '/x'`), { code })
  expect(['EACCES', 'EPERM', 'EIO', 'ENOSYS'].map((code) => unreadableReason(failure(code)))).toEqual([
    'permission denied',
    'permission denied',
    'the disk fails',
    'ENOSYS',
  ])
  expect(unreadableReason(new Error('torn'))).toBe('torn')
  expect(() => readFileSync('/')).toThrow(
    expect.toSatisfy((error) => unreadableReason(error) === 'a folder', 'a folder'),
  )
})
