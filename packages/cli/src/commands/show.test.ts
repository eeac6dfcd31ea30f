import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { widthOf } from '../terminal/width.ts'
import { answer, at, DEMO, lines, prompt, result, row, Workbench } from '../../test/run-skein.ts'
import { agent, bash, edit, editResult, session, task } from '../../test/show-session.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

bench.write('s1.jsonl', session)
mkdirSync(join(bench.folder, 's1', 'subagents'), { recursive: true })
bench.write('s1/subagents/agent-a1.jsonl', agent)

function tokensOf(messages: number): object {
  return {
    input: 10 * messages,
    output: 5 * messages,
    cacheRead: 100 * messages,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    webFetches: 0,
  }
}

function promptOf(uuid: string, line: number, text: string): object {
  return { kind: 'plain', text, uuid, line, images: 0, imageList: [], queued: false, resumedAfterMs: null }
}

const EXPLORER = {
  agentId: 'a1',
  type: 'Explore',
  description: 'Look',
  toolUseId: 'toolu_3',
  steps: 1,
  toolCalls: 0,
  durationMs: 9000,
  tokens: tokensOf(1),
  agents: [],
}

const LAST_TURN = {
  turn: 2,
  prompt: promptOf('k', 11, 'Thanks'),
  startTime: at(60),
  endTime: at(62),
  durationMs: 2000,
  steps: 1,
  tools: [],
  files: [],
  tokens: tokensOf(1),
  models: ['claude-test-1'],
  final: 'You are welcome.',
  output: null,
  errors: [],
  interrupted: false,
  compactions: [],
  branches: [1],
  agents: [],
}

