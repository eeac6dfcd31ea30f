import type { Context } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { contextLines } from './context-lines.ts'

const context: Context = {
  kind: 'context',
  model: 'claude-sonnet-4-5',
  window: 200_000,
  used: 80_000,
  measured: 80_000,
  measuredAt: 'u1',
  parts: [
    { category: 'prompts', items: 2, tokens: 20_000, tools: [] },
    {
      category: 'tool-results',
      items: 3,
      tokens: 40_000,
      tools: [{ tool: 'Bash', items: 3, tokens: 40_000 }],
    },
  ],
  rest: 20_000,
  hasPrompt: false,
  scale: 1,
  biggest: [
    {
      category: 'tool-results',
      tool: 'Bash',
      label: 'Bash: npm test',
      tokens: 19_000,
      row: 4,
      uuid: '93d36bcd-aaaa-4000-8000-000000000001',
    },
  ],
  dropped: [{ reason: 'other-branch', entries: 109, bytes: 535_000 }],
}

describe('contextLines', () => {
  it('tells how full it is, what fills it, the biggest items and what a resume leaves out', () => {
    expect(contextLines(context, screenOf(80))).toEqual([
      '80k of 200k tokens (40 %), claude-sonnet-4-5',
      'as the API counted it with the last answer; the parts are estimates',
      `${'█'.repeat(24)}${'░'.repeat(36)}`,
      '',
      'What fills it',
      `  prompts                            20k  25 %  ${'█'.repeat(12)}`,
      `  tool results                       40k  50 %  ${'█'.repeat(24)}`,
      '    Bash                             40k  50 %',
      `  system prompt, tools and the rest  20k  25 %  ${'█'.repeat(12)}`,
      '',
      'Biggest',
      '     19k  Bash result: Bash: npm test (--at 93d36bcd)',
      '',
      'Not sent on a resume',
      '  109 entries  535 KB  on another branch',
    ])
  })

  it('says what is not measured', () => {
    const none = { ...context, measured: 0 }
    expect(contextLines(none, screenOf(80))[1]).toBe(
      'all estimated: no answer told how many tokens it was given',
    )
    const part = { ...context, measured: 70_000 }
    expect(contextLines(part, screenOf(100))[1]).toBe(
      '70k as the API counted it with the last answer, the rest and all parts are estimates',
    )
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const wide: Context = {
      ...context,
      model: `claude-${'x'.repeat(90)}`,
      parts: [
        {
          category: 'tool-inputs',
          items: 1,
          tokens: 10,
          tools: [{ tool: '日本'.repeat(40), items: 1, tokens: 10 }],
        },
      ],
      biggest: [{ ...context.biggest[0], label: 'y'.repeat(80) }],
    }
    for (const one of [context, wide]) expect(tooWide(contextLines(one, screenOf(width)), width)).toEqual([])
  })
})
