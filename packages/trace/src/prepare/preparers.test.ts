import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { ForkFinder } from '../ledger/fork-finder.ts'
import { KnownOrigins } from '../ledger/known-origins.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import type { SessionTask } from './prepared-turn.ts'
import { Preparers } from './preparers.ts'

const stamp = { inode: 1, size: 10, mtime: 0 }

function task(id: string): SessionTask {
  const main = { path: `/${id}.jsonl`, file: `/${id}.jsonl`, stamp }
  return { files: { id, main, agents: [] }, options: { settled: true }, known: new Map() }
}

/** Threads with a program of their own, for what the real one never does. */
async function with2(program: string, use: (preparers: Preparers) => Promise<void>): Promise<void> {
  const ledger = TraceLedger.passing()
  const origins = new KnownOrigins(ledger.origins, new ForkFinder(() => null))
  const start = (): Worker => new Worker(program, { eval: true })
  const preparers = new Preparers({ threads: 2, start, origins })
  try {
    await use(preparers)
  } finally {
    await preparers.close(new Error('closed'))
    ledger.close()
  }
}

describe('a thread', () => {
  it('that breaks is the failure of all sessions that are not done, and of those that come', async () => {
    await with2('throw new TypeError("broken")', async (preparers) => {
      const sessions = ['a', 'b', 'c', 'd', 'e'].map((id) => preparers.prepare(task(id)))
      for (const session of sessions) await expect(session.read()).rejects.toThrow('broken')
      await expect(preparers.prepare(task('f')).read()).rejects.toThrow('broken')
    })
  })

  it('that leaves is one too', async () => {
    await with2('process.exit(0)', async (preparers) => {
      await expect(preparers.prepare(task('a')).read()).rejects.toThrow('has ended')
    })
  })

  it('that is closed leaves nobody waiting', async () => {
    await with2('require("node:worker_threads").parentPort.on("message", () => {})', async (preparers) => {
      const waiting = preparers.prepare(task('a')).read()
      await Promise.all([preparers.close(new Error('closed')), expect(waiting).rejects.toThrow('closed')])
    })
  })
})

it('origins are decided in the order of the history, whoever asks first', async () => {
  // Sessions 0 and 2 are one thread's, 1 and 3 the other's.
  const program = `
    const { parentPort } = require('node:worker_threads')
    const place = (session) => ({ session, uuid: 'same' })
    parentPort.on('message', ({ kind, job, task, answers }) => {
      if (kind === 'session') parentPort.postMessage({ kind: 'asked', job, places: [place(task.files.id)] })
      if (kind === 'origins') {
        const traceId = answers === null ? 'own' : answers[0].session
        parentPort.postMessage({ kind: 'turns', job, bytes: 0, turns: [{ kind: 'open', traceId }] })
        parentPort.postMessage({ kind: 'done', job })
      }
    })`
  await with2(program, async (preparers) => {
    const sessions = ['a', 'b', 'c', 'd'].map((id) => preparers.prepare(task(id)))
    const turns = []
    for (const session of sessions) for await (const turn of session.turns()) turns.push(turn)
    expect(turns).toEqual([
      { kind: 'open', traceId: 'own' },
      ...['b', 'c', 'd'].map(() => ({ kind: 'open', traceId: 'a' })),
    ])
  })
})

it('a failure of the system is told with its code', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', ({ kind, job }) => {
      if (kind !== 'session') return
      const error = new Error('no such file')
      parentPort.postMessage({ kind: 'failed', job, error, fields: { code: 'ENOENT', syscall: 'open' } })
    })`
  await with2(program, async (preparers) => {
    await expect(preparers.prepare(task('a')).read()).rejects.toMatchObject({
      code: 'ENOENT',
      syscall: 'open',
    })
  })
})
