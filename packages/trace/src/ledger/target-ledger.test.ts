import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skeinHome, type SkeinHome } from '@skein/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wireSpan, wireSpans } from '../../test/wire-spans.ts'
import { TraceLedger } from './ledger.ts'
import type { TargetLedger } from './target-ledger.ts'
import type { TranscriptMark } from './transcript-marks.ts'

let folder: string
let home: SkeinHome
let ledger: TraceLedger
let target: TargetLedger

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-ledger-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  open()
})

afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true })
})

function open(): void {
  ledger = TraceLedger.open(home)
  target = ledger.target('work', 'http://127.0.0.1/v1/traces')
}

/** As if the process had been killed and another one started. */
function reopen(): void {
  ledger.close()
  open()
}

function figures(): object {
  const { acknowledged, pending, unknown, failed, resent, rejected } = ledger.status()[0]
  return { acknowledged, pending, unknown, failed, resent, rejected }
}

const NOTHING = { acknowledged: 0, pending: 0, unknown: 0, failed: 0, resent: 0, rejected: 0 }

describe('a span', () => {
  it('is the target’s after its acknowledgement, for ever', () => {
    const spans = wireSpans(3)
    target.acknowledge(target.note(spans), { now: 5, rejected: 0 })
    reopen()
    expect(figures()).toEqual({ ...NOTHING, acknowledged: 3 })
    expect(target.settled(spans[0].traceId).acknowledged).toEqual(new Set(spans.map(({ spanId }) => spanId)))
    expect(target.settled(wireSpan(1, { trace: 2 }).traceId).acknowledged).toEqual(new Set())
  })

  it('may have been taken when its request was never answered, and is counted when it is sent again', () => {
    target.note(wireSpans(3))
    reopen()
    expect(figures()).toEqual({ ...NOTHING, pending: 3, unknown: 3 })
    const again = target.note(wireSpans(5))
    expect(again.again.size).toBe(3)
    target.acknowledge(again, { now: 5, rejected: 0 })
    expect(figures()).toEqual({ ...NOTHING, acknowledged: 5, resent: 3 })
  })

  it('is as if it had never been sent when the request was refused', () => {
    target.takeBack(target.note(wireSpans(2)))
    reopen()
    expect(figures()).toEqual({ ...NOTHING, pending: 2 })
    expect(target.note(wireSpans(2)).again.size).toBe(0)
  })

  it('stays uncertain when a second request is refused: the first may have brought it', () => {
    target.note(wireSpans(2))
    target.takeBack(target.note(wireSpans(2)))
    expect(figures()).toEqual({ ...NOTHING, pending: 2, unknown: 2 })
    target.acknowledge(target.note(wireSpans(2)), { now: 5, rejected: 0 })
    expect(figures()).toEqual({ ...NOTHING, acknowledged: 2, resent: 2 })
  })

  it('that was given up is neither pending nor sent again', () => {
    const spans = wireSpans(2)
    target.giveUp(target.note(spans))
    reopen()
    expect(figures()).toEqual({ ...NOTHING, failed: 2 })
    expect(target.settled(spans[0].traceId).failed).toEqual(new Set(spans.map(({ spanId }) => spanId)))
  })

  it('is lined up once, until it is settled', () => {
    const [span] = wireSpans(1)
    target.claim(span)
    expect(target.settled(span.traceId).isClaimed(span.spanId)).toBe(true)
    target.acknowledge(target.note([span]), { now: 5, rejected: 0 })
    expect(target.settled(span.traceId).isClaimed(span.spanId)).toBe(false)
  })

  it('of one target says nothing of another', () => {
    target.acknowledge(target.note(wireSpans(2)), { now: 5, rejected: 1 })
    const other = ledger.target('home', 'http://127.0.0.2/v1/traces')
    expect(other.settled(wireSpans(1)[0].traceId).acknowledged).toEqual(new Set())
    expect(ledger.status().map(({ name, acknowledged, rejected }) => [name, acknowledged, rejected])).toEqual(
      [
        ['home', 0, 0],
        ['work', 2, 1],
      ],
    )
  })
})

describe('a message', () => {
  const first = wireSpan(1, { message: 'msg_1' })

  it('that went out as another span is a copy, also after a restart', () => {
    target.acknowledge(target.note([first]), { now: 5, rejected: 0 })
    reopen()
    expect([target.isCopy('msg_1', first.spanId), target.isCopy('msg_1', 'ffffffffffffffff')]).toEqual([
      false,
      true,
    ])
    expect(target.isCopy('msg_2', first.spanId)).toBe(false)
  })

  it('that is lined up counts, and does no more when its request was refused', () => {
    target.claim(first)
    expect(target.isCopy('msg_1', 'ffffffffffffffff')).toBe(true)
    target.takeBack(target.note([first]))
    target.release([first])
    expect(target.isCopy('msg_1', 'ffffffffffffffff')).toBe(false)
  })
})

describe('the origin of a prompt', () => {
  const uuid = '5f112f77-e0ab-4a77-a7de-783e8d88d4a7'

  it.each([uuid, 'fifteen letters', 'p1', 'Ünï', ''])('is the first one seen: %s', (id) => {
    const first = { session: uuid, uuid: id }
    expect(ledger.origins.originOf(id)).toBe(null)
    expect(ledger.origins.remember(id, first)).toEqual(first)
    expect(ledger.origins.remember(id, { session: 'another', uuid: id })).toEqual(first)
    reopen()
    expect(ledger.origins.originOf(id)).toEqual(first)
  })
})

describe('a mark', () => {
  it('keeps how a transcript was, and its open turns', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const mark = {
      inode: 7,
      size: 100,
      mtime: 1.5,
      ends: '00ff00ff',
      settled: false,
      open: [traceId],
      turn: '',
      bookmark: { start: 60, turns: 3, live: 2, traceId },
      lessons: [{ turn: 2, file: '/a/agent.jsonl', offset: 10, length: 20 }],
    }
    const agent = { ...mark, open: [], turn: traceId, bookmark: null, lessons: [] }
    target.marks.set(
      new Map<string, TranscriptMark>([
        ['/a.jsonl', mark],
        ['/a/agent.jsonl', agent],
      ]),
    )
    reopen()
    expect(target.marks.get('/a.jsonl')).toEqual(mark)
    expect(target.marks.get('/a/agent.jsonl')).toEqual(agent)
    expect(target.marks.get('/b.jsonl')).toBe(null)
    expect(target.marks.withOpenTurns()).toEqual(['/a.jsonl'])
    expect(ledger.status()[0].openTurns).toBe(1)
  })
})

it('the key of placeholders is made once', () => {
  const { key } = ledger
  reopen()
  expect([key.length, Buffer.from(ledger.key).equals(key)]).toEqual([32, true])
})
