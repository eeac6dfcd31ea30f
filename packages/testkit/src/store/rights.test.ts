import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { SKEIN, type Ran } from './small-disk.ts'
import { freshFolder } from './written-sessions.ts'

/* Rights do not bind root, so root runs the command as nobody; anybody else as themselves. */
const NOBODY = 65534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'

let folder: string
let project: string

beforeEach(() => {
  folder = freshFolder('rights')
  project = join(folder, '.claude', 'projects', 'app')
  mkdirSync(project, { recursive: true })
  for (const id of [A, B]) writeFileSync(join(project, `${id}.jsonl`), rowsOf(id))
  own(folder)
})

afterEach(() => {
  spawnSync('chmod', ['-R', 'u+rwX', folder])
  rmSync(folder, { recursive: true, force: true })
})

const canBe = spawnSync(process.execPath, [SKEIN, '--version'], { cwd: '/', ...user }).status === 0
const isSkipped = skipUnlessAvailable('a user whom rights bind', canBe)
const name = isSkipped ? 'rights (skipped: nobody may not read this checkout)' : 'rights'

describe.skipIf(isSkipped)(name, () => {
  it('a transcript that cannot be read is told by every command that looks for sessions', () => {
    chmodSync(join(project, `${B}.jsonl`), 0)
    const told = `skein: cannot be read (permission denied): ${join(project, `${B}.jsonl`)}\n`
    for (const args of [['ls'], ['search', 'Hello'], ['blame', 'x.ts'], ['usage', 'tool']])
      expect({ args, ...run(...args), stdout: '' }).toEqual({ args, code: 0, stdout: '', stderr: told })
    expect(run('usage', '--no-index')).toMatchObject({
      stderr: `skein: left out (permission denied): ${join(project, `${B}.jsonl`)}\n`,
    })
    expect(run('index', 'status').stdout).toContain(`cannot be read (permission denied): ${project}`)
    expect(run('index', 'rebuild').stdout).toMatch(/^1 transcript read /)
    expect(run('archive')).toMatchObject({
      code: 0,
      stderr: `skein: cannot be read (permission denied); left out: ${join(project, `${B}.jsonl`)}\n`,
    })
  })

  it('one that could be read before is told by index status and doctor', () => {
    run('ls')
    chmodSync(join(project, `${B}.jsonl`), 0)
    expect(run('index', 'status').stdout).toContain(
      `cannot be read any more (permission denied): ${join(project, `${B}.jsonl`)}`,
    )
    expect(run('doctor').stdout).toContain('cannot be read (permission denied)')
    expect(run('search', 'Hello').stderr).toContain('cannot be read (permission denied)')
  })

  it('a sidecar that cannot be read is told where sidecars are listed', () => {
    const results = join(project, A, 'tool-results')
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, 'x.txt'), 'long')
    const tasks = join(folder, '.claude', 'tasks', A)
    mkdirSync(tasks, { recursive: true })
    own(folder)
    chmodSync(join(results, 'x.txt'), 0)
    chmodSync(tasks, 0)
    const { diagnostics } = JSON.parse(run('files', A, '--sidecars', '--json').stdout) as {
      diagnostics: unknown
    }
    expect(diagnostics).toEqual([
      { code: 'unreadable', path: tasks, message: 'cannot be read (permission denied); left out' },
      { code: 'unreadable', path: join(results, 'x.txt'), message: 'cannot be read (permission denied)' },
    ])
  })

  it('a data directory that cannot be written leaves the old index usable', () => {
    run('ls')
    chmodSync(join(folder, 'home'), 0o500)
    if (process.getuid?.() === 0) chownSync(join(folder, 'home'), 0, 0)
    chmodSync(join(folder, 'home'), 0o555)
    writeFileSync(join(project, 'cccc0000.jsonl'), rowsOf('cccc0000'))
    const { code, stdout, stderr } = run('ls', '--json')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `skein: cannot write to ${join(folder, 'home')}: showing what was indexed before\n`,
    })
    expect((JSON.parse(stdout) as { sessions: unknown[] }).sessions.length).toBe(2)
    expect(readdirSync(join(folder, 'home'))).toEqual(['cache.db'])
  })
})

function rowsOf(id: string): string {
  const row = {
    type: 'user',
    uuid: `${id}-1`,
    parentUuid: null,
    sessionId: id,
    timestamp: '2026-05-01T10:00:00.000Z',
    cwd: '/srv/app',
    message: { role: 'user', content: 'Hello' },
  }
  return `${JSON.stringify(row)}\n`
}

/** Gives everything to whom the command runs as. */
function own(path: string): void {
  if (user.uid !== undefined) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path])
}

function run(...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SKEIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, SKEIN_HOME: join(folder, 'home'), TZ: 'UTC' },
    ...user,
  })
  return { code: status ?? -1, stdout, stderr }
}
