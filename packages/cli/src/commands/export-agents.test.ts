import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, lines, prompt, result, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

const start = (uuid: string, parent: string, agentId: string, seconds: number): object[] => [
  answer(
    uuid,
    parent,
    { type: 'tool_use', id: `t-${agentId}`, name: 'Agent', input: { description: agentId, prompt: 'Go' } },
    seconds,
  ),
  result(`${uuid}-r`, uuid, `t-${agentId}`, seconds + 50, {
    text: `result of ${agentId}`,
    value: { agentId, status: 'completed', content: [] },
  }),
]

/** Rows of a sub-agent's own file. */
function agent(session: string, agentId: string, rows: readonly object[]): void {
  mkdirSync(join(bench.folder, session, 'subagents'), { recursive: true })
  const side = rows.map((row) => ({ ...row, isSidechain: true, agentId, sessionId: session }))
  bench.write(`${session}/subagents/agent-${agentId}.jsonl`, lines(...side))
}

beforeAll(() => {
  bench.write('s1.jsonl', lines(prompt('p1', null, 'Delegate', 0), ...start('a1', 'p1', 'one', 1)))
  agent('s1', 'one', [
    prompt('o1', null, 'Look into it', 2),
    answer('o2', 'o1', '**Looking.** <script>alert(1)</script>', 3),
    ...start('o3', 'o2', 'two', 4),
  ])
  agent('s1', 'two', [prompt('w1', null, 'Read the key', 5), answer('w2', 'w1', `The key is ${SECRET}`, 6)])
})

describe('exports tell what sub-agents did', () => {
  it('folded in the page, one in the other, each once', () => {
    const { code, stdout } = bench.run(['export', 'html', 's1.jsonl'])
    expect(code).toBe(0)
    const body = stdout.slice(stdout.indexOf('<main>')).replaceAll(/\s+/g, ' ')
    expect(body).toMatch(
      /<details class="agent"><summary>◆ one .*Look into it.*<strong>Looking\.<\/strong>.*<details class="agent"><summary>◆ two .*Read the key.*The key is \[redacted:[^\]]*\].*<\/details> <\/details> <\/section>/,
    )
    expect(body.match(/Read the key/g)?.length).toBe(1)
    expect(body).not.toContain('<script')
    expect(stdout).not.toContain(SECRET)
    expect(stdout.match(/<details/g)?.length).toBe(stdout.match(/<\/details>/g)?.length)
  })

  it('quoted in Markdown', () => {
    const { stdout } = bench.run(['export', 'md', 's1.jsonl'])
    const told = stdout.split('\n').filter((line) => /Delegate|◆|Look|Read the key|The key/.test(line))
    expect(told).toEqual([
      '# Delegate',
      '> Delegate',
      expect.stringMatching(/^- ◆ one · 2 steps/),
      '> > Look into it',
      '> **Looking.** &lt;script>alert(1)&lt;/script>',
      expect.stringMatching(/^> - ◆ two · 1 step/),
      '> > > Read the key',
      expect.stringMatching(/^> > The key is \\?\[redacted:/),
    ])
  })

  it('as turns of the agent in JSON', () => {
    const { stdout } = bench.run(['export', 'json', 's1.jsonl', '--reveal'])
    expect(JSON.parse(stdout)).toMatchObject({
      turns: [
        {
          agents: [
            {
              agentId: 'one',
              agents: [{ agentId: 'two' }],
              turns: [
                {
                  prompt: { text: 'Look into it' },
                  allSteps: [{ kind: 'text' }, { kind: 'tool', result: 'result of two' }],
                  agents: [
                    {
                      agentId: 'two',
                      turns: [{ allSteps: [{ kind: 'text', text: `The key is ${SECRET}` }] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it('of the oldest versions, whose rows stand in the session', () => {
    const side = { isSidechain: true }
    bench.write(
      'old.jsonl',
      lines(
        prompt('p1', null, 'Delegate', 0),
        answer(
          'a1',
          'p1',
          { type: 'tool_use', id: 't1', name: 'Task', input: { description: 'Old', prompt: 'Seek' } },
          1,
        ),
        { ...prompt('x1', null, 'Seek', 2), ...side },
        { ...answer('x2', 'x1', 'Found in the attic', 3), ...side },
        result('r1', 'a1', 't1', 9, { text: 'done' }),
      ),
    )
    const { turns } = JSON.parse(bench.run(['export', 'json', 'old.jsonl']).stdout) as {
      turns: { agents: unknown[] }[]
    }
    expect(turns.map(({ agents }) => agents)).toMatchObject([
      [{ description: 'Old', turns: [{ prompt: { text: 'Seek' }, final: 'Found in the attic' }] }],
    ])
  })
})

describe('hostile sub-agents', () => {
  it('that start themselves, or each other, end', () => {
    bench.write('ring.jsonl', lines(prompt('p1', null, 'Delegate', 0), ...start('a1', 'p1', 'r1', 1)))
    // Each repeats the call that started it, and starts the other.
    agent('ring', 'r1', [
      prompt('x1', null, 'ROUND', 2),
      ...start('x2', 'x1', 'r1', 3),
      ...start('x3', 'x2-r', 'r2', 4),
    ])
    agent('ring', 'r2', [
      prompt('y1', null, 'ABOUT', 2),
      ...start('y2', 'y1', 'r1', 3),
      ...start('y3', 'y2-r', 'r2', 4),
    ])
    for (const form of ['html', 'md', 'json']) {
      const { code, stdout } = bench.run(['export', form, 'ring.jsonl'])
      expect({
        form,
        code,
        round: stdout.match(/ROUND/g)?.length,
        about: stdout.match(/ABOUT/g)?.length,
      }).toEqual({
        form,
        code: 0,
        round: 1,
        about: 1,
      })
    }
  })

  it('that nest deeper than anybody reads are told in figures', () => {
    bench.write('deep.jsonl', lines(prompt('p1', null, 'Delegate', 0), ...start('a1', 'p1', 'd1', 1)))
    for (let i = 1; i <= 40; i++)
      agent('deep', `d${i}`, [
        prompt(`x${i}`, null, `level ${i}!`, i),
        ...start(`y${i}`, `x${i}`, `d${i + 1}`, i),
      ])
    const { code, stdout } = bench.run(['export', 'md', 'deep.jsonl'])
    expect({ code, last: stdout.includes('level 8!'), deeper: stdout.includes('level 9!') }).toEqual({
      code: 0,
      last: true,
      deeper: false,
    })
    expect(stdout).toContain('◆ d9 ')
  })
})
