import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, lines, prompt, result, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const task = {
  type: 'tool_use',
  id: 'toolu_1',
  name: 'Agent',
  input: { description: 'Look', prompt: 'Look around', subagent_type: 'Explore' },
}
const opus = { model: 'claude-opus-5' }
bench.write(
  's1.jsonl',
  lines(
    prompt('a', null, `Start with ${SECRET}`, 0),
    answer('b', 'a', task, 1, opus),
    result('c', 'b', 'toolu_1', 11, {
      text: 'Seen.',
      value: { agentId: 'a1', status: 'completed', content: [] },
    }),
    answer('d', 'c', 'Done.', 12, opus),
    prompt('e', 'd', 'Taken back', 13),
    answer('f', 'e', 'Tried.', 14, opus),
    prompt('g', 'd', 'Second try', 20),
    answer('h', 'g', { type: 'thinking', thinking: 'Hm, well.', signature: 'x' }, 21, opus),
  ),
)
mkdirSync(join(bench.folder, 's1', 'subagents'), { recursive: true })
const side = { isSidechain: true, agentId: 'a1' }
bench.write(
  's1/subagents/agent-a1.jsonl',
  lines(
    { ...prompt('x', null, 'Look around', 1), ...side },
    { ...answer('y', 'x', 'Seen.', 10, opus), ...side },
  ),
)

interface Printed {
  readonly turns: readonly {
    readonly turn: number
    readonly branch: number | null
    readonly prompt: string
    readonly spans: readonly {
      readonly kind: string
      readonly startTime: string
      readonly endTime: string
      readonly thinking?: string | null
    }[]
  }[]
}

function json(...args: string[]): Printed {
  const { code, stdout, stderr } = bench.run(['trace', 'show', 's1.jsonl', '--json', ...args])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Printed
}

describe('skein trace show', () => {
  it('prints the spans of every turn, those that were taken back among them', () => {
    const { turns } = json()
    expect(turns.map(({ turn, branch, spans }) => [turn, branch, ...spans.map(({ kind }) => kind)])).toEqual([
      [1, null, 'agent', 'generation', 'tool', 'generation', 'agent', 'generation'],
      [2, 1, 'agent', 'generation'],
      [2, null, 'agent', 'generation'],
    ])
    expect([turns[0].spans[2].startTime, turns[0].spans[2].endTime]).toEqual([at(1), at(11)])
  })

  it('masks secrets unless they are asked for', () => {
    expect(json().turns[0].prompt).not.toContain(SECRET)
    expect(json('--reveal').turns[0].prompt).toBe(`Start with ${SECRET}`)
    expect(bench.run(['trace', 'show', 's1.jsonl']).stdout).not.toContain(SECRET)
  })

  it('masks them wherever they stand in a row', () => {
    const bash = {
      type: 'tool_use',
      id: 'toolu_2',
      name: 'Bash',
      input: { command: `echo ${SECRET}`, after: 1 },
    }
    const here = { cwd: `/home/ada/${SECRET}` }
    bench.write(
      's2.jsonl',
      lines(
        { ...here, ...prompt('a', null, 'Go', 0) },
        { ...here, ...answer('b', 'a', bash, 1, opus) },
        { ...here, ...result('c', 'b', 'toolu_2', 2, { text: `said ${SECRET}`, value: { stdout: SECRET } }) },
        { ...here, ...answer('d', 'c', `It said ${SECRET}.`, 3, opus) },
      ),
    )
    const { code, stdout } = bench.run(['trace', 'show', 's2.jsonl', '--json'])
    expect({ code, isShown: stdout.includes(SECRET) }).toEqual({ code: 0, isShown: false })
    const hidden = expect.stringContaining('[redacted:') as string
    expect((JSON.parse(stdout) as Printed).turns[0].spans).toMatchObject([
      { kind: 'agent', output: hidden },
      { kind: 'generation' },
      { kind: 'tool', arguments: { command: hidden, after: 1 }, result: hidden },
      { kind: 'generation', output: hidden },
    ])
  })

  it('has no time where no row of the session has one', () => {
    const rows = [prompt('a', null, 'Go', 0), answer('b', 'a', 'Gone.', 1, opus)]
    bench.write('s3.jsonl', lines(...rows.map((row) => ({ ...row, timestamp: undefined }))))
    const { stdout } = bench.run(['trace', 'show', 's3.jsonl', '--json'])
    const never = { startTime: null, endTime: null, durationMs: 0, estimated: true }
    expect(JSON.parse(stdout)).toMatchObject({
      turns: [
        {
          spans: [
            { kind: 'agent', ...never },
            { kind: 'generation', ...never },
          ],
        },
      ],
    })
    const shown = bench.run(['trace', 'show', 's3.jsonl']).stdout
    expect(shown).toContain('Turn 1 · no time')
    expect(shown).not.toContain('1970')
  })

  it('has what the model thought where that is asked for', () => {
    expect(json().turns[2].spans[1].thinking).toBeNull()
    expect(json('--thinking').turns[2].spans[1].thinking).toBe('Hm, well.')
    expect(bench.run(['trace', 'show', 's1.jsonl', '--thinking']).stdout).toContain('✻ Hm, well.')
  })

  it('shows the turns that are asked for', () => {
    expect(json('--turn', '2..').turns.map(({ turn, branch }) => [turn, branch])).toEqual([[2, null]])
    expect(bench.run(['trace', 'show', 's1.jsonl', '--turn', '4'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skein: no turn 4 in s1.jsonl: it has 2\n',
    })
  })

  it('adds up to what `skein usage turn` counts', () => {
    const { stdout } = bench.run(['usage', 'turn', 's1.jsonl', '--json'])
    const { totals } = JSON.parse(stdout) as {
      totals: { tokens: object; nanoDollars: number; messages: number }
    }
    const spans = json().turns.flatMap((turn) => turn.spans) as unknown as {
      kind: string
      tokens: { output: number }
      cost: { total: number }
    }[]
    const generations = spans.filter(({ kind }) => kind === 'generation')
    expect([generations.length, generations.reduce((sum, { cost }) => sum + cost.total, 0)]).toEqual([
      totals.messages,
      totals.nanoDollars,
    ])
    expect(totals.tokens).toMatchObject({
      output: generations.reduce((sum, { tokens }) => sum + tokens.output, 0),
    })
  })

  it('ends with the sum, and has colours only for people', () => {
    const { stdout } = bench.run(['trace', 'show', 's1.jsonl'])
    // Five messages of 110 tokens in and 5 out, at $5, $0.50 (cache) and $25 per million.
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('3 turns · 10 spans · 550 tokens in, 25 out · $0.0011')
    expect(stdout).not.toContain('\u001b')
    expect(bench.run(['trace', 'show', 's1.jsonl'], { env: { FORCE_COLOR: '1' } }).stdout).toContain(
      '\u001b[',
    )
  })
})
