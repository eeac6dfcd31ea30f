import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome } from '@skein/store'
import { tryLock } from '@skein/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
const home = join(bench.folder, 'skein-home')
const transcript = join(bench.folder, 's1.jsonl')
const STOP = JSON.stringify({ session_id: 's1', transcript_path: transcript, hook_event_name: 'Stop' })
const QUIET = { code: 0, stdout: '', stderr: '' }

// The exporters that hooks start find the spool in use and leave, so that what the hook wrote can be looked at.
let lock: ReturnType<typeof tryLock>
beforeAll(() => {
  lock = tryLock(skeinHome({ SKEIN_HOME: home }), '.spool')
  writeFileSync(transcript, 'row\n')
})
afterAll(() => {
  lock?.release()
  bench.remove()
})

function hook(options: { input?: string; env?: Record<string, string> }): object {
  return bench.run(['trace', 'hook'], { env: { SKEIN_HOME: home }, ...options })
}

/** What hooks said in the log; exporters that earlier ones started say something too, whenever they come to it. */
function complaints(): string[] {
  const log = join(home, 'trace', 'trace.log')
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  return lines.map((line) => line.slice(line.indexOf(' ') + 1)).filter((line) => line.startsWith('hook: '))
}

describe('skein trace hook', () => {
  it('writes a pointer and says nothing', () => {
    expect(hook({ input: STOP })).toEqual(QUIET)
    const [name = '', ...others] = readdirSync(join(home, 'trace', 'spool'))
    expect(others).toEqual([])
    expect(JSON.parse(readFileSync(join(home, 'trace', 'spool', name), 'utf8'))).toEqual({
      event: 'Stop',
      session: 's1',
      transcript,
      size: 4,
      prompt: null,
      agent: null,
      tries: 0,
    })
  })

  it.each([
    ['broken JSON', '{"session_id":"s1"'],
    ['nothing', ''],
    ['eight megabytes', 'x'.repeat(8 << 20)],
    ['binary', '\u0000\u0001'],
  ])('says nothing about %s, but to the log', (_name, input) => {
    const before = complaints()
    expect(hook({ input })).toEqual(QUIET)
    expect(complaints()).toEqual([...before, 'hook: the input names no transcript'])
  })

  it.each([
    ['closed', '<&-'],
    ['nowhere', '</dev/null'],
    ['a folder', '<.'],
  ])('takes a standard input that is %s', (_name, from) => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$1" trace hook ${from}`, process.execPath, BIN],
      {
        cwd: bench.folder,
        env: bench.env({ SKEIN_HOME: home }),
        encoding: 'utf8',
      },
    )
    expect({ code: status, stdout, stderr }).toEqual(QUIET)
  })

  describe('whose standard input never closes', () => {
    /** Runs it with an input that stays open; resolves when it has ended by itself. */
    async function open(kind: 'socket' | 'pipe', text: string): Promise<object> {
      const args = [BIN, 'trace', 'hook']
      const env = bench.env({ SKEIN_HOME: home })
      const fifo = join(bench.folder, `${kind}-${text.length}`)
      if (kind === 'pipe') spawnSync('mkfifo', [fifo])
      // Both ends, so that the pipe has a writer as long as this process lives.
      const fd = kind === 'pipe' ? openSync(fifo, 'r+') : null
      const child = spawn(process.execPath, args, { env, stdio: [fd ?? 'pipe', 'pipe', 'pipe'] })
      let said = ''
      for (const out of [child.stdout, child.stderr]) out?.on('data', (bytes) => (said += String(bytes)))
      if (fd === null) child.stdin?.write(text)
      else writeSync(fd, text)
      const [code] = (await once(child, 'close')) as [number | null]
      child.stdin?.destroy()
      if (fd !== null) closeSync(fd)
      return { code, said }
    }

    function forget(): void {
      const spool = join(home, 'trace', 'spool')
      for (const name of readdirSync(spool)) rmSync(join(spool, name))
    }

    it.each(['socket', 'pipe'] as const)('goes on when it has all there is: a %s', async (kind) => {
      forget()
      expect(await open(kind, `${STOP}\n`)).toEqual({ code: 0, said: '' })
      expect(readdirSync(join(home, 'trace', 'spool'))).toHaveLength(1)
    })

    it.each(['socket', 'pipe'] as const)('goes on without the rest: a %s', async (kind) => {
      forget()
      expect(await open(kind, STOP.slice(0, -2))).toEqual({ code: 0, said: '' })
      expect(readdirSync(join(home, 'trace', 'spool'))).toHaveLength(1)
      expect(await open(kind, '')).toEqual({ code: 0, said: '' })
    })
  })

  it('takes a place where nothing can be written', () => {
    const file = join(bench.folder, 'file')
    writeFileSync(file, '')
    expect(hook({ input: STOP, env: { SKEIN_HOME: file } })).toEqual(QUIET)
    expect(hook({ input: STOP, env: { SKEIN_HOME: join(file, 'below') } })).toEqual(QUIET)
    expect(hook({ input: STOP, env: { SKEIN_HOME: '/proc/none' } })).toEqual(QUIET)
    expect(hook({ input: STOP, env: { SKEIN_HOME: 'x'.repeat(5000) } })).toEqual(QUIET)
  })

  // Only who may become somebody else can be nobody in particular.
  it.skipIf(process.getuid?.() !== 0)('takes a user without a home', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'trace', 'hook'], {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      uid: 54_321,
      gid: 54_321,
      input: STOP,
      encoding: 'utf8',
    })
    expect({ code: status, stdout, stderr }).toEqual(QUIET)
  })

  it('takes an install that is not built', () => {
    const empty = join(bench.folder, 'not built', 'bin')
    mkdirSync(empty, { recursive: true })
    cpSync(fileURLToPath(new URL('.', new URL(`file://${BIN}`))), empty, { recursive: true })
    expect(bench.run(['trace', 'hook'], { bin: join(empty, 'skein.js'), input: STOP })).toEqual(QUIET)
    expect(existsSync(join(bench.folder, '.local'))).toBe(false)
  })

  it('has help, and the exporter is not for people', () => {
    expect(bench.run(['trace', 'hook', '--help']).stdout).toContain('skein trace hook')
    expect(bench.run(['trace', '--help']).stdout).not.toContain('drain')
  })
})
