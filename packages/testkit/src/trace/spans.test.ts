import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { TokenUsage } from '@skein/transcript'
import { addUsage, bytesInMemory, joinAgents, NO_USAGE, readTranscript, sumUsage } from '@skein/transcript'
import type { Origins, Span, TracedSession } from '@skein/trace'
import { traceTurns } from '@skein/trace'
import { CLAUDE_PRICES, usageByTurn } from '@skein/view'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../corpus/prng.ts'
import type { GeneratedSession } from '../corpus/session.ts'
import { generateSession } from '../corpus/session.ts'
import { damaged, linesOf } from '../fuzz/damage.ts'
import { publicTranscripts } from '../kernel/public-transcripts.ts'
import { anySession, cleanSession } from '../kernel/sessions.ts'
import { SETTLED, spansOf, tracedSession } from './generated-session.ts'

describe('the spans of a generated session', () => {
  it('have every message once, and add up to its usage', () => {
    eachSession(({ bytes, agents }) => {
      const session = tracedSession(bytes, agents)
      const spans = spansOf(session)
      const { tokens, cost } = sumOf(spans)
      const counted = usageByTurn(
        session.main.transcript,
        CLAUDE_PRICES,
        joinAgents(session.main, session.agents),
      )
      expect({ tokens, cost }).toEqual({ tokens: counted.total.tokens, cost: counted.total.cost ?? 0 })
      const transcripts = [session.main.transcript, ...session.agents.map(({ transcript }) => transcript)]
      expect(tokens).toEqual(sumUsage(transcripts).total)
      const ids = spans.flatMap((span) =>
        span.kind === 'generation' && span.messageId !== null ? [span.messageId] : [],
      )
      expect(new Set(ids).size).toBe(ids.length)
    })
  })

  it('are well-formed', () => {
    eachSession(({ bytes, agents }) => assertWellFormed(tracedSession(bytes, agents)))
  })

  it('begin with every prompt that was typed, on whichever branch', () => {
    eachSession(({ bytes, agents, truth }) => {
      const session = tracedSession(bytes, agents)
      const typed = truth.turns.filter(
        ({ kind, place }) => kind !== 'task-notification' && place !== 'sidechain',
      )
      const found = [...traceTurns(session, SETTLED)].flatMap(({ facts }) => facts.prompt ?? [])
      // Images are told in the text.
      expect(found.map((text) => text.split('\n[image')[0].replace(/^\[image.*/s, '')).sort()).toEqual(
        typed.map(({ text }) => text).sort(),
      )
    })
  })

  it('have the same ids in a fork, so that nothing counts twice', () => {
    fc.assert(
      fc.property(cleanSession, (options) => {
        const features = { ...options.features, forks: true, compaction: false, preservedCompaction: false }
        const { bytes, agents, truth, forks } = generateSession({ ...options, features })
        const original = spansOf(tracedSession(bytes, agents))
        const known = new Set(original.map(idOf))
        const typed = new Set(truth.turns.map((turn) => turn.prompt))
        for (const fork of forks) {
          const { forkOf } = fork.truth
          // A fork that does not say so itself is known by the uuids of its prompts.
          const origins: Origins = {
            originOf: ({ session, uuid }) => ({
              session: typed.has(uuid) ? (forkOf?.sessionId ?? session) : session,
              uuid,
            }),
          }
          const asSaid = forkOf?.kind === 'branch' ? {} : { origins }
          const spans = spansOf(tracedSession(fork.bytes, []), asSaid)
          const own = sumOf(spans.filter((span) => !known.has(idOf(span)))).tokens.output
          expect(own).toBe(fork.truth.usage.output - (forkOf?.copiedUsage.output ?? 0))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keep their ids and places while the transcript grows', () => {
    fc.assert(
      fc.property(cleanSession, (options) => {
        // A row that is written before its parent hangs elsewhere until that comes.
        const features = { ...options.features, outOfOrder: false }
        const generated = generateSession({ ...options, features })
        const lines = linesOf(generated.bytes)
        let before = new Map<string, string>()
        for (let count = 1; count <= lines.length; count++) {
          const bytes = Buffer.concat(lines.slice(0, count).flatMap((line) => [line, NEWLINE]))
          const session = tracedSession(bytes, startedIn(bytes, generated))
          const now = placesOf(spansOf(session, { settled: false }))
          expect([...before].filter(([id, place]) => now.get(id) !== place)).toEqual([])
          before = now
        }
      }),
      { numRuns: 25 },
    )
  })

  it('are made of damaged transcripts too, 300 of them', () => {
    for (let i = 0; i < 30; i++) {
      const options = fc.sample(anySession, { numRuns: 1, seed: i })[0]
      const { bytes, agents } = generateSession({ ...options, turns: 2 })
      const lines = linesOf(bytes)
      for (let j = 0; j < 10; j++) {
        const session = tracedSession(damaged(lines, new Random(`trace:${i}:${j}`)).bytes, agents)
        assertWellFormed(session)
        const counted = usageByTurn(
          session.main.transcript,
          CLAUDE_PRICES,
          joinAgents(session.main, session.agents),
        )
        expect(sumOf(spansOf(session)).tokens).toEqual(counted.total.tokens)
      }
    }
  })
})

describe('the spans of public transcripts', () => {
  const files = publicTranscripts('spans')
  it(`add up to their usage, ${files.length} of them`, () => {
    const wrong = files.filter((file) => {
      const bytes = readFileSync(file)
      const transcript = readTranscript(bytes, { agentFile: basename(file).startsWith('agent-') })
      const session = { id: 'session', main: { transcript, source: bytesInMemory(bytes) }, agents: [] }
      const { total } = usageByTurn(transcript, CLAUDE_PRICES, joinAgents(session.main, []))
      const { tokens, cost } = sumOf(spansOf(session))
      return JSON.stringify([tokens, cost]) !== JSON.stringify([total.tokens, total.cost ?? 0])
    })
    expect(wrong).toEqual([])
  })
})

const NEWLINE = new Uint8Array([0x0a])

function eachSession(check: (session: GeneratedSession) => void): void {
  fc.assert(
    fc.property(cleanSession, (options) => check(generateSession(options))),
    { numRuns: 60 },
  )
}

function sumOf(spans: readonly Span[]): { tokens: TokenUsage; cost: number } {
  let [tokens, cost] = [NO_USAGE, 0]
  for (const span of spans) {
    if (span.kind !== 'generation') continue
    if (span.usage !== null) tokens = addUsage(tokens, span.usage)
    cost += span.cost?.total ?? 0
  }
  return { tokens, cost }
}

function assertWellFormed(session: TracedSession): void {
  for (const settled of [true, false]) {
    const traces = new Set<string>()
    for (const turn of traceTurns(session, { ...SETTLED, settled })) {
      const known = new Set<string>()
      const faulty = turn.spans().filter((span) => {
        const placed = known.size === 0 ? span.parentId === null : known.has(span.parentId ?? '')
        const isNew = !known.has(span.spanId)
        known.add(span.spanId)
        return !placed || !isNew || !isSound(span)
      })
      expect(faulty).toEqual([])
      expect(turn.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
      expect(traces.has(turn.traceId)).toBe(false)
      traces.add(turn.traceId)
      if (settled) expect(turn.state).toBe('closed')
    }
  }
}

function isSound(span: Span): boolean {
  if (!/^(?!0+$)[0-9a-f]{16}$/.test(span.spanId) || !(span.start >= 0 && span.end >= span.start)) return false
  if (span.kind !== 'generation' || span.cost === null) return true
  const { total, ...classes } = span.cost
  return Object.values(classes).reduce((sum, part) => sum + part, 0) === total
}

/** The sub-agents that a beginning of the transcript has started; one's file is there when its call is. */
function startedIn(bytes: Uint8Array, { agents, truth }: GeneratedSession): GeneratedSession['agents'] {
  const text = Buffer.from(bytes).toString()
  const started = new Set<string>()
  for (const { id, toolUseId, parentAgentId } of truth.agents.toSorted((a, b) => a.depth - b.depth))
    if (parentAgentId === undefined ? text.includes(JSON.stringify(toolUseId)) : started.has(parentAgentId))
      started.add(id)
  return agents.filter(({ id }) => started.has(id))
}

function idOf({ trace, spanId }: Span): string {
  return `${trace.traceId}/${spanId}`
}

function placesOf(spans: readonly Span[]): Map<string, string> {
  return new Map(spans.map((span) => [idOf(span), `${span.kind} below ${span.parentId ?? 'nothing'}`]))
}
