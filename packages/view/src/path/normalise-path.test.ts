import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalisePath } from './normalise-path.ts'

describe('normalisePath', () => {
  it.each([
    // Windows
    ['C:\\x', 'C:/x'],
    ['c:\\Users\\Ada\\app', 'C:/Users/Ada/app'],
    ['c:/x/y', 'C:/x/y'],
    ['C:\\x/y\\z', 'C:/x/y/z'],
    ['C:\\', 'C:/'],
    ['C:', 'C:/'],
    ['C:\\x\\..\\y\\.\\z\\', 'C:/y/z'],
    ['C:\\..\\..\\x', 'C:/x'],
    ['\\\\?\\C:\\x\\y', 'C:/x/y'],
    ['src\\a.ts', 'src/a.ts'],
    ['.\\src\\..\\a.ts', 'a.ts'],
    // its drives as WSL and Cygwin show them
    ['/mnt/c/x', 'C:/x'],
    ['/mnt/C/x/', 'C:/x'],
    ['/mnt/c', 'C:/'],
    ['/mnt/c/a/../../b', 'C:/b'],
    ['/mnt/c\\x\\y', 'C:/x/y'],
    ['/cygdrive/d/x', 'D:/x'],
    ['/mnt/data/x', '/mnt/data/x'],
    ['/mnt', '/mnt'],
    // WSL's files as Windows shows them
    ['\\\\wsl$\\Ubuntu\\home\\ada\\x', '/home/ada/x'],
    ['//wsl.localhost/Ubuntu-22.04/home/ada', '/home/ada'],
    ['\\\\WSL.LOCALHOST\\Ubuntu', '/'],
    ['\\\\wsl$\\Ubuntu\\mnt\\c\\x', 'C:/x'],
    // shares
    ['\\\\server\\share\\x\\..\\y', '//server/share/y'],
    ['\\\\?\\UNC\\server\\share\\x', '//server/share/x'],
    ['//server/share', '//server/share'],
    // POSIX
    ['/home/ada/app/src/a.ts', '/home/ada/app/src/a.ts'],
    ['/home/ada//app/./src/../b.ts', '/home/ada/app/b.ts'],
    ['/../../etc', '/etc'],
    ['/', '/'],
    ['/home/ada/a\\b', '/home/ada/a\\b'],
    // relative
    ['src/a.ts', 'src/a.ts'],
    ['./a', 'a'],
    ['../a/../b', '../b'],
    ['../../a', '../../a'],
    ['a/..', '.'],
    ['.', '.'],
    ['', ''],
  ])('%s is %s', (path, expected) => {
    expect(normalisePath(path)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      '..',
      '.',
      '',
      'mnt',
      'c',
      'C:',
      'wsl$',
      'wsl.localhost',
      'Ubuntu',
      '?',
      'UNC',
      '漢',
    )
    const path = fc
      .array(fc.tuple(part, fc.constantFrom('/', '\\', '//', '\\\\', '')), { maxLength: 8 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(path, (text) => {
        const once = normalisePath(text)
        expect(normalisePath(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})
