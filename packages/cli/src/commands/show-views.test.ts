import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, lines, prompt, result, row, Workbench } from '../../test/run-skein.ts'
import { agent, session } from '../../test/show-session.ts'

const bench = new Workbench()
afterAll(() => bench.remove())
bench.write('s1.jsonl', session)

describe('skein show --turn', () => {
  const many = lines(
    ...Array.from({ length: 5 }, (_, i) => [
      prompt(`p${i}`, i === 0 ? null : `q${i - 1}`, `prompt ${i + 1}`, i * 10),
      answer(`q${i}`, `p${i}`, `answer ${i + 1}`, i * 10 + 1),
    ]).flat(),
  )
  bench.write('many.jsonl', many)

  it.each([
    ['3', [3]],
    ['2..4', [2, 3, 4]],
    ['4..', [4, 5]],
    ['..2', [1, 2]],
    ['4..99', [4, 5]],
  ])('%s', (range, expected) => {
    const { stdout } = bench.run(['show', 'many.jsonl', '--json', '--turn', range])
    expect((JSON.parse(stdout) as { turns: { turn: number }[] }).turns.map(({ turn }) => turn)).toEqual(
      expected,
    )
  })
})

describe('skein show --at', () => {
  const snapshot = { type: 'file-history-snapshot', messageId: 'a', snapshot: { note: 'kept' } }
  bench.write('at.jsonl', `${session}${lines(snapshot)}`)
  mkdirSync(join(bench.folder, 'at', 'subagents'), { recursive: true })
  bench.write('at/subagents/agent-a1.jsonl', agent)

  function place(name: string): unknown {
    const { at: found } = JSON.parse(bench.run(['show', 'at.jsonl', '--json', '--at', name]).stdout) as {
      at: unknown
    }
    return found
  }

  it.each([
    ['a prompt', 'a', { line: 1, uuid: 'a', turn: 1, branch: null, agentId: null }],
    ['a call', 'd', { line: 4, uuid: 'd', turn: 1, branch: null, agentId: null }],
    ['a result, by its line', '5', { line: 5, uuid: 'e', turn: 1, branch: null, agentId: null }],
    ['an entry on a branch', 'j', { line: 10, uuid: 'j', turn: 2, branch: 1, agentId: null }],
    ['a row outside the graph', '13', { line: 13, uuid: null, turn: 2, branch: null, agentId: null }],
    ['an entry of a sub-agent', 'y', { line: 2, uuid: 'y', turn: 1, branch: null, agentId: 'a1' }],
  ])('finds %s', (_name, name, expected) => {
    expect(place(name)).toEqual(expected)
  })

  it.each([
    ['a', '▶ Fix it'],
    ['d', '▶ ● Edit src/a.ts'],
    ['5', '▶ ● Edit src/a.ts'],
    ['h', '▶ Fixed.'],
    ['j', '▶ Undone.'],
    ['13', '▶ (file-history-snapshot)'],
    ['y', '▶ Nothing there.'],
  ])('marks %s', (name, marked) => {
    const { stdout } = bench.run(['show', 'at.jsonl', '--at', name])
    expect(
      stdout
        .split('\n')
        .filter((line) => line.startsWith('▶'))
        .map((line) => line.slice(0, marked.length)),
    ).toEqual([marked])
  })

  it('lists the candidates where a beginning is not enough', () => {
    const rows = [prompt('abc-1', null, 'x', 0), answer('abc-2', 'abc-1', 'y', 1)]
    bench.write('two.jsonl', lines(...rows))
    expect(bench.run(['show', 'two.jsonl', '--at', 'abc'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skein: 2 entries of two.jsonl begin with abc: say which: abc-1 (line 1), abc-2 (line 2)\n',
    })
  })

  it('finds a sub-agent in the file of its parent', () => {
    const side = { isSidechain: true }
    bench.write(
      'old.jsonl',
      lines(
        prompt('m1', null, 'Start', 0),
        { ...prompt('s1', null, 'Look around', 1), ...side },
        { ...answer('s2', 's1', 'Seen.', 2), ...side },
        answer('m2', 'm1', 'Done.', 3),
      ),
    )
    const { stdout } = bench.run(['show', 'old.jsonl', '--at', 's2'])
    expect(stdout).toContain('› Look around')
    expect(stdout).toContain('▶ Seen.')
  })

  it('shows one entry as it stands with --view raw', () => {
    expect(bench.run(['show', 'at.jsonl', '--at', '13', '--view', 'raw']).stdout).toBe(
      `13 ${JSON.stringify(snapshot)}\n`,
    )
  })
})

describe('skein show --view', () => {
  it('raw: one line an entry, with damaged lines in their place', () => {
    const [first, second] = [prompt('a', null, 'One', 0), answer('b', 'a', 'Two', 1)]
    bench.write('damaged.jsonl', `${lines(first)}{"torn":\n${lines(second)}`)
    const { stdout } = bench.run(['show', 'damaged.jsonl', '--view', 'raw'])
    expect(stdout).toBe(
      [`1 ${JSON.stringify(first)}`, '2 (torn-line) {"torn":', `3 ${JSON.stringify(second)}`, ''].join('\n'),
    )
    const { entries } = JSON.parse(
      bench.run(['show', 'damaged.jsonl', '--view', 'raw', '--json']).stdout,
    ) as {
      entries: { line: number; type: string | null; damage: string | null }[]
    }
    expect(entries.map(({ line, type, damage }) => ({ line, type, damage }))).toEqual([
      { line: 1, type: 'user', damage: null },
      { line: 2, type: null, damage: 'torn-line' },
      { line: 3, type: 'assistant', damage: null },
    ])
  })

  it('resume: the messages that a resume sends, and nothing of other branches', () => {
    const report = JSON.parse(bench.run(['show', 's1.jsonl', '--view', 'resume', '--json']).stdout) as {
      outcome: string
      tipLine: number
      messages: unknown
    }
    const sent: unknown = JSON.parse(bench.run(['export', 'api', 's1.jsonl']).stdout)
    expect(report).toMatchObject({ outcome: 'sent', reason: null, tipLine: 12, messages: sent })
    const { stdout } = bench.run(['show', 's1.jsonl', '--view', 'resume', '--width', '60'])
    expect(stdout).toContain('─ 1 user ')
    expect(stdout).toContain('  ● Bash npm test')
    expect(stdout).not.toContain('Undo that')
  })

  it('resume: says why nothing would be sent', () => {
    bench.write('nothing.jsonl', lines({ type: 'custom-title', customTitle: 'Empty' }))
    const { code, stdout } = bench.run(['show', 'nothing.jsonl', '--view', 'resume'])
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing: no-conversation')
  })
})

describe('what a prompt or a tool shows', () => {
  it('names images by kind and size', () => {
    const image = (bytes: number, mediaType: string): object => ({
      type: 'image',
      source: { type: 'base64', media_type: mediaType, data: Buffer.alloc(bytes).toString('base64') },
    })
    const first = row('user', 'a', null, {
      timestamp: at(0),
      message: { role: 'user', content: [{ type: 'text', text: 'See' }, image(12_000, 'image/png')] },
    })
    const call = { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/home/ada/app/x.jpg' } }
    const answered = row('user', 'c', 'b', {
      timestamp: at(2),
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [image(500, 'image/jpeg')] }],
      },
    })
    bench.write('images.jsonl', lines(first, answer('b', 'a', call, 1), answered))
    const { stdout } = bench.run(['show', 'images.jsonl', '--full'])
    expect(stdout).toContain('  [image png 12 KB]')
    expect(stdout).toContain('  ● Read x.jpg')
    expect(stdout).toContain('  [image jpeg 500 B]')
  })

  it('folds thinking and what the program put in, and opens them with --full', () => {
    const meta = {
      ...prompt('m', 'b', '<system-reminder>\nBe kind\nand brief\n</system-reminder>', 2),
      isMeta: true,
    }
    bench.write(
      'thinking.jsonl',
      lines(
        prompt('a', null, 'Why?', 0),
        answer('b', 'a', { type: 'thinking', thinking: 'First\nsecond', signature: 'x' }, 1),
        meta,
        answer('c', 'm', 'Because.', 3),
      ),
    )
    const folded = bench.run(['show', 'thinking.jsonl']).stdout
    expect(folded).toContain('  ✻ thinking: First (2 lines)\n  · meta: <system-reminder> (4 lines)\n')
    const open = bench.run(['show', 'thinking.jsonl', '--full']).stdout
    expect(open).toContain('  ✻ First\n    second\n')
    expect(open).toContain('  (meta)\n  │ <system-reminder>\n  │ Be kind\n')
  })

  it('tells a change by the input where a sub-agent has no structured result', () => {
    const write = {
      type: 'tool_use',
      id: 't',
      name: 'Write',
      input: { file_path: '/home/ada/app/new.txt', content: 'a\nb\n' },
    }
    bench.write(
      'plain-write.jsonl',
      lines(prompt('a', null, 'Write', 0), answer('b', 'a', write, 1), {
        ...result('c', 'b', 't', 2, { text: 'File created' }),
        toolUseResult: undefined,
      }),
    )
    expect(bench.run(['show', 'plain-write.jsonl']).stdout).toContain(
      '  ● Write new.txt  +2 −0, 1.0 s\n    + a\n    + b\n',
    )
  })
})
