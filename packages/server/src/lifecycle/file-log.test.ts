import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skeinHome } from '@skein/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileLog } from './file-log.ts'
import { errorFields } from './logger.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skein-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('is an object a line, for its owner only', () => {
  const told: unknown[] = []
  const log = new FileLog(skeinHome({ SKEIN_HOME: folder }), {
    now: () => Date.UTC(2026, 4, 1),
    also: (...one) => void told.push(one),
  })
  log.info('started', { port: 1 })
  log.error('failed', { error: 'a\nb' })
  log.close()
  const file = join(folder, 'log', 'server.log')
  const time = '2026-05-01T00:00:00.000Z'
  expect(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { time, level: 'info', event: 'started', port: 1 },
    { time, level: 'error', event: 'failed', error: 'a\nb' },
  ])
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'log')).mode & 0o777]).toEqual([0o600, 0o700])
  expect(told).toEqual([
    ['info', 'started', { port: 1 }],
    ['error', 'failed', { error: 'a\nb' }],
  ])
})

it('never grows past its size, and keeps what came before', () => {
  const log = new FileLog(skeinHome({ SKEIN_HOME: folder }), { most: 1000 })
  for (let i = 0; i < 100; i++) log.info('request', { number: i })
  log.close()
  const names = readdirSync(join(folder, 'log')).toSorted()
  expect(names).toEqual(['server.log', 'server.log.1'])
  for (const name of names) expect(statSync(join(folder, 'log', name)).size).toBeLessThanOrEqual(1000)
  const kept = ['server.log.1', 'server.log'].flatMap((name) =>
    readFileSync(join(folder, 'log', name), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  const numbers = kept.map((line) => (JSON.parse(line) as { number: number }).number)
  expect(numbers).toEqual(numbers.map((_, i) => 100 - numbers.length + i))
})

it('goes on where it is when the next file cannot be begun', () => {
  const log = new FileLog(skeinHome({ SKEIN_HOME: folder }), { most: 300 })
  log.info('request', { number: 0 })
  // The name of the file before it is taken by what no file can replace.
  mkdirSync(join(folder, 'log', 'server.log.1', 'x'), { recursive: true })
  for (let i = 1; i < 20; i++) log.info('request', { number: i })
  log.close()
  const lines = readFileSync(join(folder, 'log', 'server.log'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  )
})

it('says where an error came from, not what it quotes', () => {
  const fields = errorFields(Object.assign(new SyntaxError('Unexpected token in "sk-secret"'), { code: 'X' }))
  expect(fields).toEqual({ error: 'SyntaxError', code: 'X', at: expect.stringContaining('file-log.test.ts') })
  expect(JSON.stringify(fields)).not.toContain('secret')
})
