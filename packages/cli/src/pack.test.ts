import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { ServeProcess } from '../test/run-server.ts'
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
    expect(outside).toContain('dist/bundle/web/index.html')
    expect(outside).toContain('dist/bundle/THIRD-PARTY-NOTICES.txt')
    expect(outside.filter((path) => !path.startsWith('dist/bundle/')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'bin/package.json',
      'bin/skein.js',
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

  it('has the licence of every package that is in it', () => {
    const notices = readFileSync(join(BUNDLE, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    const packages = bundledPackages()
    // Of the command, the app, a worker of it, the page of diagrams and the programs in WebAssembly.
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commander', 'react', 'shiki', 'mermaid', 'assemblyscript']),
    )
    const without = packages.filter(({ folder }) => {
      const texts = readdirSync(folder).filter((name) => /^licen[cs]e(\.\w+)?$/i.test(name))
      return !texts.some((name) => notices.includes(readFileSync(join(folder, name), 'utf8').trim()))
    })
    // It brings no text of its own; the one that is there is from its repository.
    expect(without.map(({ name }) => name)).toEqual(['standardwebhooks'])
    expect(notices).toContain('\nstandardwebhooks (MIT)\n\nCopyright')
    // In a module of mermaid, where no bundler sees it.
    expect(notices).toContain('\njs-yaml (MIT)\n\nCopyright')
  })

  it('has nothing in it whose licence asks more of a package than its text', () => {
    expect(bundledPackages().filter(({ license }) => /GPL|EPL|MPL|CDDL|SSPL/.test(license))).toEqual([])
  })

  it('serves the app that is in it', async () => {
    // What npm installs beside it.
    const beside = join(bench.folder, 'package', 'node_modules', '@photostructure')
    mkdirSync(beside, { recursive: true })
    const sqlite = dirname(dirname(createRequire(import.meta.url).resolve('@photostructure/sqlite')))
    symlinkSync(sqlite, join(beside, 'sqlite'))
    const bin = join(bench.folder, 'package', 'bin', 'skein.js')
    const served = await ServeProcess.start(bench, { bin })
    try {
      const opened = await fetch(served.link ?? '', { redirect: 'manual' })
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
      const get = (path: string): Promise<Response> =>
        fetch(new URL(path, served.link ?? ''), { headers: { cookie } })
      const page = await (await get('/')).text()
      expect(page).toContain('<base href="/">')
      const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
      expect((await get(script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      // No session is on this machine, so the bundled ones are shown.
      expect(await (await get('/api/me')).json()).toMatchObject({ scope: 'all', demo: true })
    } finally {
      await served.end()
    }
  })

  it('needs nothing that is not in it', () => {
    const names = readdirSync(BUNDLE, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.c?js$/.test(name),
    )
    const imported = names.flatMap((name) =>
      Array.from(
        readFileSync(join(BUNDLE, name), 'utf8').matchAll(name.endsWith('.cjs') ? REQUIRED : IMPORTED),
        ([, target = '']) => target,
      ),
    )
    expect(imported.length).toBeGreaterThan(0)
    const outside = imported.filter((name) => !isBuiltin(name) && !name.startsWith('.'))
    // The one package with binaries; it is a dependency, and npm installs it beside.
    expect(outside.filter((name) => name !== '@photostructure/sqlite')).toEqual([])
  })
})

const BUNDLE = fileURLToPath(new URL('../dist/bundle', import.meta.url))

/** As the bundlers listed their modules. */
function bundledPackages(): { readonly folder: string; readonly name: string; readonly license: string }[] {
  const modules = JSON.parse(readFileSync(join(BUNDLE, '../bundled-modules.json'), 'utf8')) as string[]
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  return Array.from(folders, (folder) => {
    const { name, license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      license?: string
    }
    return { folder, name, license }
  })
}

/** The bundle is one long line after another: an import follows the beginning of a line or another one. */
const IMPORTED = /(?:^|;)(?:import|export)(?:[ {*$\w][^"'()]*?from)? ?"([^"]+)"/gm
const REQUIRED = /\b(?:require(?:\.resolve)?|importModule)\("([^"]+)"/g
