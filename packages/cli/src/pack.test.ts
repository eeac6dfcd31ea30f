import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { Workbench } from '../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

describe('the packed package', () => {
  it('works by itself in an empty folder', () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const env = bench.env({
      npm_config_cache: join(bench.folder, 'cache'),
      npm_config_update_notifier: 'false',
    })
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', bench.folder], {
      cwd,
      env,
      encoding: 'utf8',
    })
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
    const outside = files.map(({ path }) => path).filter((path) => !path.startsWith('demo/'))
    expect(outside.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'bin/skein.js',
      'dist/skein.js',
      'package.json',
    ])
    execFileSync('tar', ['-xzf', filename], { cwd: bench.folder })
    const bin = join(bench.folder, 'package', 'bin', 'skein.js')
    const { version } = JSON.parse(readFileSync(join(bench.folder, 'package', 'package.json'), 'utf8')) as {
      version: string
    }
    expect(bench.run(['--version'], { bin })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    const demo = bench.run(['demo'], { bin })
    expect({ code: demo.code, stderr: demo.stderr }).toEqual({ code: 0, stderr: '' })
    expect(demo.stdout).toMatch(/^Demo sessions\n/)
  })

  it('needs nothing that is not in it', () => {
    const bundle = readFileSync(new URL('../dist/skein.js', import.meta.url), 'utf8')
    const imported = Array.from(bundle.matchAll(/^import .* from "([^"]+)";?$/gm), ([, name]) => name)
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  })
})
