import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Workbench } from '../../test/run-skein.ts'
import { CodeCache } from './code-cache.ts'

let home: string

beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'skein-code-'))))
afterEach(() => rmSync(home, { recursive: true }))

const SOURCE = '(function (a, b) { return a + b })'
const OPTIONS = { build: 'one', filename: '/sum.cjs' }

/** One run: what the script says, and whether kept code was used for it. */
function run(
  folder: string,
  source = SOURCE,
  options = OPTIONS,
): { readonly result: unknown; readonly isKept: boolean } {
  const cache = new CodeCache(folder)
  const script = cache.compile('sum', source, options)
  // The source is a function of two numbers.
  const result = (script.runInThisContext() as (a: number, b: number) => unknown)(1, 2)
  cache.keep()
  return { result, isKept: script.cachedDataRejected === false }
}

describe('CodeCache', () => {
  it('uses the code of the last run', () => {
    const folder = join(home, 'code')
    expect(run(folder)).toEqual({ result: 3, isKept: false })
    expect(run(folder)).toEqual({ result: 3, isKept: true })
    expect(readdirSync(folder)).toEqual([`sum-${process.version}-${process.arch}`])
  })

  it('keeps what was called at the start of a long run', () => {
    // What V8 does in the course of many collections, it does in one.
    for (const flag of ['--expose-gc', '--stress-flush-code']) setFlagsFromString(flag)
    // `gc` is there in contexts made since.
    const collect = runInNewContext('gc') as () => void
    const sizes = [false, true].map((isLong) => {
      const folder = join(home, `code-${isLong}`)
      const cache = new CodeCache(folder)
      ;(cache.compile('sum', SOURCE, OPTIONS).runInThisContext() as (a: number, b: number) => unknown)(1, 2)
      if (isLong) collect()
      cache.keep()
      return statSync(join(folder, `sum-${process.version}-${process.arch}`)).size
    })
    setFlagsFromString('--no-stress-flush-code')
    expect(sizes[1]).toBe(sizes[0])
  })

  it('uses no code of other sources, even of the same length', () => {
    const folder = join(home, 'code')
    run(folder)
    const other = { ...OPTIONS, build: 'two' }
    expect(run(folder, SOURCE.replace('+', '-'), other)).toEqual({ result: -1, isKept: false })
    expect(run(folder, SOURCE.replace('+', '-'), other)).toEqual({ result: -1, isKept: true })
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    ['damaged', (bytes: Buffer) => bytes.fill(bytes[200] ^ 1, 200, 201)],
    ['longer than it says', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(2)])],
  ])('compiles where the kept code is %s, and keeps it anew', (_name, damaged) => {
    const folder = join(home, 'code')
    run(folder)
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, name), damaged(readFileSync(join(folder, name))))
    expect(run(folder)).toEqual({ result: 3, isKept: false })
    expect(run(folder)).toEqual({ result: 3, isKept: true })
  })

  it('makes no data directory, and says nothing where it cannot write', () => {
    expect(run(join(home, 'none', 'code'))).toEqual({ result: 3, isKept: false })
    expect(readdirSync(home)).toEqual([])
    writeFileSync(join(home, 'file'), '')
    expect(run(join(home, 'file', 'code'))).toEqual({ result: 3, isKept: false })
    // Permissions bind no superuser; for everybody else this is a folder that cannot be written.
    mkdirSync(join(home, 'locked'), { mode: 0o500 })
    expect(run(join(home, 'locked', 'code'))).toEqual({ result: 3, isKept: false })
    chmodSync(join(home, 'locked'), 0o700)
  })
})

describe('the command', () => {
  const bench = new Workbench()

  it('keeps its code beside its data, and answers the same with it', () => {
    const code = join(bench.folder, '.local/share/skein/code')
    expect(bench.run(['--help']).code).toBe(0)
    expect(() => readdirSync(code)).toThrow('ENOENT')
    const first = bench.run(['ls'])
    const names = readdirSync(code)
    expect(names.map((name) => name.replace(/-v.*/, '')).toSorted()).toEqual(['run-ls', 'skein'])
    expect(bench.run(['ls'])).toEqual(first)
    for (const name of names) writeFileSync(join(code, name), 'not code')
    expect(bench.run(['ls'])).toEqual(first)
    bench.remove()
  })
})
