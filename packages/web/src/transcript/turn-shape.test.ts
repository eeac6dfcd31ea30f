import type { StepView, TurnView } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { branchStart, ownTurns } from './branch-part.ts'
import { pastBefore } from './past.ts'
import { runningAgents } from './running-agents.tsx'
import { estimatedHeight, firstMissing, withSteps } from './turn-shape.ts'
import { newsSince } from './use-news.ts'

const text = (at: number, words = 'x'): StepView => ({
  at,
  key: at,
  block: 0,
  uuid: null,
  line: at,
  time: null,
  open: false,
  kind: 'text',
  text: { text: words, length: words.length },
  apiError: false,
})

const turn = (index: number, steps: readonly StepView[], stepCount = steps.length): TurnView => ({
  index,
  key: index * 1000,
  prompt: null,
  state: 'done',
  startTime: null,
  endTime: null,
  stepCount,
  messages: 0,
  tools: [],
  added: 0,
  removed: 0,
  files: 0,
  errors: 0,
  tokens: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    webFetches: 0,
  },
  cost: { nanoDollars: null, unpricedTokens: 0 },
  models: [],
  final: -1,
  forks: [],
  steps,
})

describe('steps of a turn', () => {
  it.each([
    ['none', turn(0, [text(0), text(1)]), null],
    ['the first', turn(0, [text(2)], 3), 0],
    ['one in the middle', turn(0, [text(0), text(2)], 3), 1],
    ['the last', turn(0, [text(0)], 2), 1],
  ])('are missing: %s', (_, given, from) => expect(firstMissing(given)).toBe(from))

  it('are not missing before the place that is asked for', () => {
    expect(firstMissing(turn(0, [text(2), text(3)], 4), 2)).toBeNull()
    expect(firstMissing(turn(0, [text(1), text(3)], 4), 2)).toBe(2)
  })

  it('are put in by their place, replace what is there, and never reach beyond the turn', () => {
    const filled = withSteps(turn(0, [text(0), text(3)], 4), [text(1), text(2), text(3, 'new'), text(9)])
    expect(filled.steps).toEqual([text(0), text(1), text(2), text(3, 'new')])
  })
})

describe('a branch at its fork', () => {
  // The live line ends at byte 90; 50 and 70 are branches of the same place.
  const fork = { at: -1, tips: [50, null, 70] }
  const forked = (index: number, at: number, tips: readonly (number | null)[], steps: number): TurnView => ({
    ...turn(
      index,
      Array.from({ length: steps }, (_, i) => text(i)),
    ),
    forks: [{ at, tips }],
  })

  it('begins where its own line has that fork', () => {
    const turns = [turn(2, []), forked(3, -1, [null, 90, 70], 2), turn(4, [])]
    expect(branchStart(turns, { tip: 50, fork, turn: 3 })).toEqual({ turn: 3, at: -1 })
    // It goes on with an answer where the live line has a prompt.
    const answered = [forked(2, 3, [50, 90, null], 5), turn(3, [])]
    expect(branchStart(answered, { tip: 70, fork, turn: 3 })).toEqual({ turn: 2, at: 3 })
    // And the other way round.
    const within = { at: 2, tips: [50, null] }
    expect(branchStart([forked(4, -1, [null, 90], 1)], { tip: 50, fork: within, turn: 3 })).toEqual({
      turn: 4,
      at: -1,
    })
    // A fork of as many ways before it.
    const twice = [forked(0, 1, [null, 90], 2), forked(1, -1, [null, 80], 2)]
    expect(branchStart(twice, { tip: 50, fork: { at: -1, tips: [50, null] }, turn: 1 })).toEqual({
      turn: 1,
      at: -1,
    })
    // Other ways than these.
    expect(branchStart([forked(1, 0, [null, 90, 60], 2)], { tip: 50, fork, turn: 3 })).toEqual({
      turn: 3,
      at: -1,
    })
  })

  it('is without what it shares, and without the fork that leads back', () => {
    const inner = { at: 4, tips: [null, 60] }
    const part = forked(2, 3, [50, 90, null], 5)
    const turns = [turn(1, []), { ...part, forks: [...part.forks, inner] }, turn(3, [])]
    expect(ownTurns(turns, { turn: 2, at: 3 })).toEqual([{ ...part, forks: [inner] }, turn(3, [])])
    expect(ownTurns(turns, { turn: 2, at: 5 })).toEqual([turn(3, [])])
    expect(ownTurns([turn(0, []), turn(1, [])], { turn: 0, at: -1 })).toHaveLength(2)
  })
})

describe('the past of a compaction', () => {
  const compaction: StepView = {
    ...text(0),
    kind: 'compaction',
    trigger: 'auto',
    preTokens: 167_000,
    postTokens: null,
  } as StepView
  const turns = [turn(0, []), turn(1, [compaction]), turn(2, []), turn(3, [compaction]), turn(4, [])]

  it('is hidden before the last one', () => {
    expect(pastBefore(turns)).toEqual({ turn: 3, tokens: 167_000 })
  })

  it('is nothing where the transcript begins with it', () => {
    expect(pastBefore([turn(0, [compaction]), turn(1, [])])).toBeNull()
  })
})

describe('what is new', () => {
  it.each([
    [{ turns: 3, steps: 4 }, { turns: 3, steps: 6 }, 2],
    [{ turns: 3, steps: 4 }, { turns: 4, steps: 2 }, 3],
    [{ turns: 3, steps: 4 }, { turns: 3, steps: 4 }, 0],
    [{ turns: 3, steps: 4 }, { turns: 2, steps: 9 }, 0],
  ])('%j → %j', (seen, now, count) => expect(newsSince(seen, now)).toBe(count))
})

it('an estimate grows with what is shown, and is bounded', () => {
  const long = turn(0, [text(0, 'word '.repeat(200_000))])
  expect(estimatedHeight(long, true)).toBeGreaterThan(estimatedHeight(long, false))
  expect(estimatedHeight(long, true)).toBeLessThanOrEqual(20_000)
})

it('agents at work are those whose head says so', () => {
  const agent = { status: 'running', agentId: 'a' }
  const call = { ...text(1), kind: 'tool', agent } as unknown as StepView
  const done = { ...text(2), kind: 'tool', agent: { ...agent, status: 'done' } } as unknown as StepView
  expect(runningAgents([turn(7, [text(0), call, done])])).toEqual([{ turn: 7, at: 1, key: 1, agent }])
})
