import { afterAll, describe, expect, it } from 'vitest'
import { answer, lines, prompt, result, row, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }

describe('skein export api', () => {
  it('prints the conversation as a JSON array, a message a line', () => {
    const file = bench.write(
      'tools.jsonl',
      lines(
        prompt('a', null, 'List it', 0),
        answer('b', 'a', call, 1),
        result('c', 'b', 'toolu_1', 2, { text: 'x.ts' }),
        answer('d', 'c', 'One file.', 3),
      ),
    )
    const { code, stdout, stderr } = bench.run(['export', 'api', file])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([
      { role: 'user', content: 'List it' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x.ts' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'One file.' }] },
    ])
    expect(stdout.split('\n')).toHaveLength(7)
  })

  it('makes it valid for the API with --sendable', () => {
    const file = bench.write('open-call.jsonl', lines(answer('b', 'gone', call, 1)))
    const { stdout } = bench.run(['export', 'api', file, '--as', '2.0.76', '--sendable'])
    const roles = (JSON.parse(stdout) as { role: string }[]).map(({ role }) => role)
    expect(roles.every((role, i) => role === (i % 2 === 0 ? 'user' : 'assistant'))).toBe(true)
  })

  it('ends with 1 and the reason where the program finds no conversation', () => {
    const file = bench.write('titles.jsonl', lines({ type: 'summary', summary: 'A title', leafUuid: 'x' }))
    expect(bench.run(['export', 'api', file])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'skein: Claude Code 2.1.325 finds no conversation to resume in titles.jsonl: `skein check` says what is in it\n',
    })
  })

  it('ends with 1 and the reason where the program would never end', () => {
    const file = bench.write('ring.jsonl', lines(prompt('a', 'b', 'One', 0), answer('b', 'a', 'Two', 1)))
    expect(bench.run(['export', 'api', file, '--as', '2.0.76'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'skein: Claude Code 2.0.76 never ends on ring.jsonl (The parents form a cycle): `skein check` says what is in it\n',
    })
  })

  it('ends with 1 and the reason where the program would fail', () => {
    const undated = row('user', 'a', null, { message: { role: 'user', content: 'One' } })
    const file = bench.write('undated.jsonl', lines(undated, answer('b', 'a', 'Two', 1)))
    expect(bench.run(['export', 'api', file, '--as', '2.0.76'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'skein: Claude Code 2.0.76 fails on undated.jsonl (RangeError: Invalid time value): `skein check` says what is in it\n',
    })
  })

  it('passes hostile text on as JSON, escaped, not obeyed', () => {
    const text = '\u001b[31mred\u202e\u0007'
    const file = bench.write('hostile.jsonl', lines(prompt('a', null, text, 0), answer('b', 'a', 'Hi.', 1)))
    const { stdout } = bench.run(['export', 'api', file])
    expect(stdout).not.toContain('\u001b')
    expect((JSON.parse(stdout) as { content: unknown }[])[0].content).toBe(text)
  })

  it('leaves thinking of another model out with --model', () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sig' }
    const file = bench.write(
      'thinking.jsonl',
      lines(
        prompt('a', null, 'Why?', 0),
        answer('b', 'a', thinking, 1, { id: 'msg_1' }),
        answer('c', 'b', 'Because.', 2, { id: 'msg_1' }),
      ),
    )
    const blocks = (model: string): unknown =>
      (JSON.parse(bench.run(['export', 'api', file, '--model', model]).stdout) as { content: unknown }[])[1]
        .content
    expect(blocks('claude-test-1')).toEqual([thinking, { type: 'text', text: 'Because.' }])
    expect(blocks('claude-other')).toEqual([{ type: 'text', text: 'Because.' }])
  })
})
