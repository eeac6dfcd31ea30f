import { bytesInMemory, readTranscript } from '@skein/transcript'
import { expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'

const ID = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

interface Row {
  readonly n: number
  readonly parent?: number | null
  readonly type?: string
  readonly content?: unknown
  readonly version?: string
  readonly minute?: number
}

function line({
  n,
  parent = n - 1,
  type = 'user',
  content = `text ${n}`,
  version = '2.1.300',
  minute = n,
}: Row): string {
  return JSON.stringify({
    type,
    uuid: ID(n),
    parentUuid: parent === null || parent === 0 ? null : ID(parent),
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    sessionId: ID(999),
    version,
    isSidechain: false,
    message: {
      role: type,
      content,
      ...(type === 'assistant' ? { id: `msg_${n}`, model: 'claude-sonnet-4-5' } : {}),
    },
  })
}

function diagnosed(...lines: readonly string[]): ReturnType<typeof diagnose> {
  const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(''))
  return diagnose(readTranscript(bytes), bytesInMemory(bytes))
}

const say = (n: number, text: string): string =>
  line({ n, type: 'assistant', content: [{ type: 'text', text }] })

it('finds nothing in a sound session', () => {
  expect(diagnosed(line({ n: 1 }), say(2, 'answer'))).toEqual({ entries: 2, findings: [], lost: 0 })
})

it('counts history that a missing parent cuts off', () => {
  // Row 3 hangs on a row that is not there, an hour later: the program does not bridge that.
  const report = diagnosed(
    line({ n: 1 }),
    say(2, 'a'),
    line({ n: 4, parent: 3, minute: 90 }),
    line({ n: 5, type: 'assistant', content: [{ type: 'text', text: 'b' }], minute: 91 }),
  )
  expect(report).toEqual({
    entries: 4,
    findings: [
      { kind: 'lost-history', count: 2, line: null },
      { kind: 'dangling-parents', count: 1, line: 3 },
    ],
    lost: 2,
  })
})

it('tells torn and joined lines, hollow thinking, unanswered calls, strays, unknown types and newer versions', () => {
  const report = diagnosed(
    line({ n: 1 }),
    '{"type":"user","uuid":"torn',
    line({
      n: 2,
      type: 'assistant',
      content: [
        { type: 'thinking', thinking: 'so', signature: 'sig' },
        { type: 'thinking', thinking: '', signature: 'sig' },
      ],
    }),
    line({
      n: 3,
      type: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }],
    }),
    line({ n: 4, content: [{ type: 'tool_result', tool_use_id: 'toolu_other', content: 'x' }] }),
    '{"type":"from-the-future"}',
    line({ n: 5, version: '9.9.9' }),
    `${say(6, 'x')}${line({ n: 7 })}`,
  )
  const kinds = report.findings.map(({ kind, line: at }) => [kind, at])
  expect(kinds.filter(([kind]) => kind !== 'lost-history')).toEqual([
    ['hollow-thinking', 3],
    ['torn-lines', 2],
    ['joined-lines', 8],
    ['unanswered-calls', 4],
    ['stray-results', 5],
    ['unknown-types', 6],
    ['new-version', 7],
  ])
})

it('says that nothing can be resumed where a file holds no conversation that the program can load', () => {
  const noTime = JSON.parse(line({ n: 1 })) as Record<string, unknown>
  delete noTime['message']
  expect(diagnosed(JSON.stringify(noTime)).findings.map(({ kind }) => kind)).toEqual(['no-resume'])
})

it('takes thinking that is empty throughout for the work of a newer version', () => {
  const thinking = line({
    n: 2,
    type: 'assistant',
    content: [{ type: 'thinking', thinking: '', signature: 'sig' }],
  })
  const { findings } = diagnosed(
    line({ n: 1 }),
    thinking,
    line({ n: 3, type: 'assistant', content: [{ type: 'text', text: 'a' }] }),
  )
  expect(findings).toEqual([{ kind: 'omitted-thinking', count: 1, line: 2 }])
})
