import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writePointer } from './hook.ts'
import type { Pointer } from './pointer.ts'
import { MOST_TRIES, Spool } from './spool.ts'
import { traceFolder } from './trace-folder.ts'

let home: string
let folder: string
let garbage: string[]
let spool: Spool

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skein-spool-'))
  folder = traceFolder(home).spool
  mkdirSync(folder, { recursive: true })
  garbage = []
  spool = new Spool(folder, (name) => garbage.push(name))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function point(fields: Partial<Pointer> & { session: string }): void {
  writePointer(traceFolder(home), {
    event: 'Stop',
    transcript: `/p/${fields.session}.jsonl`,
    size: 10,
    prompt: null,
    agent: null,
    tries: 0,
    ...fields,
  })
}

const A = { session: 'a', transcript: '/p/a.jsonl', settledAt: null, stopped: true, fresh: true, tries: 0 }

describe('Spool', () => {
  it('is empty where no hook ever ran', () => {
    rmSync(folder, { recursive: true })
    expect([spool.hasNew(), spool.take()]).toEqual([false, []])
  })

  it('gives one session for all its pointers', () => {
    point({ session: 'a', size: 10 })
    point({ session: 'a', event: 'SubagentStop', size: 8, agent: '/p/agent-1.jsonl' })
    expect(spool.hasNew()).toBe(true)
    expect(spool.take()).toEqual([A])
    expect(spool.hasNew()).toBe(false)
  })

  it('says how many transcripts wait, taken or not, and takes none', () => {
    point({ session: 'a' })
    spool.take()
    point({ session: 'a', event: 'SessionEnd' })
    point({ session: 'b' })
    writeFileSync(join(folder, 'garbage.json'), 'no pointer')
    expect(spool.waiting()).toBe(2)
    expect(spool.hasNew()).toBe(true)
    spool.remove('/p/a.jsonl')
    expect(garbage).toEqual([])
  })

  it.each([
    ['ended after its last stop', { stop: 10, end: 12 }, 12],
    ['ended as it stopped', { stop: 10, end: 10 }, 10],
    ['was resumed after its end', { stop: 30, end: 12 }, null],
  ])('knows a session that %s', (_name, { stop, end }, settledAt) => {
    point({ session: 'a', size: stop })
    point({ session: 'a', event: 'SessionEnd', size: end })
    expect(spool.take()).toEqual([{ ...A, settledAt }])
  })

  it('keeps what was taken until it is removed, and gives fresh ones first', () => {
    point({ session: 'a' })
    spool.take()
    point({ session: 'b' })
    const b = { ...A, session: 'b', transcript: '/p/b.jsonl' }
    expect(spool.take()).toEqual([b, { ...A, fresh: false }])
    spool.remove(A.transcript)
    expect(spool.take()).toEqual([{ ...b, fresh: false }])
  })

  it('never removes what a hook wrote after the session was taken', () => {
    point({ session: 'a' })
    spool.take()
    point({ session: 'a', size: 20 })
    spool.remove(A.transcript)
    expect(spool.take()).toEqual([A])
  })

  it('leaves its sessions to the next exporter', () => {
    point({ session: 'a' })
    spool.take()
    expect(new Spool(folder).take()).toEqual([{ ...A, fresh: false }])
  })

  it('keeps a session that failed, for a bounded number of tries', () => {
    point({ session: 'a' })
    spool.take()
    for (let tries = 1; tries < MOST_TRIES; tries++) {
      expect(spool.keep(A.transcript)).toBe(true)
      expect(spool.take()).toEqual([{ ...A, fresh: false, tries }])
    }
    expect(spool.keep(A.transcript)).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('drops garbage, and says so', () => {
    for (const [name, text] of Object.entries({
      'torn.json': '{"event":"Stop","sess',
      'null.json': 'null',
      'number.json': '3',
      'event.json': JSON.stringify({ ...A, event: 'Nothing', size: 1, prompt: null, agent: null }),
      'path.json': JSON.stringify({ event: 'Stop', session: 'a', transcript: 'a.jsonl', size: 1, tries: 0 }),
      'large.json': 'x'.repeat(100_000),
      'left.taken': '\u0000',
    }))
      writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'notes.txt'), 'not ours')
    mkdirSync(join(folder, 'folder.json'))
    point({ session: 'a' })
    expect(spool.take()).toEqual([A])
    const left = ['event', 'large', 'left', 'null', 'number', 'path', 'torn'].map((name) => `${name}.taken`)
    expect(garbage.toSorted()).toEqual(left)
    expect(readdirSync(folder).filter((name) => !name.startsWith('a-'))).toEqual(['folder.json', 'notes.txt'])
  })

  it('clears away what a killed hook began, not what a running one does', () => {
    // No process has the largest number there can be.
    writeFileSync(join(folder, 'a.Stop.json.4194304.partial'), '{')
    writeFileSync(join(folder, `b.Stop.json.${process.pid}.partial`), '{')
    writeFileSync(join(folder, 'c.partial'), '{')
    spool.take()
    expect(readdirSync(folder)).toEqual([`b.Stop.json.${process.pid}.partial`])
  })

  it('forgets the oldest pointers where there are too many', () => {
    for (const [i, session] of ['c', 'a', 'b'].entries()) {
      point({ session })
      const written = readdirSync(folder).find((name) => name.startsWith(`${session}`)) ?? ''
      utimesSync(join(folder, written), 1000 + i, 1000 + i)
    }
    spool.forgetOldest(2)
    expect(spool.take().map(({ session }) => session)).toEqual(['a', 'b'])
  })
})
