import { expect, it } from 'vitest'
import { sessionOfTopic, sessionTopic } from './topic.ts'

it('names the transcript of a session or a sub-agent, and reads the name', () => {
  expect([sessionTopic('id@p', null), sessionTopic('id', 'a1:b')]).toEqual(['session:id@p', 'agent:id/a1:b'])
  for (const of of [
    { session: 'id@p', agent: null },
    { session: 'id', agent: 'a1:b' },
  ])
    expect(sessionOfTopic(sessionTopic(of.session, of.agent))).toEqual(of)
})

it.each(['sessions', 'session', 'session:', 'session:a/b', 'agent:a', 'agent:a/', 'agent:/b', 'run:a'])(
  '%s is no transcript',
  (topic) => expect(sessionOfTopic(topic)).toBe(null),
)