describe('skein show --json', () => {
  it('tells a session turn by turn', () => {
    const { code, stdout, stderr } = bench.run(['show', 's1.jsonl', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      file: 's1.jsonl',
      title: 'Fix it',
      bytes: session.length,
      entries: 12,
      turnCount: 2,
      firstTime: at(0),
      lastTime: at(62),
      branches: [
        {
          reason: 'rewind',
          entries: 2,
          fromLine: 8,
          firstLine: 9,
          tipLine: 10,
          tipUuid: 'j',
          lastTime: at(31),
          prompt: 'Undo that',
        },
      ],
      unattachedAgents: [],
      turns: [
        {
          turn: 1,
          prompt: promptOf('a', 1, 'Fix it'),
          startTime: at(0),
          endTime: at(20),
          durationMs: 20_000,
          steps: 4,
          tools: [
            { name: 'Bash', calls: 1 },
            { name: 'Edit', calls: 1 },
            { name: 'Agent', calls: 1 },
          ],
          files: [{ path: 'src/a.ts', created: false, added: 1, removed: 1, edits: 1 }],
          tokens: tokensOf(4),
          models: ['claude-test-1'],
          final: 'Fixed.',
          output: null,
          errors: [{ kind: 'error', tool: 'Bash', asked: 'npm test', text: 'Exit code 1\n2 failed' }],
          interrupted: false,
          compactions: [],
          branches: [],
          agents: [EXPLORER],
        },
        LAST_TURN,
      ],
    })
  })

  it('gives all steps with --full', () => {
    const { stdout } = bench.run(['show', 's1.jsonl', '--json', '--full', '--turn', '1'])
    const { turns } = JSON.parse(stdout) as { turns: { allSteps: unknown }[] }
    expect(turns.map(({ allSteps }) => allSteps)).toEqual([
      [
        {
          kind: 'tool',
          id: 'toolu_1',
          name: 'Bash',
          input: bash.input,
          asked: 'npm test',
          status: 'error',
          durationMs: 3000,
          result: 'Exit code 1\n2 failed',
          resultLine: 3,
          images: [],
          patch: null,
          line: 2,
          uuid: 'b',
        },
        {
          kind: 'tool',
          id: 'toolu_2',
          name: 'Edit',
          input: edit.input,
          asked: 'src/a.ts',
          status: 'ok',
          durationMs: 1000,
          result: 'Updated.',
          resultLine: 5,
          images: [],
          patch: {
            path: '/home/ada/app/src/a.ts',
            created: false,
            added: 1,
            removed: 1,
            hunks: editResult.structuredPatch,
          },
          line: 4,
          uuid: 'd',
        },
        {
          kind: 'tool',
          id: 'toolu_3',
          name: 'Agent',
          input: task.input,
          asked: 'Look',
          status: 'ok',
          durationMs: 10_000,
          result: 'Nothing there.',
          resultLine: 7,
          images: [],
          patch: null,
          line: 6,
          uuid: 'f',
        },
        { kind: 'text', text: 'Fixed.', line: 8, uuid: 'h' },
      ],
    ])
  })

  it('shows one turn with --turn and a branch with --branch', () => {
    const one = JSON.parse(bench.run(['show', 's1.jsonl', '--json', '--turn', '2']).stdout) as {
      turns: unknown
    }
    expect(one.turns).toEqual([LAST_TURN])
    const branch = JSON.parse(
      bench.run(['show', 's1.jsonl', '--json', '--branch', '1', '--turn', '2']).stdout,
    ) as { turns: object[] }
    expect(branch.turns).toEqual([
      {
        ...LAST_TURN,
        prompt: promptOf('i', 9, 'Undo that'),
        startTime: at(30),
        endTime: at(31),
        durationMs: 1000,
        final: 'Undone.',
        branches: [],
      },
    ])
  })

  it('finds sub-agents that lie flat beside the session, and leaves those of other sessions alone', () => {
    const named = (text: string, sessionId: string): string =>
      text.replaceAll('"sessionId":"s1"', `"sessionId":"${sessionId}"`)
    bench.write('s2.jsonl', named(session, 's2'))
    bench.write('agent-a1.jsonl', named(agent, 's2'))
    bench.write('agent-b2.jsonl', named(agent, 's9'))
    const { turns, unattachedAgents } = JSON.parse(
      bench.run(['show', 's2.jsonl', '--json', '--turn', '1']).stdout,
    ) as {
      turns: { agents: unknown }[]
      unattachedAgents: unknown
    }
    expect({ agents: turns[0].agents, unattachedAgents }).toEqual({
      agents: [EXPLORER],
      unattachedAgents: [],
    })
  })

  it.each([
    [['--turn', '3'], 'skein: no turn 3 in s1.jsonl: it has 2\n'],
    [['--turn', '3..'], 'skein: no turn 3 in s1.jsonl: it has 2\n'],
    [['--view', 'raw', '--turn', '3..9'], 'skein: no turn 3 in s1.jsonl: it has 2\n'],
    [['--at', 'zz'], 'skein: no entry zz in s1.jsonl: name a uuid, the beginning of one, or a line\n'],
    [['--at', '99'], 'skein: no entry 99 in s1.jsonl: name a uuid, the beginning of one, or a line\n'],
    [
      ['--at', '1', '--turn', '1'],
      'skein: --at names one entry, so --turn and --branch do not go with it: leave one out\n',
    ],
    [
      ['--view', 'resume', '--turn', '1'],
      'skein: --view resume is the whole of what is sent, so --turn and --at do not go with it: leave one out\n',
    ],
    [['--as', '2.0.76'], 'skein: --as goes with --view resume: leave one out\n'],
    [['--brief', '--full'], 'skein: --brief and --full say the opposite: leave one out\n'],
    [['--branch', '2'], 'skein: no branch 2 in s1.jsonl: it has 1\n'],
  ])('%j is not there: one line, exit code 2', (args, stderr) => {
    expect(bench.run(['show', 's1.jsonl', ...args])).toEqual({ code: 2, stdout: '', stderr })
  })
})

