import { expect, it } from 'vitest'
import { mayBeAtWork } from './at-work.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000

it.each([
  ['open in a program, silent for a day', { running: 'idle', lastTime: NOW - 1440 * MINUTE }, true],
  [
    'written to ten minutes ago, nobody says that it runs',
    { running: null, lastTime: NOW - 10 * MINUTE },
    true,
  ],
  ['written to an hour ago', { running: null, lastTime: NOW - 60 * MINUTE }, false],
  ['without a time', { running: null, lastTime: null }, false],
  ['not known yet', undefined, true],
] as const)('%s', (_, item, expected) => expect(mayBeAtWork(item, NOW)).toBe(expected))
