import { describe, expect, it } from 'vitest'
import { editJobs } from './jobs.ts'
import { editName, loadEdits } from './recordings.ts'

const jobs = await editJobs()
const recorded = await loadEdits()

describe('edited sessions and the real program', () => {
  it('every operation was tried on every base it is for', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(jobs.map(editName).toSorted())
  })

  it('went on with each of them', () => {
    const stopped = Object.entries(recorded).filter(([, { kind }]) => kind !== 'resumed')
    expect(stopped).toEqual([])
  })
})
