import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, lines, prompt, result, row, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const task = {
  type: 'tool_use',
  id: 'toolu_1',
  name: 'Agent',
  input: { description: 'Look', prompt: 'Look around', subagent_type: 'Explore' },
}
const boundary = row('system', 'z', null, {
  subtype: 'compact_boundary',
  logicalParentUuid: 'e',
  timestamp: at(25),
  content: 'Conversation compacted',
  compactMetadata: { trigger: 'auto', preTokens: 155_000 },
})

/** Turn 1 starts a sub-agent; two prompts after it were taken back, one of them on the other's branch. */
const session = lines(
  prompt('a', null, 'Start', 0),
  answer('b', 'a', task, 1),
  result('c', 'b', 'toolu_1', 11, {
    text: 'Seen.',
    value: { agentId: 'a1', status: 'completed', content: [] },
  }),
  answer('d', 'c', 'Done.', 12),
  prompt('e0', 'd', 'First try', 13),
  answer('e1', 'e0', 'Tried.', 14),
  prompt('e2', 'e1', 'Go on', 15),
  answer('e3', 'e2', 'Gone on.', 16),
  prompt('e4', 'e1', 'Go back', 17),
  answer('e5', 'e4', 'Back.', 18),
  prompt('e', 'd', 'Second try', 20),
  boundary,
  answer('f', 'z', 'All well.', 30),
)
const side = { isSidechain: true, agentId: 'a1' }
bench.write('s1.jsonl', session)
mkdirSync(join(bench.folder, 's1', 'subagents'), { recursive: true })
bench.write(
  's1/subagents/agent-a1.jsonl',
  lines({ ...prompt('x', null, 'Look around', 1), ...side }, { ...answer('y', 'x', 'Seen.', 10), ...side }),
)

describe('skein tree', () => {
  it('draws turns, sub-agents, branches at their forks and compactions', () => {
    const { code, stdout, stderr } = bench.run(['tree', 's1.jsonl', '--width', '60'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').slice(5)).toEqual([
      '├─ 1 Start  2 steps · 1 tool · 12 s',
      '│  ├─ ◆ Explore: Look  1 step · 9.0 s · 110 tokens in, 5 out',
      '│  └─ ⎇ branch 1, rewind or edit  6 entries',
      '│     ├─ › First try  1 step · 1.0 s',
      '│     │  └─ ⎇ branch 2, rewind or edit  2 entries',
      '│     │     └─ › Go on  1 step · 1.0 s',
      '│     └─ › Go back  1 step · 1.0 s',
      '└─ 2 Second try  1 step · 10 s',
      '   └─ ┄ compacted (auto), 155k tokens before',
      '',
    ])
  })

  it('has the same as JSON, in the same order', () => {
    const report = JSON.parse(bench.run(['tree', 's1.jsonl', '--json']).stdout) as {
      title: string
      turnCount: number
      nodes: {
        depth: number
        kind: string
        turn?: number
        number?: number
        prompt?: string
        agentId?: string
      }[]
    }
    const { title, turnCount, nodes } = report
    expect({ title, turnCount }).toEqual({ title: 'Start', turnCount: 2 })
    expect(
      nodes.map(({ depth, kind, turn, number, prompt: text, agentId }) => [
        depth,
        kind,
        turn ?? number ?? agentId,
        text,
      ]),
    ).toEqual([
      [0, 'turn', 1, 'Start'],
      [1, 'agent', 'a1', undefined],
      [1, 'branch', 1, 'First try'],
      [2, 'turn', undefined, 'First try'],
      [3, 'branch', 2, 'Go on'],
      [4, 'turn', undefined, 'Go on'],
      [2, 'turn', undefined, 'Go back'],
      [0, 'turn', 2, 'Second try'],
      [1, 'compaction', undefined, undefined],
    ])
  })

  it.each([20, 40])('keeps to %i columns', (width) => {
    const { stdout } = bench.run(['tree', 's1.jsonl', '--width', String(width)])
    expect(stdout.split('\n').filter((line) => line.length > width)).toEqual([])
  })

  it('draws branches of branches of branches, hundreds deep', () => {
    // Each prompt is taken back once: every fork is on the branch of the one before.
    const rows = [prompt('p0', null, 'start', 0), answer('q0', 'p0', 'x', 1)]
    for (let i = 1; i <= 600; i++) {
      rows.push(prompt(`p${i}`, `q${i - 1}`, `try ${i}`, i * 2), answer(`q${i}`, `p${i}`, 'y', i * 2 + 1))
    }
    rows.push(prompt('last', 'q0', 'over', 9000))
    for (let i = 599; i > 0; i--) rows.push(prompt(`r${i}`, `q${i}`, `again ${i}`, 9001 + i))
    rows.push(prompt('end', 'last', 'end', 20_000))
    bench.write('deep.jsonl', lines(...rows))
    const { code, stdout, stderr } = bench.run(['tree', 'deep.jsonl', '--width', '80'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('try 600')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(bench.run(['tree', 'deep.jsonl', '--json']).code).toBe(0)
  })

  it('shows conversations that hang nowhere, and makes hostile text inert', () => {
    bench.write(
      'detached.jsonl',
      lines(
        { ...prompt('a', null, 'Other \u001b[2Jone', 0), sessionId: 'old' },
        { ...answer('b', 'a', 'x', 1), sessionId: 'old' },
        prompt('c', null, 'This one', 2),
        answer('d', 'c', 'y', 3),
      ),
    )
    expect(bench.run(['tree', 'detached.jsonl', '--width', '60']).stdout.split('\n').slice(3)).toEqual([
      '',
      '├─ 1 This one  1 step · 1.0 s',
      '└─ ⎇ branch 1, conversation of its own  2 entries',
      '   └─ › Other one  1 step · 1.0 s',
      '',
    ])
  })
})
