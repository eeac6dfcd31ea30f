import { describe, expect, it } from 'vitest'
import { sessionPlace } from './session-place.ts'

describe('sessionPlace', () => {
  it('knows the three layouts', () => {
    const root = '/home/me/.claude'
    expect(
      [
        `${root}/projects/-srv-app/s1.jsonl`,
        `${root}/projects/-srv-app/s1/subagents/agent-a1.jsonl`,
        `${root}/projects/-srv-app/s1/subagents/runs/subagents/agent-a2.jsonl`,
        `${root}/projects/-srv-app/agent-a3.jsonl`,
      ].map(sessionPlace),
    ).toEqual([
      { root, project: '-srv-app', session: 's1', agent: null },
      { root, project: '-srv-app', session: 's1', agent: 'a1' },
      { root, project: '-srv-app', session: 's1', agent: 'a2' },
      { root, project: '-srv-app', session: '', agent: 'a3' },
    ])
  })

  it('takes the innermost projects folder, and none for what stands in no project', () => {
    expect(sessionPlace('/data/projects/x/.claude/projects/p/s.jsonl')).toEqual({
      root: '/data/projects/x/.claude',
      project: 'p',
      session: 's',
      agent: null,
    })
    const elsewhere = ['/tmp/s.jsonl', '/r/projects/p/s/tool-results/x.jsonl', '/r/projects/p/s.json']
    expect(elsewhere.map(sessionPlace)).toEqual([null, null, null])
  })
})
