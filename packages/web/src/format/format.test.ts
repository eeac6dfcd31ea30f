import { expect, it } from 'vitest'
import { projectName, shortModel, shortPath } from './names.ts'
import { age, relativeTime } from './relative-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (day: number, hour: number): number => new Date(2026, 2, day, hour).getTime()

it('says how long ago something was', () => {
  const now = at(20, 15)
  expect(relativeTime(now + 5000, now)).toBe('now')
  expect(relativeTime(now - 59_000, now)).toBe('now')
  expect(relativeTime(now - 3 * MINUTE, now)).toBe('3 m')
  expect(relativeTime(now - 14 * HOUR, now)).toBe('14 h')
  expect(relativeTime(at(19, 15), now)).toBe('yesterday')
  expect(relativeTime(at(17, 15), now)).toBe('Tue')
  expect(relativeTime(at(2, 15), now)).toBe('2 Mar')
  expect(relativeTime(new Date(2024, 2, 2).getTime(), now)).toBe('Mar 2024')
})

it('says how old something is', () => {
  expect([age(1000), age(45_000), age(2 * MINUTE), age(3 * HOUR), age(72 * HOUR)]).toEqual([
    '1 second',
    '45 seconds',
    '2 minutes',
    '3 hours',
    '3 days',
  ])
})

it('calls models, projects and paths by short names', () => {
  expect(shortModel('claude-opus-4-1-20250805')).toBe('opus 4.1')
  expect(shortModel('claude-sonnet-4-20250514')).toBe('sonnet 4')
  expect(shortModel('claude-3-5-haiku-20241022')).toBe('haiku 3.5')
  expect(shortModel('us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toBe('sonnet 4.5')
  expect(shortModel('gpt-oss')).toBe('gpt-oss')
  expect(projectName('/home/ana/src/skein/')).toBe('skein')
  expect(projectName('C:\\work\\app')).toBe('app')
  expect(shortPath('/home/ana/very/long/way/to/the/project/skein', 20)).toBe('…/the/project/skein')
})
