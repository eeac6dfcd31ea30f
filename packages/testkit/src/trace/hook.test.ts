import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PROGRAM_TEST_MS } from '../patience.ts'
import { claudeAvailable } from '../claude/install.ts'
import { endlessFile } from '../claude/interrupt.ts'
import { pinnedModel, recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { byText } from '../scripted-api/by-text.ts'
import { message, text, toolUse, type ToolUseBlock } from '../scripted-api/reply.ts'
import type { CapturedSpan } from './otlp-capture.ts'
import { outlines, textOf, type Outline } from './span-outline.ts'
import { TracedClaude } from './traced-claude.ts'

const SESSION = '5e551017-0000-4000-8000-0000000000aa'
const TOOLS = ['--allowedTools', 'Bash(cat:*),Task,Agent']

function cat(id: string, file: string): ToolUseBlock {
  return toolUse(id, 'Bash', { command: `cat ${file}`, description: `Show ${file}` })
}

/** The first prompt: two tools at once, one of which fails, then a sub-agent with a tool of its own, then an answer. */
const WORK = byText([
  ['toolu_agent', text('It says one.')],
  ['toolu_inside', text('The file says one.')],
  ['Look inside', message(cat('toolu_inside', 'x.txt'))],
  [
    'toolu_2_gone',
    message(
      toolUse('toolu_agent', 'Task', {
        description: 'look inside',
        prompt: 'Look inside the file.',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
    ),
  ],
  [
    'What does it say',
    message({ type: 'text', text: 'I look.' }, cat('toolu_1_x', 'x.txt'), cat('toolu_2_gone', 'gone.txt')),
  ],
])
const WAIT = byText([['Read on', message(cat('toolu_endless', endlessFile))]])
const END = byText([['Never mind', text('Very well.')]])

/** Of a call that was interrupted, 2.1.325 says that the user refused it, 2.0.76 that the command was killed. */
const STOPPED_CALL = { '2.1.325': 'denied', '2.0.76': 'tool_error' }

const CHAT = `chat ${pinnedModel}`

/** Written by hand from the scripts above, but for `STOPPED_CALL`: only the rows of each version tell that. */
const expected = (version: RecordedVersion): Outline[] => [
  [
    'invoke_agent claude-code: What does it say? → It says one.',
    [
      `${CHAT}: What does it say? → I look.`,
      ['execute_tool Bash toolu_1_x'],
      ['execute_tool Bash toolu_2_gone !tool_error'],
    ],
    [
      CHAT,
      [
        'execute_tool Task toolu_agent',
        [
          'invoke_agent general-purpose: Look inside the file. → The file says one.',
          [`${CHAT}: Look inside the file.`, ['execute_tool Bash toolu_inside']],
          [`${CHAT} → The file says one.`],
        ],
      ],
    ],
    [`${CHAT} → It says one.`],
  ],
  [
    'invoke_agent claude-code: Read on. !interrupted',
    [`${CHAT}: Read on.`, [`execute_tool Bash toolu_endless !${STOPPED_CALL[version]}`]],
  ],
  ['invoke_agent claude-code: Never mind. → Very well.', [`${CHAT}: Never mind. → Very well.`]],
]

for (const version of recordedVersions) {
  const { ok, reason } = claudeAvailable(version)
  const isSkipped = skipUnlessAvailable(`claude ${version}`, ok)
  describe.skipIf(isSkipped)(`claude ${version} with the hook${ok ? '' : ` (${reason})`}`, () => {
    let claude: TracedClaude
    beforeAll(async () => {
      claude = await TracedClaude.start(version, { 'x.txt': 'one\n' })
    }, PROGRAM_TEST_MS)
    afterAll(() => claude.close())

    it('has every turn of a session in the receiver, once', { timeout: PROGRAM_TEST_MS }, async () => {
      expect(claude.skein('trace', 'install', '--yes')).toMatchObject({ code: 0, stderr: '' })
      const first = ['--session-id', SESSION, ...TOOLS]
      const later = ['--resume', SESSION, ...TOOLS]
      const work = await claude.run('What does it say?', { args: first, script: WORK })
      expect({ code: work.exitCode, said: work.stdout.trim() }).toEqual({ code: 0, said: 'It says one.' })
      await claude.run('Read on.', { args: later, script: WAIT, interrupt: true })
      const end = await claude.run('Never mind.', { args: later, script: END })
      expect({ code: end.exitCode, said: end.stdout.trim() }).toEqual({ code: 0, said: 'Very well.' })

      const spans = await claude.settledSpans()
      expect(outlines(withoutWarmUps(spans), lineOf)).toEqual(expected(version))
      const ids = spans.map(({ traceId, spanId }) => traceId + spanId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(claude.requests.every(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(true)
      expect(claude.log).toBe('')
    })
  })
}

function lineOf(span: CapturedSpan): string {
  const input = said(span, 'gen_ai.input.messages')
  const output = said(span, 'gen_ai.output.messages')
  const call = textOf(span, 'gen_ai.tool.call.id')
  const error = textOf(span, 'error.type')
  const parts = [
    span.name,
    call && ` ${call}`,
    input && `: ${input}`,
    output && ` → ${output}`,
    error && ` !${error}`,
  ]
  return parts.join('')
}

/** The text of a message in GenAI's form. */
function said(span: CapturedSpan, name: string): string {
  const messages = textOf(span, name)
  if (messages === '') return ''
  // Whatever has another form fails the comparison.
  const [{ parts }] = JSON.parse(messages) as [{ parts: { content: string }[] }]
  return parts.map(({ content }) => content).join()
}

/** 2.0.76 starts agents of its own with every session, which are asked for "Warmup" and nothing else. */
function withoutWarmUps(spans: readonly CapturedSpan[]): CapturedSpan[] {
  const gone = new Set<string>()
  for (const span of spans) if (said(span, 'gen_ai.input.messages') === 'Warmup') gone.add(span.spanId)
  for (let size = -1; size !== gone.size;) {
    size = gone.size
    for (const { spanId, parentId } of spans) if (parentId !== null && gone.has(parentId)) gone.add(spanId)
  }
  return spans.filter(({ spanId }) => !gone.has(spanId))
}