describe('skein show', () => {
  it('prints steps folded to a line each, changes with their lines, sub-agents with their totals', () => {
    expect(bench.run(['show', 's1.jsonl', '--width', '60'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'Fix it',
        's1.jsonl',
        `${(session.length / 1000).toFixed(1)} KB · 12 entries · 2 turns · 1 branch`,
        '2026-05-01 10:00 – 10:01',
        '',
        '─ 1 ─────────────────────────────────────── 2026-05-01 10:00',
        '› Fix it',
        '',
        '  20 s · 4 steps · Bash, Edit, Agent · 1 file +1 −1',
        '  440 tokens in, 20 out',
        '',
        '  ✗ Bash npm test  3.0 s',
        '  │ Exit code 1',
        '  │ 2 failed',
        '',
        '  ● Edit src/a.ts  +1 −1, 1.0 s',
        '    1 - one',
        '    1 + two',
        '',
        '  ● Agent Look  10 s',
        '  ◆ Explore: Look · 1 step · 9.0 s · 110 tokens in, 5 out',
        '',
        '  Fixed.',
        '',
        '─ 2 ──────────────────────────── ‹1 branch› 2026-05-01 10:01',
        '› Thanks',
        '',
        '  2.0 s · 1 step · 110 tokens in, 5 out',
        '',
        '  You are welcome.',
        '',
        '',
      ].join('\n'),
    })
  })

  it('prints prompt, activity, errors, sub-agents, branches and final text with --brief', () => {
    expect(bench.run(['show', 's1.jsonl', '--brief', '--width', '60'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'Fix it',
        's1.jsonl',
        `${(session.length / 1000).toFixed(1)} KB · 12 entries · 2 turns · 1 branch`,
        '2026-05-01 10:00 – 10:01',
        '',
        '─ 1 ─────────────────────────────────────── 2026-05-01 10:00',
        '› Fix it',
        '',
        '  20 s · 4 steps · Bash, Edit, Agent · 1 file +1 −1',
        '  440 tokens in, 20 out',
        '  ✗ Bash npm test: Exit code 1',
        '  ◆ Explore: Look · 1 step · 9.0 s · 110 tokens in, 5 out',
        '',
        '  Fixed.',
        '',
        '─ 2 ──────────────────────────── ‹1 branch› 2026-05-01 10:01',
        '› Thanks',
        '',
        '  2.0 s · 1 step · 110 tokens in, 5 out',
        '',
        '  You are welcome.',
        '',
        '',
      ].join('\n'),
    })
  })

  it('prints tool calls and their results with --full', () => {
    const { stdout } = bench.run(['show', 's1.jsonl', '--turn', '1', '--full', '--width', '60'])
    expect(stdout).toContain(['  ✗ Bash npm test  3.0 s', '  │ Exit code 1', '  │ 2 failed', ''].join('\n'))
    expect(stdout).toContain(['  ● Edit src/a.ts  +1 −1, 1.0 s', '    1 - one', '    1 + two', ''].join('\n'))
    expect(stdout).toContain(
      ['  ● Agent Look  10 s', '    prompt: Look around', '    subagent_type: Explore'].join('\n'),
    )
  })

  it('tells what only the program said: commands, interruptions, API errors, compactions', () => {
    const file = bench.write(
      'events.jsonl',
      lines(
        prompt('a', null, '<command-name>/model</command-name><command-args>opus</command-args>', 0),
        prompt('b', 'a', '<local-command-stdout>Set model to opus</local-command-stdout>', 1),
        prompt('c', 'b', 'Go', 2),
        answer('d', 'c', 'API Error: 529', 3, { model: '<synthetic>', id: 'e1', usage: undefined }),
        prompt('e', 'd', 'Again', 4),
        prompt('f', 'e', '[Request interrupted by user]', 5),
        row('system', 'g', null, {
          subtype: 'compact_boundary',
          logicalParentUuid: 'f',
          timestamp: at(6),
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'manual', preTokens: 150_000 },
        }),
      ).replace('"uuid":"d"', '"isApiErrorMessage":true,"uuid":"d"'),
    )
    const { turns } = JSON.parse(bench.run(['show', file, '--json']).stdout) as {
      turns: Record<string, unknown>[]
    }
    expect(
      turns.map(({ output, errors, interrupted, compactions }) => ({
        output,
        errors,
        interrupted,
        compactions,
      })),
    ).toEqual([
      { output: 'Set model to opus', errors: [], interrupted: false, compactions: [] },
      {
        output: null,
        errors: [{ kind: 'api', tool: null, asked: null, text: 'API Error: 529' }],
        interrupted: false,
        compactions: [],
      },
      {
        output: null,
        errors: [],
        interrupted: true,
        compactions: [{ trigger: 'manual', preTokens: 150_000, postTokens: null }],
      },
    ])
    const { stdout } = bench.run(['show', file])
    for (const line of [
      '› /model opus',
      '  Set model to opus',
      '  ✗ API Error: 529',
      '  ■ interrupted by the user',
      '┄┄ compacted (manual), 150k tokens before ┄',
    ])
      expect(stdout).toContain(line)
  })

  it('makes hostile text inert wherever it stands', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31mX\u202e\u0000\rY'
    const file = bench.write(
      'hostile.jsonl',
      lines(
        prompt('a', null, evil, 0),
        answer('b', 'a', { type: 'tool_use', id: 't', name: evil, input: { command: evil } }, 1),
        result('c', 'b', 't', 2, { text: evil, error: true }),
        answer('d', 'c', evil, 3, { model: evil }),
        { type: 'custom-title', customTitle: evil },
      ),
    )
    for (const args of [
      [],
      ['--full'],
      ['--brief'],
      ['--view', 'raw'],
      ['--view', 'resume'],
      ['--at', '2'],
    ]) {
      const { code, stdout } = bench.run(['show', file, ...args])
      expect(code).toBe(0)
      // oxlint-disable-next-line no-control-regex
      expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(stdout)).toBe(false)
    }
  })

  it('colours only when asked to in a pipe', () => {
    expect(bench.run(['show', 's1.jsonl']).stdout).not.toContain('\u001b')
    expect(bench.run(['show', 's1.jsonl'], { env: { FORCE_COLOR: '1' } }).stdout).toContain(
      '\u001b[1mFix it\u001b[22m',
    )
    expect(bench.run(['show', 's1.jsonl', '--no-color'], { env: { FORCE_COLOR: '1' } }).stdout).not.toContain(
      '\u001b',
    )
  })

  it('reads a line of 20 MB, and what stands around it', () => {
    const file = bench.write(
      'huge.jsonl',
      lines(
        prompt('a', null, 'Before', 0),
        answer('b', 'a', 'x'.repeat(20_000_000), 1),
        prompt('c', 'b', 'After', 2),
      ),
    )
    const { code, stdout } = bench.run(['show', file])
    expect(code).toBe(0)
    expect(stdout).toContain('› Before')
    expect(stdout).toContain('› After')
    expect(stdout).toContain('· assistant: a line of 20 MB, see --view raw')
    expect(stdout.length).toBeLessThan(20_000)
  })

  it('survives a file cut anywhere', () => {
    const firstLine = session.indexOf('\n')
    const cuts = [1, firstLine - 5, firstLine + 100, 1500, session.length - 3]
    const codes = cuts.map((end) => {
      bench.write('cut.jsonl', session.slice(0, end))
      return bench.run(['show', 'cut.jsonl']).code
    })
    // Within the first line there is no entry yet.
    expect(codes).toEqual([1, 1, 0, 0, 0])
  })

  it.each([20, 40, 80])('keeps the demo to %i columns', (width) => {
    const { stdout } = bench.run([
      'show',
      `${DEMO}-home-ada-tidepool/52eb6ea7-3af3-4db7-a9a5-b77e51bbeedd.jsonl`,
      '--full',
      '--width',
      String(width),
    ])
    expect(stdout.split('\n').filter((line) => widthOf(line) > width)).toEqual([])
  })
})
