import { expect, it } from 'vitest'
import { passingState } from '../state-database.ts'
import { SeenSessions } from './seen-sessions.ts'

it('knows until when a session was seen, and never goes back', () => {
  const state = passingState([SeenSessions.state])
  const seen = new SeenSessions(state, 100)
  const session = { root: '/r', project: 'p', id: 's' }
  expect(seen.until(session)).toBe(100)
  seen.see(session, 300)
  seen.see(session, 200)
  expect(seen.until(session)).toBe(300)
  expect(seen.until({ ...session, project: 'q' })).toBe(100)
  // A later start does not make everything read.
  expect(new SeenSessions(state, 900).unseen()).toEqual({ since: 100, marks: [{ ...session, time: 300 }] })
  state.close()
})
