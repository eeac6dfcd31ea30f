import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drain, type Drained, type DrainSeams, type SessionToExport } from './drain.ts'
import { writePointer } from './hook.ts'
import type { PointerEvent } from './pointer.ts'
import { Spool } from './spool.ts'
import { traceFolder } from './trace-folder.ts'

let home: string
let log: string[]
/** What happened, in order. */
let events: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skein-drain-'))
  mkdirSync(traceFolder(home).spool, { recursive: true })
  log = []
  events = []
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function point(session: string, event: PointerEvent = 'Stop', size = 10): void {
  const transcript = `/p/${session}.jsonl`
  writePointer(traceFolder(home), { event, session, transcript, size, prompt: null, agent: null, tries: 0 })
}

function left(): string[] {
  return readdirSync(traceFolder(home).spool).map((name) => name.replace(/-[0-9a-f]{8}/, ''))
}

function to(session: string, settledAt: number | null = null): SessionToExport {
  return { session, transcript: `/p/${session}.jsonl`, settledAt }
}

function run(seams: Partial<DrainSeams> = {}): Promise<Drained> {
  return drain({
    spool: new Spool(traceFolder(home).spool),
    lock: () => ({ release: () => {} }),
    exportOne: async ({ session, settledAt }) => {
      events.push(settledAt === null ? session : `${session} ended`)
      return { open: false }
    },
    behind: () => [],
    stampOf: () => '',
    pause: async () => {
      events.push('pause')
    },
    log: (line) => log.push(line),
    ...seams,
  })
}

describe('drain', () => {
  it('exports each session once and leaves nothing', async () => {
    point('a')
    point('a', 'SubagentStop')
    point('a', 'SessionEnd', 12)
    point('b')
    expect(await run()).toEqual({ ran: true, exported: 2, failed: 0 })
    expect({ events, left: left(), log }).toEqual({ events: ['a ended', 'b'], left: [], log: [] })
  })

  it('leaves everything to the one who has the lock', async () => {
    point('a')
    expect(await run({ lock: () => null })).toEqual({ ran: false, exported: 0, failed: 0 })
    expect({ events, left: left() }).toEqual({ events: [], left: ['a.Stop.json'] })
  })

  it('looks once more after the lock was let go, for whoever came while it was held', async () => {
    point('a')
    let locks = 0
    const lock = () => ({
      release: () => {
        // Its own exporter found the lock taken, and left.
        if (++locks === 1) point('b')
      },
    })
    expect(await run({ lock })).toEqual({ ran: true, exported: 2, failed: 0 })
    expect({ events, left: left(), locks }).toEqual({ events: ['a', 'b'], left: [], locks: 2 })
  })

  it('takes what comes while it is at work', async () => {
    point('a')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      if (events.length === 1) point('a', 'Stop', 20)
      return { open: false }
    }
    await run({ exportOne })
    expect({ events, left: left() }).toEqual({ events: ['a', 'a'], left: [] })
  })

  it('keeps what failed, and goes on with the others', async () => {
    point('a')
    point('b')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      if (session === 'a') throw new TypeError('with text of a transcript')
      return { open: false }
    }
    expect(await run({ exportOne })).toEqual({ ran: true, exported: 1, failed: 1 })
    expect({ events, left: left(), log }).toEqual({
      events: ['a', 'b'],
      left: ['a.Stop.taken'],
      log: ['export: TypeError: a'],
    })
    events = []
    await run()
    expect({ events, left: left() }).toEqual({ events: ['a'], left: [] })
  })

  it('lets go of the lock when something unforeseen happens', async () => {
    point('a')
    let isHeld = false
    const lock = () => {
      isHeld = true
      return { release: () => (isHeld = false) }
    }
    const stampOf = () => {
      throw new Error('unforeseen')
    }
    await expect(run({ lock, stampOf })).rejects.toThrow('unforeseen')
    expect({ isHeld, left: left() }).toEqual({ isHeld: false, left: ['a.Stop.taken'] })
  })
})

describe('a turn that is not all written when Stop comes', () => {
  it('is read again when the file has grown', async () => {
    point('a')
    let size = 10
    const pause = async (): Promise<void> => {
      events.push('pause')
      if (events.length === 4) size = 20
    }
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      return { open: size < 20 }
    }
    await run({ pause, exportOne, stampOf: () => String(size) })
    expect({ events, left: left() }).toEqual({
      events: ['a', 'pause', 'pause', 'pause', 'a'],
      left: [],
    })
  })

  it('is read again when it grew while it was read', async () => {
    point('a')
    let size = 10
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      const open = size < 20
      size = 20
      return { open }
    }
    await run({ exportOne, stampOf: () => String(size) })
    expect({ events, left: left() }).toEqual({ events: ['a', 'pause', 'a'], left: [] })
  })

  it('is left open after a while, without a pointer: the ledger knows it', async () => {
    point('a')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      return { open: true }
    }
    await run({ exportOne })
    expect({ events, left: left() }).toEqual({
      events: ['a', ...Array<string>(30).fill('pause')],
      left: [],
    })
  })

  it('holds nobody else up', async () => {
    point('a')
    const pause = async (): Promise<void> => {
      events.push('pause')
      if (events.length === 2) point('b')
    }
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      return { open: session === 'a' }
    }
    await run({ pause, exportOne })
    expect(events.slice(0, 4)).toEqual(['a', 'pause', 'b', 'pause'])
    expect(left()).toEqual([])
  })

  it('is not waited for when only a sub-agent has stopped', async () => {
    point('a', 'SubagentStop')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      return { open: true }
    }
    await run({ exportOne })
    expect({ events, left: left() }).toEqual({ events: ['a'], left: [] })
  })
})

describe('sessions that are behind', () => {
  it('come after those that hooks spoke of, and never twice', async () => {
    point('a')
    const asked: (readonly string[])[] = []
    const behind = (transcripts: readonly string[]): SessionToExport[] => {
      asked.push(transcripts)
      return [to('old', 5), to('a'), to('other')]
    }
    expect(await run({ behind })).toEqual({ ran: true, exported: 3, failed: 0 })
    expect({ events, asked }).toEqual({ events: ['a', 'old ended', 'other'], asked: [['/p/a.jsonl']] })
  })

  it('make way for those that are at work now', async () => {
    point('a')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      events.push(session)
      if (session === 'one') point('b')
      return { open: false }
    }
    await run({ exportOne, behind: () => [to('one'), to('two')] })
    expect(events).toEqual(['a', 'one', 'b', 'two'])
  })

  it('harm nobody when they fail, or cannot be found', async () => {
    point('a')
    const exportOne: DrainSeams['exportOne'] = async ({ session }) => {
      if (session === 'one') throw new Error('broken')
      events.push(session)
      return { open: false }
    }
    await run({ exportOne, behind: () => [to('one'), to('two')] })
    expect({ events, log, left: left() }).toEqual({
      events: ['a', 'two'],
      log: ['recovery: Error: one'],
      left: [],
    })
    point('b')
    await run({
      behind: () => {
        throw Object.assign(new Error(), { code: 'EACCES', syscall: 'scandir' })
      },
    })
    expect({ events, log: log.slice(1), left: left() }).toEqual({
      events: ['a', 'two', 'b'],
      log: ['recovery: EACCES (scandir)'],
      left: [],
    })
  })
})
