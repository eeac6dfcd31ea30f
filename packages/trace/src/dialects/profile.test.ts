import { expect, it } from 'vitest'
import { TURN } from '../../../testkit/src/trace/turn-of-every-kind.ts'
import { scrubSpan } from '../scrub/scrub-span.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import { LANGFUSE_PROFILE, OTLP_PROFILE } from './profile.ts'
import type { Profile } from './profile.ts'

const { trace, root, generation, tool, agent, compaction } = TURN
const noModel = { ...generation, model: null }
const noType = { ...agent, type: null }

function names(profile: Profile): string[] {
  const scrubber = new Scrubber({ key: 'here' })
  return [root, generation, noModel, tool, agent, noType, compaction].map((span) =>
    profile.spanName(scrubSpan(span, scrubber)),
  )
}

it('OpenTelemetry backends get the names of the conventions', () => {
  expect(names(OTLP_PROFILE)).toEqual([
    'invoke_agent claude-code',
    'chat claude-sonnet-4-5-20250929',
    'chat',
    'execute_tool Read',
    'invoke_agent Explore',
    'invoke_agent',
    'compaction',
  ])
  expect(OTLP_PROFILE.traceName(trace)).toBe('invoke_agent claude-code')
})

it('Langfuse gets the names that people look for', () => {
  expect(names(LANGFUSE_PROFILE)).toEqual([
    'Turn 3',
    'claude-sonnet-4-5-20250929',
    'generation',
    'Read',
    'Explore',
    'agent',
    'compaction',
  ])
  expect(LANGFUSE_PROFILE.traceName(trace)).toBe('Turn 3')
})
