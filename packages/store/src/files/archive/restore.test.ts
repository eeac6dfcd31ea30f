import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discover } from '../discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { archiveAll } from './archive-all.ts'
import { archivedSessions } from './archived.ts'
import { bundleStem } from './bundle.ts'
import { manifestCheck } from './manifest.ts'
import { restore } from './restore.ts'

let folder: string
let root: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-restore-'))
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

const S = '11111111-2222-4333-8444-555555555555'
const TRANSCRIPT = `projects/-srv-app/${S}.jsonl`
const AGENT = `projects/-srv-app/${S}/subagents/agent-a1.jsonl`
const PLAN = 'plans/warm-blue-river.md'
const MEMORY = 'projects/-srv-app/memory/MEMORY.md'
const SESSION = {
  [TRANSCRIPT]: '{"type":"user","slug":"warm-blue-river"}\n',
  [AGENT]: '{"type":"user","agentId":"a1"}\n',
  [PLAN]: '# plan',
  [MEMORY]: '# memory',
}

function lay(files: Record<string, string | Uint8Array>, at: string = root): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), content, { mode: 0o600 })
  }
}

/** Every file below a folder with its content. */
function tree(at: string): Record<string, string> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(at.length + 1), readFileSync(path, 'utf8')]),
  )
}

