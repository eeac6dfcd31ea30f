import { expect, it } from 'vitest'
import { queryOf } from './run-search.ts'

it.each([
  [['login', 'page'], 'login page'],
  [['connection refused'], '"connection refused"'],
  [['connection refused', 'tool:Bash'], '"connection refused" tool:Bash'],
  [['is:error timeout'], 'is:error timeout'],
  [['a OR b'], 'a OR b'],
  [['"as typed" c'], '"as typed" c'],
  [['a -b'], 'a -b'],
  [['/re gex/'], '/re gex/'],
  [['git push --force'], '"git push --force"'],
])('reads %j as %s', (words, query) => {
  expect(queryOf(words)).toBe(query)
})
