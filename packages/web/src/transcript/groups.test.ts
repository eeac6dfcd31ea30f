import type { StepView } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { groupSteps, runTitle, toolTitle } from './groups.ts'

const call = (at: number, name: string, fields: object = {}): StepView => ({
  at,
  key: at * 100,
  block: 0,
  uuid: null,
  line: at,
  time: null,
  open: false,
  kind: 'tool',
  id: `t${at}`,
  name,
  asked: '',
  input: {},
  inputCut: false,
  status: 'ok',
  durationMs: null,
  result: null,
  resultKey: null,
  exitCode: null,
  images: [],
  patch: null,
  agent: null,
  ...fields,
})

const shape = (steps: readonly StepView[]): string[] =>
  groupSteps(steps).map((group) =>
    group.kind === 'run'
      ? `${group.name}×${group.steps.map(({ at }) => at).join(',')}`
      : String(group.step.at),
  )

describe('groupSteps', () => {
  it('puts three and more calls of one tool together, and leaves two alone', () => {
    const steps = ['Read', 'Read', 'Read', 'Bash', 'Bash', 'Read'].map((name, at) => call(at, name))
    expect(shape(steps)).toEqual(['Read×0,1,2', '3', '4', '5'])
  })

  it.each([
    ['failed', { status: 'error' }],
    ['waits', { status: 'pending' }],
    ['stays open', { open: true }],
    ['has a picture', { images: [{ key: 1, index: 0, mediaType: null, bytes: null }] }],
  ])('shows a call apart that %s', (_, fields) => {
    const steps = [0, 1, 2, 3, 4, 5, 6].map((at) => call(at, 'Read', at === 3 ? fields : {}))
    expect(shape(steps)).toEqual(['Read×0,1,2', '3', 'Read×4,5,6'])
  })

  it('never puts changes together', () => {
    expect(shape([0, 1, 2].map((at) => call(at, 'Edit')))).toEqual(['0', '1', '2'])
  })

  it('keeps every step once and in order', () => {
    const steps = Array.from({ length: 40 }, (_, at) =>
      call(at, ['Read', 'Grep', 'Edit'][((at * 7) % 11) % 3]),
    )
    const kept = groupSteps(steps).flatMap((group): readonly StepView[] =>
      group.kind === 'run' ? group.steps : [group.step],
    )
    expect(kept).toEqual(steps)
  })
})

describe('names', () => {
  it.each([
    ['Read', 'Read 6 files'],
    ['Bash', 'Ran 6 commands'],
    ['mcp__github__get_issue', 'github · get_issue × 6'],
    ['constructor', 'constructor × 6'],
  ])('%s', (name, title) => expect(runTitle(name, 6)).toBe(title))

  it('takes the name of a server to the first double underscore behind it', () => {
    expect(toolTitle('mcp__a_b__c__d')).toBe('a_b · c__d')
  })
})
