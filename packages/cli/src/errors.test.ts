import { StoreError } from '@skein/store'
import { describe, expect, it } from 'vitest'
import { fileError, formatError, SkeinError } from './errors.ts'

describe('formatError', () => {
  it('makes one inert line of a data error, exit code 1', () => {
    const error = new SkeinError('data', 'no such file a\nb\u001b[2J', { remedy: 'check the path' })
    expect(formatError(error)).toEqual({ line: 'skein: no such file a b: check the path', exitCode: 1 })
  })

  it('gives usage errors exit code 2', () => {
    expect(formatError(new SkeinError('usage', 'x', { remedy: 'y' }))).toEqual({
      line: 'skein: x: y',
      exitCode: 2,
    })
  })

  it('lists what there is to choose from, a line each', () => {
    const error = new SkeinError('usage', 'x could be 2 sessions', {
      remedy: 'name one',
      details: ['a\u001b[2J b', 'c'],
    })
    expect(formatError(error)).toEqual({
      line: 'skein: x could be 2 sessions: name one\n  a b\n  c',
      exitCode: 2,
    })
  })

  it.each([
    ['read-only', 1],
    ['query', 2],
    ['cancelled', 130],
  ] as const)('formats what the store refuses as %s with exit code %i', (code, exitCode) => {
    const error = new StoreError(code, 'what', { remedy: 'do that' })
    expect(formatError(error)).toEqual({ line: 'skein: what: do that', exitCode })
  })

  it('calls anything else a bug', () => {
    expect(formatError(new TypeError('x is\nundefined'))).toEqual({
      line: 'skein: a bug: TypeError: x is undefined: please report it with the command you ran',
      exitCode: 1,
    })
  })
})

describe('fileError', () => {
  it.each([
    ['EACCES', 'skein: permission denied for f: run as the user who owns it, or copy it'],
    ['EISDIR', 'skein: cannot read the folder f: name one .jsonl file in it'],
    ['EIO', 'skein: cannot read (EIO) f: check the file'],
  ])('%s', (code, line) => {
    expect(formatError(fileError(Object.assign(new Error('x'), { code }), 'f')).line).toBe(line)
  })
})
