import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { isChainEntry } from '../entry/entry.ts'
import { EntryStream } from '../bytes/entry-stream.ts'
import type { Entry } from '../entry/entry.ts'
import { KIND } from '../scan/columns.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { resumeRequest, resumeView } from '../resume/resume-view.ts'
import { OBSERVED } from '../resume/rules.ts'
import { sendable } from '../resume/sendable.ts'
import { readTranscript, Transcript } from '../transcript.ts'
import { ChainWriter } from './chain.ts'
import type { NewRow } from './new-row.ts'

const start = Date.UTC(2026, 0, 1)
const said = fc.string({ unit: 'binary', minLength: 1 }).map((text) => `.${text}`)

/** A step of a session; several rows where they belong together. */
const step = fc.oneof(
  fc.record({ do: fc.constant('prompt' as const), text: said, rewind: fc.option(fc.nat()) }),
  fc.record({
    do: fc.constant('answer' as const),
    text: said,
    calls: fc.nat(3),
    answered: fc.nat(3),
    turned: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('compact' as const),
    trigger: fc.constantFrom('auto' as const, 'manual' as const),
  }),
  fc.record({
    do: fc.constant('interrupt' as const),
    by: fc.constantFrom('user' as const, 'death' as const),
  }),
  fc.record({
    do: fc.constant('note' as const),
    row: fc.constantFrom<NewRow>(
      { kind: 'system', subtype: 'turn_duration', durationMs: 1, messageCount: 2 },
      { kind: 'system', subtype: 'informational', content: 'x', level: 'info' },
      { kind: 'mode', mode: 'normal' },
      { kind: 'permission-mode', permissionMode: 'plan' },
      { kind: 'custom-title', customTitle: 'T' },
      { kind: 'agent-name', agentName: 'n' },
      { kind: 'tag', tag: 't' },
      { kind: 'ai-title', aiTitle: 'T' },
      { kind: 'tools-used', tools: ['Bash'] },
      { kind: 'queue-operation', operation: 'enqueue', content: 'later' },
      { kind: 'cost-state', totalCostUSD: 1 },
    ),
  }),
)

/** Takes the steps; every so often the disk refuses a row, and the session goes on from what is written. */
function writtenBy(steps: readonly Step[], refusals: readonly boolean[]) {
  const parts: string[] = []
  const uuids: string[] = []
  let made = 0
  let asked = 0
  let ticks = 0
  const seams = { now: () => start + (ticks++ % 3), newUuid: () => `u${(made += 1)}` }
  const head = { sessionId: 's', cwd: '/w', version: '2.1.325', gitBranch: 'main' }
  const writer = new ChainWriter(new Transcript(), head, seams)
  const put = (row: NewRow): boolean => {
    const proposal = writer.propose(row)
    if (refusals[asked++ % refusals.length]) {
      writer.abandon()
      return false
    }
    writer.written(proposal)
    parts.push(decodeUtf8(proposal.bytes))
    uuids.push(...proposal.uuids)
    return true
  }
  const interrupt = (by: 'user' | 'death'): boolean => writer.interruption({ by }).every((row) => put(row))
  for (const taken of steps) {
    if (taken.do === 'interrupt') {
      if (writer.tip !== null) interrupt(taken.by)
      continue
    }
    if (taken.do === 'note') {
      put(taken.row)
      continue
    }
    if (writer.openCalls.length > 0 && !interrupt('user')) continue
    if (taken.do === 'prompt') {
      const after =
        taken.rewind === null || uuids.length === 0 ? undefined : uuids[taken.rewind % uuids.length]
      put({ kind: 'user', content: taken.text, after: isSafe(writer, after) ? after : undefined })
    }
    if (taken.do === 'compact' && writer.tip !== null)
      put({ kind: 'compaction', summary: 'S', trigger: taken.trigger, preTokens: 9 })
    if (taken.do === 'answer' && isAsked(writer)) answer(put, taken, `m${(made += 1)}`)
  }
  return { writer, bytes: encodeUtf8(parts.join('')) }
}

type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never

function answer(put: (row: NewRow) => boolean, taken: Step & { do: 'answer' }, id: string): void {
  const block = (content: object): NewRow => ({
    kind: 'assistant',
    message: { id, model: 'm', content: [content], usage: { input_tokens: 1, output_tokens: 1 } },
  })
  const calls = Array.from({ length: taken.calls }, (_, index) => `${id}-${index}`)
  const blocks = [
    block({ type: 'text', text: taken.text }),
    ...calls.map((call) => block({ type: 'tool_use', id: call, name: 'Bash', input: {} })),
  ]
  // A refused block ends the message: what was written of it stands.
  const made = blocks.findIndex((row) => !put(row))
  const written = calls.slice(0, made < 0 ? calls.length : Math.max(0, made - 1))
  for (const call of (taken.turned ? written.toReversed() : written).slice(0, taken.answered))
    put({ kind: 'result', toolUseId: call, content: 'r' })
}

/** Whether the model was asked something: it does not speak by itself. */
function isAsked({ transcript }: ChainWriter): boolean {
  const { path, scan } = transcript
  const spoken = [...path.rows()].filter((row) =>
    [KIND.user, KIND.assistant].includes(scan.columns.kind[row] as 1),
  )
  return spoken.length > 0 && scan.columns.kind[spoken[spoken.length - 1]] === KIND.user
}

/** A rewind goes to a row that a prompt may follow: not between a call and its result. */
function isSafe(writer: ChainWriter, uuid: string | undefined): boolean {
  if (uuid === undefined) return false
  const { graph, scan } = writer.transcript
  const kind = scan.ids.text(scan.columns.type[graph.rowOfText(uuid)])
  return kind === 'user' && scan.columns.sourceAssistant[graph.rowOfText(uuid)] === 0
}

it('whatever is written, refused, rewound, compacted and interrupted: every version resumes all of it', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 25 }),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }),
      (steps, dice) => {
        const refusals = dice.map((die) => die === 0)
        const { writer, bytes } = writtenBy(steps, refusals.every(Boolean) ? [false] : refusals)
        const entries: Entry[] = []
        const stream = new EntryStream({ entry: (entry) => void entries.push(entry) })
        stream.push(bytes)
        stream.end()
        expect(entries.filter(({ kind }) => kind === 'unknown')).toEqual([])
        const chained = entries.filter(isChainEntry)
        const seen = new Set<string | null>([null])
        let time = -Infinity
        for (const { uuid, parentUuid, timestamp } of chained) {
          expect(seen.has(parentUuid)).toBe(true)
          expect(seen.has(uuid)).toBe(false)
          expect(timestamp).toBeGreaterThan(time)
          time = timestamp ?? NaN
          seen.add(uuid)
        }
        // What the writer holds is what a reader of the file sees.
        const read = readTranscript(bytes)
        expect([...writer.transcript.path.rows()]).toEqual([...read.path.rows()])
        expect(writer.transcript.diagnostics).toEqual(read.diagnostics)
        expect(read.diagnostics).toEqual([])
        if (writer.tip === null) return
        expect(read.scan.ids.text(read.scan.columns.uuid[read.path.tip])).toBe(writer.tip)
        for (const { version } of OBSERVED) {
          const view = resumeView(read, bytesInMemory(bytes), { version })
          expect(view.kind).toBe('conversation')
          if (view.kind !== 'conversation') return
          const request = resumeRequest(read, bytesInMemory(bytes), { version, model: 'm' })
          if (request.kind !== 'sent') throw new Error(request.kind)
          expect(sendable(request.messages)).toEqual(request.messages)
        }
      },
    ),
  )
})
