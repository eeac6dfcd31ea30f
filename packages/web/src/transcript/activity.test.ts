import type { TurnHead } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { activityParts } from './activity.ts'

const TURN: TurnHead = {
  index: 0,
  key: 0,
  prompt: null,
  state: 'done',
  startTime: 1_000_000,
  endTime: 1_252_000,
  stepCount: 17,
  messages: 3,
  tools: [],
  added: 82,
  removed: 14,
  files: 2,
  errors: 0,
  tokens: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
  } as unknown as TurnHead['tokens'],
  cost: { nanoDollars: 310_000_000, unpricedTokens: 0 },
  models: [],
  final: 16,
  forks: [],
}
const line = (turn: Partial<TurnHead>): string =>
  activityParts({ ...TURN, ...turn })
    .map(({ text }) => text)
    .join(' · ')

describe('activityParts', () => {
  it('says how long, how much, what changed and what it cost', () => {
    expect(line({})).toBe('4 m · 17 steps · +82 · −14 · $0.31')
  })

  it.each([
    [
      'nothing that is not there',
      { added: 0, removed: 0, cost: { nanoDollars: null, unpricedTokens: 9 } },
      '4 m · 17 steps',
    ],
    ['no time where a clock is missing', { startTime: null, added: 0, removed: 0 }, '17 steps · $0.31'],
    ['errors', { errors: 1, stepCount: 1 }, '4 m · 1 step · +82 · −14 · 1 error · $0.31'],
    ['nothing at all of a turn without steps', { stepCount: 0 }, ''],
  ])('says %s', (_, turn, said) => expect(line(turn)).toBe(said))
})
