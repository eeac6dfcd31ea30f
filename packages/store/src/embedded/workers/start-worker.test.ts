import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { programOf, startWorker } from './start-worker.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const LINE =
  '{"type":"assistant","uuid":"u","sessionId":"s","timestamp":"2026-01-05T00:00:00.000Z","message":{"id":"m","model":"x","usage":{"output_tokens":7}}}\n'

describe('a worker', () => {
  it.each(['from source', 'from source that the tests bundled'])('runs %s', async (how) => {
    const bundled = process.env['SKEIN_TEST_PROGRAMS']
    if (how === 'from source') delete process.env['SKEIN_TEST_PROGRAMS']
    const path = join(temporary(), 'a.jsonl')
    writeFileSync(path, LINE)
    const next = new SharedArrayBuffer(4)
    const worker = startWorker('usage-worker', { data: { paths: [path], next, expected: 1 } })
    process.env['SKEIN_TEST_PROGRAMS'] = bundled
    const found = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    expect(found).toMatchObject({ messages: { count: 1 }, unreadable: [], counts: { fastRows: 1 } })
  })

  it('runs from a bundle, as a file of its own beside it', () => {
    const folder = temporary()
    const entry = join(folder, 'entry.ts')
    const source = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
    writeFileSync(
      entry,
      `import { coldUsage } from ${source('../usage/cold-usage.ts')}
       import { discover } from ${source('../../files/discovery/discover.ts')}
       const { transcripts } = discover([process.argv[2]])
       const { slices, counts } = await coldUsage({ transcripts, threads: 2 })
       console.log(JSON.stringify([slices.map(({ tokens }) => tokens.output), counts.threads]))`,
    )
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    bundle(entry, join(folder, 'dist', 'skein.js'))
    bundle(
      fileURLToPath(new URL('usage-worker.ts', import.meta.url)),
      join(folder, 'dist', 'workers', 'usage-worker.js'),
    )
    const project = join(folder, 'projects', 'p')
    mkdirSync(project, { recursive: true })
    for (const name of ['a', 'b'])
      writeFileSync(join(project, `${name}.jsonl`), LINE.replace('"m"', `"${name}"`))
    const output = execFileSync(process.execPath, [join(folder, 'dist', 'skein.js'), folder], {
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual([[7, 7], 2])
  })

  it('is the file beside its starter in the built package', () => {
    expect(programOf('usage-worker', 'file:///x/dist/workers/start-worker.js')).toEqual({
      file: new URL('file:///x/dist/workers/usage-worker.js'),
      argv: [],
      execArgv: [],
    })
    expect(programOf('usage-worker', 'file:///x/dist/skein.js').file.href).toBe(
      'file:///x/dist/workers/usage-worker.js',
    )
  })
})

/** As scripts/bundle.mjs bundles the command. */
function bundle(entry: string, outfile: string): void {
  const esbuild = fileURLToPath(new URL('../../../../../node_modules/.bin/esbuild', import.meta.url))
  const options = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20.19',
    '--conditions=skein-source',
  ]
  execFileSync(esbuild, [entry, `--outfile=${outfile}`, '--log-level=warning', ...options])
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-worker-'))
  folders.push(folder)
  return folder
}
