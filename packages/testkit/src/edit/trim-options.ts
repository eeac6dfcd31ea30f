import { TRIM_PRESETS, type TrimOptions } from '@skein/edit'
import fc from 'fast-check'

const choice = fc.option(fc.constantFrom('drop', 'keep'), { nil: undefined })

/** Any trim without a target. */
export const trimOptions: fc.Arbitrary<TrimOptions> = fc.record({
  preset: fc.option(fc.constantFrom(...TRIM_PRESETS), { nil: undefined }),
  tools: fc.constantFrom<TrimOptions['tools'][]>(
    undefined,
    'keep',
    { kind: 'stub' },
    { kind: 'remove' },
    { kind: 'truncate', lines: 3, characters: 200 },
  ),
  toolsOnly: fc.constantFrom(undefined, undefined, ['Bash', 'Read'], ['AskUserQuestion', 'Task', 'Edit']),
  olderThan: fc.constantFrom<TrimOptions['olderThan'][]>(
    undefined,
    { unit: 'percent', value: 50 },
    { unit: 'percent', value: 90 },
    { unit: 'turns', value: 1 },
    { unit: 'turns', value: 3 },
  ),
  thinking: choice,
  images: choice,
  attachments: choice,
  snapshots: choice,
  progress: choice,
  bookkeeping: choice,
  supersededReads: choice,
  repeatedOutputs: choice,
  failedRetries: choice,
})
