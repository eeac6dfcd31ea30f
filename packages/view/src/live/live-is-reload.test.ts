import { bytesInMemory } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calmTranscript,
  LONG_LINE,
  orderedTranscript,
  randomTranscript,
} from '../../test/random-transcript.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import type { SessionModelOptions } from '../session/model-options.ts'
import { SessionModel } from '../session/session-model.ts'
import type { SessionView } from '../session/session-view.ts'
import type { AgentHead } from '../session/step-view.ts'
import { fold, prepend, withSteps } from './fold.ts'
import type { ViewUpdate } from './view-delta.ts'

const EVERYTHING = { steps: 'all', maxBytes: Infinity } as const

describe.each([
  ['any transcript', randomTranscript()],
  ['one whose links never change', orderedTranscript()],
  ['one line of entries', calmTranscript()],
])('live is reload: %s', (_, transcripts) => {
  it('folding updates into the view of any earlier state gives the view of now', () => {
    fc.assert(
      fc.property(transcripts, schedule, fc.record({ all: fc.boolean() }), (lines, cuts, options) => {
        const { bytes, chunks } = cut(lines, cuts)
        const model = modelOf(bytes, options)
        const views: SessionView[] = [model.view(EVERYTHING)]
        let fed = 0
        for (const chunk of chunks) {
          const update = model.append(chunk)
          fed += chunk.length
          const fresh = freshView(bytes, fed, options)
          for (const [i, view] of views.entries()) views[i] = folded(view, update)
          for (const view of views) expectSame(view, fresh)
          views.push(model.view(EVERYTHING))
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('a branch instead of the live line', () => {
    fc.assert(
      fc.property(transcripts, schedule, fc.nat(), (lines, cuts, at) => {
        const { bytes, chunks } = cut(lines, cuts)
        const tip = lines.slice(0, at % lines.length).reduce((sum, line) => sum + line.length, 0)
        const model = modelOf(bytes, { tip })
        let view = model.view(EVERYTHING)
        let fed = 0
        for (const chunk of chunks) {
          view = folded(view, model.append(chunk))
          fed += chunk.length
          expectSame(view, freshView(bytes, fed, { tip }))
        }
      }),
      { numRuns: RUNS / 2 },
    )
  })

  it('since any earlier cursor', () => {
    fc.assert(
      fc.property(transcripts, schedule, (lines, cuts) => {
        const { bytes, chunks } = cut(lines, cuts)
        const model = modelOf(bytes)
        const views: SessionView[] = [model.view(EVERYTHING)]
        for (const chunk of chunks) {
          model.feed(chunk)
          views.push(model.view(EVERYTHING))
        }
        for (const view of views)
          expectSame(folded(view, model.since(offsetOf(view))), freshView(bytes, bytes.length))
      }),
      { numRuns: RUNS / 2 },
    )
  })

  it('windows that were paged in', () => {
    fc.assert(
      fc.property(transcripts, schedule, fc.integer({ min: 1000, max: 9000 }), (lines, cuts, maxBytes) => {
        const { bytes, chunks } = cut(lines, cuts)
        const model = modelOf(bytes)
        let fed = 0
        for (const chunk of chunks) {
          const paged = pagedView(model, maxBytes)
          expectSame(paged, freshView(bytes, fed))
          fed += chunk.length
          expectSame(folded(paged, model.append(chunk)), freshView(bytes, fed))
        }
      }),
      { numRuns: RUNS / 2 },
    )
  })

  it('sub-agents that get further', () => {
    fc.assert(
      fc.property(transcripts, schedule, fc.array(fc.nat(11), { maxLength: 20 }), (lines, cuts, moves) => {
        const { bytes, chunks } = cut(lines, cuts)
        const agents = new Map<string, AgentHead>()
        const agentOf = (id: string): AgentHead | null => agents.get(id) ?? null
        const model = modelOf(bytes, { agentOf })
        let view = model.view(EVERYTHING)
        const early: SessionView[] = [view]
        let fed = 0
        for (const [i, chunk] of chunks.entries()) {
          const move = moves[i % Math.max(1, moves.length)]
          if (move !== undefined) {
            agents.set(`t${move}`, agent(i))
            view = folded(view, model.agentsChanged([`t${move}`]))
          }
          expectSame(view, freshView(bytes, fed, { agentOf }))
          view = folded(view, model.append(chunk))
          fed += chunk.length
          early.push(view)
        }
        const fresh = freshView(bytes, fed, { agentOf })
        expectSame(view, fresh)
        for (const before of early) expectSame(folded(before, model.since(offsetOf(before))), fresh)
      }),
      { numRuns: RUNS / 2 },
    )
  })
})

const RUNS = 100

/** Where the bytes are cut, as shares of them from 0 to 1; or behind each line. */
const schedule = fc.oneof(
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  fc.constant('lines' as const),
)

function cut(
  lines: readonly Uint8Array[],
  cuts: readonly number[] | 'lines',
): { bytes: Uint8Array; chunks: Uint8Array[] } {
  const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.length, 0))
  const ends: number[] = []
  let size = 0
  for (const line of lines) {
    bytes.set(line, size)
    size += line.length
    ends.push(size)
  }
  // By turns between two lines, anywhere, and before the end of a line.
  const places =
    cuts === 'lines'
      ? ends
      : cuts.map((share, i) =>
          i % 3 === 1
            ? Math.floor(share * size)
            : ends[Math.floor(share * (ends.length - 1))] - (i % 3 === 0 ? 0 : 1 + (i % 2)),
        )
  const sorted = [...new Set([0, ...places, size])].sort((a, b) => a - b)
  return { bytes, chunks: sorted.slice(1).map((end, i) => bytes.slice(sorted[i], end)) }
}

function modelOf(bytes: Uint8Array, options: Partial<SessionModelOptions> = {}): SessionModel {
  return new SessionModel(bytesInMemory(bytes), {
    generation: '1',
    prices: CLAUDE_PRICES,
    mask: true,
    window: EVERYTHING,
    maxLineBytes: LONG_LINE,
    ...options,
  })
}

function freshView(bytes: Uint8Array, fed: number, options: Partial<SessionModelOptions> = {}): SessionView {
  const model = modelOf(bytes, options)
  model.feed(bytes.subarray(0, fed))
  return model.view(EVERYTHING)
}

function folded(view: SessionView, update: ViewUpdate): SessionView {
  const after = fold(view, update)
  if (after === null) throw new Error(`the update does not go on from ${view.cursor}`)
  return after
}

/** Everything, page by page as a client gets it. */
function pagedView(model: SessionModel, maxBytes: number): SessionView {
  let view = model.view({ steps: 'folded', maxBytes })
  for (let first = view.turns[0]?.index ?? 0; first > 0; first = view.turns[0].index) {
    const longer = prepend(view, model.view({ before: first, steps: 'folded', maxBytes }))
    if (longer === null) throw new Error('a hole')
    view = longer
  }
  for (const { index, stepCount } of view.turns)
    for (let from: number | null = 0; from !== null && from < stepCount;) {
      const page = model.steps(index, from, maxBytes)
      view = withSteps(view, index, page?.steps ?? [])
      from = page?.next ?? null
    }
  return view
}

function expectSame(view: SessionView, fresh: SessionView): void {
  if (JSON.stringify(view) === JSON.stringify(fresh)) return
  expect(view).toEqual(fresh)
  expect(JSON.stringify(view)).toBe(JSON.stringify(fresh))
}

function offsetOf({ cursor }: SessionView): number {
  return Number(cursor.slice(cursor.lastIndexOf(':') + 1))
}

function agent(steps: number): AgentHead {
  return {
    agentId: 'a1',
    type: 'Explore',
    description: null,
    model: null,
    status: steps % 2 === 0 ? 'running' : 'done',
    steps,
    toolCalls: steps,
    startTime: null,
    endTime: null,
    tokens: {
      input: 1,
      output: 1,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      webSearches: 0,
      webFetches: 0,
    },
    cost: { nanoDollars: 1, unpricedTokens: 0 },
    agents: 0,
  }
}
