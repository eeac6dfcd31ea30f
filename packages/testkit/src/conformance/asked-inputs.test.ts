import { expect, it } from 'vitest'
import { resumePrompt } from '../claude/resume.ts'
import { pinnedModel, recordedVersions } from '../claude/versions.ts'
import { codeThatAsks } from './asked-inputs.ts'
import { usageCases } from './stale-usage/cases.ts'

it('the code that asks is all of it, without what it says about itself', async () => {
  const code = await codeThatAsks()
  const parts = {
    'the pinned program': [...recordedVersions, pinnedModel],
    'how it is started': [resumePrompt, 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'SIGKILL'],
    'what the API answers': ['message_start', 'content_block_delta'],
    'cases that are not recorded': [usageCases[0].name],
    'how answers are compared': ['not recorded as it is written now', 'not what our resume view says'],
  }
  const missing = Object.entries(parts).filter(([, words]) => !words.every((word) => code.includes(word)))
  expect(missing).toEqual([])
  expect(code).not.toContain('/**')
})
