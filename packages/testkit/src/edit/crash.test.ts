import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readTranscript } from '@skein/transcript'
import { afterAll, expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import { isLong } from '../long-runs.ts'

const BIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))
const KILL_AT = pathToFileURL(fileURLToPath(new URL('kill-at.mjs', import.meta.url))).href
const ID = '5e551017-0000-4000-8000-000000000001'

/** A long run kills at every point, others at each fifth. */
const STEP = isLong ? 1 : 5

const folder = mkdtempSync(join(tmpdir(), 'skein-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const root = join(folder, 'config')
const project = join(root, 'projects', '-srv-app')
const original = join(project, `${ID}.jsonl`)
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
const { bytes } = generateSession({ seed: 3, turns: 3 })

function lay(): void {
  rmSync(root, { recursive: true, force: true })
  const files: Record<string, string | Uint8Array> = {
    [original]: bytes,
    [join(project, ID, 'subagents', 'agent-a.jsonl')]:
      `{"type":"user","uuid":"a","parentUuid":null,"isSidechain":true,"sessionId":"${ID}","message":{"role":"user","content":"go"}}\n`,
    [join(project, ID, 'tool-results', 'r.txt')]: 'result',
    [join(root, 'file-history', ID, 'x@v1')]: 'backup',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
  }
}

function clone(killAt?: number, { signal = 'SIGKILL', options = [] as readonly string[] } = {}) {
  const kill =
    killAt === undefined
      ? {}
      : {
          NODE_OPTIONS: `--import=${KILL_AT}`,
          SKEIN_TEST_KILL_AT: String(killAt),
          SKEIN_TEST_KILL_WITHIN: options.includes('--dry-run') ? temporary : root,
          SKEIN_TEST_KILL_SIGNAL: signal,
        }
  return spawnSync(process.execPath, [BIN, 'clone', ID, '--json', ...options], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      CLAUDE_CONFIG_DIR: root,
      SKEIN_HOME: join(folder, 'skein'),
      TMPDIR: temporary,
      ...kill,
    },
    encoding: 'utf8',
  })
}

/** Files below the config folder that are not the original's. */
function newFiles(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(ID))
}

it(
  'a clone that is killed at any point leaves nothing or a whole session, and the next one clears up',
  { timeout: 300_000 },
  () => {
    const rows = readTranscript(bytes).rowCount
    let killed = 0
    for (let at = 1; ; at += STEP) {
      lay()
      const { signal, status } = clone(at)
      expect(readFileSync(original)).toEqual(Buffer.from(bytes))
      const sessions = readdirSync(project).filter((name) => name.endsWith('.jsonl') && !name.startsWith(ID))
      // The title and the copied rows: a session is there with all of them or not at all.
      for (const name of sessions)
        expect(readTranscript(readFileSync(join(project, name))).rowCount).toBeGreaterThanOrEqual(rows)
      if (signal === null) {
        expect(status).toBe(0)
        break
      }
      killed++
      const whole = sessions.length
      expect(clone().status).toBe(0)
      // What was left behind is gone: there are the files of the new session and of one that was complete, no others.
      expect(newFiles()).toHaveLength((whole + 1) * 4)
    }
    expect(killed).toBeGreaterThan(15 / STEP)
  },
)

it('Ctrl-C at any point of the writing leaves nothing or a whole session', { timeout: 300_000 }, () => {
  const ends = new Set<number | null>()
  for (const at of [2, 6, 10, 14, 18]) {
    lay()
    const { status } = clone(at, { signal: 'SIGINT' })
    ends.add(status)
    expect([at, newFiles().length]).toEqual([at, status === 0 ? 4 : 0])
  }
  expect(ends).toEqual(new Set([130, 0]))
})

it(
  'Ctrl-C leaves nothing of a dry run, and what a killed one left is gone with the next',
  { timeout: 300_000 },
  () => {
    lay()
    expect(clone(4, { signal: 'SIGINT', options: ['--dry-run'] })).toMatchObject({ status: 130, stdout: '' })
    expect(readdirSync(temporary)).toEqual([])
    expect(clone(4, { options: ['--dry-run'] }).signal).toBe('SIGKILL')
    expect(readdirSync(temporary)).toHaveLength(1)
    expect(clone(undefined, { options: ['--dry-run'] }).status).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
    expect(newFiles()).toEqual([])
  },
)
