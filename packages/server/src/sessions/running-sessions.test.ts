import type { LiveSession } from '@skein/store'
import { expect, it } from 'vitest'
import { RunningSessions } from './running-sessions.ts'

it('answers for a moment what it saw, and looks when it is told to', async () => {
  const [first, second, third] = ['a', 'b', 'c'].map((session): LiveSession[] => [
    { session, pid: 1, cwd: '/srv', status: 'busy', name: '' },
  ])
  let [now, looks, running] = [0, 0, first]
  const live = async (): Promise<LiveSession[]> => {
    looks++
    return running
  }
  const sessions = new RunningSessions({ live }, () => now)
  expect([await sessions.list(), looks]).toEqual([first, 1])
  running = second
  now = 249
  expect([await sessions.list(), looks]).toEqual([first, 1])
  now = 250
  expect([await sessions.list(), looks]).toEqual([second, 2])
  running = third
  expect([await sessions.look(), await sessions.list(), looks]).toEqual([third, third, 3])
})
