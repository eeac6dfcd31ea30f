import { expect, it } from 'vitest'
import { foundEntries } from './find-hits.ts'

it('goes through the session first, then through its sub-agents as they were sent out, each entry once', () => {
  expect(
    foundEntries([
      { agent: 'late', key: 10, time: 90 },
      { agent: null, key: 900, time: 100 },
      { agent: 'early', key: 70, time: 60 },
      { agent: null, key: 20, time: 5 },
      { agent: 'untold', key: 1, time: null },
      { agent: 'early', key: 30, time: 50 },
      { agent: null, key: 900, time: 100 },
    ]),
  ).toEqual([
    { agent: null, key: 20 },
    { agent: null, key: 900 },
    { agent: 'early', key: 30 },
    { agent: 'early', key: 70 },
    { agent: 'late', key: 10 },
    { agent: 'untold', key: 1 },
  ])
})
