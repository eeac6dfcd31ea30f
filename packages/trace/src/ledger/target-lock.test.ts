import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skeinHome, type SkeinHome } from '@skein/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testProgram } from '../../../testkit/src/test-program.ts'
import { lockTarget } from '../export/lock-target.ts'
import { tryLock } from './target-lock.ts'

let folder: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-lock-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

it('one holds the lock of a target; the others may leave or wait', async () => {
  const lock = tryLock(home, 'work')
  expect(tryLock(home, 'work')).toBe(null)
  const other = tryLock(home, 'home')
  expect(other).not.toBe(null)
  other?.release()
  let waits = 0
  const waited = await lockTarget(home, 'work', {
    onWait: () => void waits++,
    seams: { now: () => 0, random: () => 0, sleep: async () => lock?.release() },
  })
  expect(waits).toBe(1)
  waited.release()
  const last = tryLock(home, 'work')
  expect(last).not.toBe(null)
  last?.release()
})

it('the lock ends with the process that has it, however that ends', async () => {
  const child = spawn(process.execPath, [testProgram('lock-holder'), home.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  expect(said.toString()).toBe('held')
  expect(tryLock(home, 'work')).toBe(null)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = tryLock(home, 'work')
  expect(lock).not.toBe(null)
  lock?.release()
})