async function archive(): Promise<void> {
  await archiveAll(home, discover([root]).transcripts)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('restore', () => {
  it('gives everything back where it was, byte for byte', async () => {
    lay(SESSION)
    await archive()
    rmSync(root, { recursive: true })
    const report = await restore(home, S)
    expect(tree(root)).toEqual(SESSION)
    expect({ ...report, written: new Set(report.written) }).toEqual({
      root,
      written: new Set([AGENT, MEMORY, PLAN, TRANSCRIPT].map((path) => join(root, path))),
      present: [],
      kept: [],
    })
    expect(report.written.at(-1)).toBe(join(root, TRANSCRIPT))
  })

  it('gives files their rights, and a time at which nobody deletes them', async () => {
    lay(SESSION)
    chmodSync(join(root, AGENT), 0o640)
    utimesSync(join(root, TRANSCRIPT), 1_600_000_000, 1_600_000_000)
    await archive()
    rmSync(root, { recursive: true })
    const before = Date.now()
    await restore(home, S)
    const modes = [TRANSCRIPT, AGENT].map((path) => (statSync(join(root, path)).mode & 0o777).toString(8))
    expect(modes).toEqual(['600', '640'])
    // File times come from a clock that ticks every few milliseconds.
    expect(statSync(join(root, TRANSCRIPT)).mtimeMs).toBeGreaterThan(before - 1000)
  })

  it('restores into another folder, which is then a config folder', async () => {
    lay(SESSION)
    await archive()
    const to = join(folder, 'elsewhere')
    await restore(home, S, { to })
    expect(tree(to)).toEqual(SESSION)
    expect(new Set(discover([to]).transcripts.map(({ session, agent }) => `${session} ${agent}`))).toEqual(
      new Set([`${S} null`, `${S} a1`]),
    )
  })

  it('leaves what is there already and the same', async () => {
    lay(SESSION)
    await archive()
    rmSync(join(root, AGENT))
    const report = await restore(home, S)
    expect(report.written).toEqual([join(root, AGENT)])
    expect(new Set(report.present)).toEqual(
      new Set([TRANSCRIPT, PLAN, MEMORY].map((path) => join(root, path))),
    )
  })

  it('refuses to replace a file that differs, and changes nothing', async () => {
    lay(SESSION)
    await archive()
    rmSync(join(root, AGENT))
    lay({ [TRANSCRIPT]: `${SESSION[TRANSCRIPT]}{"type":"user","new":1}\n` })
    const before = tree(root)
    await expect(restore(home, S)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'exists',
      message: `a different file stands at ${join(root, TRANSCRIPT)}; nothing was changed`,
    })
    expect(tree(root)).toEqual(before)
  })

  it('leaves plans and memory that changed since: other sessions use them', async () => {
    lay(SESSION)
    await archive()
    rmSync(join(root, TRANSCRIPT))
    lay({ [PLAN]: '# new plan', [MEMORY]: '# new memory' })
    const report = await restore(home, S)
    expect(new Set(report.kept)).toEqual(new Set([PLAN, MEMORY].map((path) => join(root, path))))
    expect(tree(root)).toEqual({ ...SESSION, [PLAN]: '# new plan', [MEMORY]: '# new memory' })
  })

  it('replaces by force, after it archived what it replaces', async () => {
    lay(SESSION)
    await archive()
    lay({ [TRANSCRIPT]: 'rewritten, and never archived\n' })
    await restore(home, S, { force: true })
    expect(tree(root)).toEqual(SESSION)
    const versions = archivedSessions(home).sessions[0].files.find(
      ({ path }) => path === TRANSCRIPT,
    )?.versions
    expect(versions?.map((version) => version.sha256)).toEqual([
      sha256(SESSION[TRANSCRIPT]),
      sha256('rewritten, and never archived\n'),
    ])
  })

  it('restores an older version by its hash', async () => {
    lay({ [TRANSCRIPT]: 'first\n' })
    await archive()
    lay({ [TRANSCRIPT]: 'second\n' })
    await archive()
    const to = join(folder, 'elsewhere')
    await restore(home, S, { to, version: sha256('first\n').slice(0, 12) })
    expect(tree(to)).toEqual({ [TRANSCRIPT]: 'first\n' })
    await expect(restore(home, S, { to, version: 'ffff' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('asks which one where a session stood in two places', async () => {
    const other = join(folder, 'other')
    lay({ [TRANSCRIPT]: 'here\n' })
    lay({ [TRANSCRIPT]: 'there\n' }, other)
    await archiveAll(home, discover([root, other]).transcripts)
    const to = join(folder, 'elsewhere')
    await expect(restore(home, S, { to })).rejects.toMatchObject({ code: 'ambiguous' })
    await restore(home, S, { to, root: other })
    expect(tree(to)).toEqual({ [TRANSCRIPT]: 'there\n' })
  })

  it('does not know what was never archived', async () => {
    await expect(restore(home, S)).rejects.toMatchObject({ code: 'not-found' })
    await expect(restore(home, '../../x')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('writes nothing where an object is damaged', async () => {
    lay(SESSION)
    await archive()
    rmSync(root, { recursive: true })
    const name = sha256(SESSION[TRANSCRIPT])
    writeFileSync(join(home.archiveFolder, 'objects', name.slice(0, 2), `${name}.gz`), 'no gzip')
    await expect(restore(home, S)).rejects.toMatchObject({ name: 'StoreError', code: 'damaged' })
    expect(tree(root)).toEqual({})
  })

  it('follows no link that leads out', async () => {
    lay(SESSION)
    await archive()
    rmSync(root, { recursive: true })
    const outside = join(folder, 'outside')
    mkdirSync(outside)
    mkdirSync(join(root, 'projects'), { recursive: true })
    symlinkSync(outside, join(root, 'projects', '-srv-app'))
    await expect(restore(home, S)).rejects.toMatchObject({ name: 'StoreError', code: 'exists' })
    expect(readdirSync(outside)).toEqual([])
  })

  it('writes where projects is a link to another disk', async () => {
    lay(SESSION)
    await archive()
    rmSync(root, { recursive: true })
    mkdirSync(join(folder, 'disk'))
    mkdirSync(root)
    symlinkSync(join(folder, 'disk'), join(root, 'projects'))
    await restore(home, S)
    expect(readFileSync(join(folder, 'disk', '-srv-app', `${S}.jsonl`), 'utf8')).toBe(SESSION[TRANSCRIPT])
  })

  it('refuses a manifest that names what is not its own', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    await archive()
    const sessions = join(home.archiveFolder, 'sessions')
    const [name] = readdirSync(sessions)
    const text = readFileSync(join(sessions, name), 'utf8')
    const hostile = text.replace(TRANSCRIPT, `projects/-srv-app/${S}/../../../../escaped`)
    rmSync(join(sessions, name))
    const stem = bundleStem({ root, project: '-srv-app', session: S })
    writeFileSync(join(sessions, `${stem}${manifestCheck(hostile)}.json`), hostile)
    const to = join(folder, 'elsewhere')
    await expect(restore(home, S, { to })).rejects.toMatchObject({ code: 'not-found' })
    expect([existsSync(to), existsSync(join(folder, 'escaped'))]).toEqual([false, false])
    expect(archivedSessions(home).problems.map(({ problem }) => problem)).toEqual([
      `a path does not belong to it: "projects/-srv-app/${S}/../../../../escaped"`,
    ])
  })
})
