import type { SessionStep } from '../claude/record-session.ts'
import { byText } from '../scripted-api/by-text.ts'
import { cutAfter, message, serverError, text, thinking, toolUse } from '../scripted-api/reply.ts'

/** Sessions the real program is driven through; what it writes becomes a case, resumed by every version. */
export interface RealSession {
  id: string
  statement: string
  steps: SessionStep[]
  files?: Record<string, string | Uint8Array>
}

const tools = (...names: string[]): string[] => ['--allowedTools', names.join(',')]

export const realSessions: RealSession[] = [
  {
    id: 'two-turns',
    statement: 'a real session of two turns',
    steps: [
      { prompt: 'p-one', script: byText([['p-one', text('s-one')]]) },
      { prompt: 'p-two', script: byText([['p-two', text('s-two')]]) },
    ],
  },
  {
    id: 'thinking',
    statement: 'a real session with signed thinking',
    steps: [
      {
        prompt: 'p-one',
        script: byText([['p-one', message(thinking('hm', 'c2ln'), { type: 'text', text: 's-one' })]]),
      },
    ],
  },
  {
    id: 'one-tool',
    statement: 'a real session with one tool call',
    files: { 'x.txt': 'one\n' },
    steps: [
      {
        prompt: 'p-one',
        args: tools('Bash(cat:*)'),
        script: byText([
          ['toolu_1', text('s-one')],
          ['p-one', message(toolUse('toolu_1', 'Bash', { command: 'cat x.txt', description: 'Show x' }))],
        ]),
      },
    ],
  },
  {
    id: 'parallel-tools',
    statement: 'a real session with three tools called at once',
    files: { 'x.txt': 'one\n', 'y.txt': 'two\n' },
    steps: [
      {
        prompt: 'p-one',
        args: tools('Bash(cat:*)'),
        script: byText([
          ['toolu_3', text('s-one')],
          [
            'p-one',
            message(
              { type: 'text', text: 'looking' },
              toolUse('toolu_1', 'Bash', { command: 'cat x.txt', description: 'Show x' }),
              toolUse('toolu_2', 'Bash', { command: 'cat y.txt', description: 'Show y' }),
              toolUse('toolu_3', 'Bash', { command: 'cat z.txt', description: 'Show z' }),
            ),
          ],
        ]),
      },
      { prompt: 'p-two', script: byText([['p-two', text('s-two')]]) },
    ],
  },
  {
    id: 'tool-rounds-with-thinking',
    statement: 'a real session with thinking before each of two tool calls',
    files: { 'x.txt': 'one\n' },
    steps: [
      {
        prompt: 'p-one',
        args: tools('Bash(cat:*)'),
        script: byText([
          ['toolu_2', text('s-one')],
          [
            'toolu_1',
            message(
              thinking('more', 'c2ln'),
              toolUse('toolu_2', 'Bash', { command: 'cat x.txt', description: 'Again' }),
            ),
          ],
          [
            'p-one',
            message(
              thinking('hm', 'c2ln'),
              toolUse('toolu_1', 'Bash', { command: 'cat x.txt', description: 'Show x' }),
            ),
          ],
        ]),
      },
    ],
  },
  {
    id: 'denied-tool',
    statement: 'a real session in which a tool was not allowed',
    steps: [
      {
        prompt: 'p-one',
        script: byText([
          ['toolu_1', text('s-one')],
          ['p-one', message(toolUse('toolu_1', 'Write', { file_path: '/nowhere/x', content: 'x' }))],
        ]),
      },
    ],
  },
  {
    id: 'unknown-tool',
    statement: 'a real session in which an unknown tool was called',
    steps: [
      {
        prompt: 'p-one',
        script: byText([
          ['toolu_1', text('s-one')],
          ['p-one', message(toolUse('toolu_1', 'Hologram', {}))],
        ]),
      },
    ],
  },
  {
    id: 'max-turns',
    statement: 'a real session that ended at its turn limit after a tool call',
    files: { 'x.txt': 'one\n' },
    steps: [
      {
        prompt: 'p-one',
        args: [...tools('Bash(cat:*)'), '--max-turns', '1'],
        script: byText([
          ['p-one', message(toolUse('toolu_1', 'Bash', { command: 'cat x.txt', description: 'Show x' }))],
        ]),
      },
    ],
  },
  {
    id: 'api-error',
    statement: 'a real session in which the API failed, then went on',
    steps: [
      { prompt: 'p-one', script: () => serverError(), extraEnvironment: { CLAUDE_CODE_MAX_RETRIES: '0' } },
      { prompt: 'p-two', script: byText([['p-two', text('s-two')]]) },
    ],
  },
  {
    id: 'api-error-at-tip',
    statement: 'a real session that ended with a failure of the API',
    steps: [
      { prompt: 'p-one', script: byText([['p-one', text('s-one')]]) },
      { prompt: 'p-two', script: () => serverError(), extraEnvironment: { CLAUDE_CODE_MAX_RETRIES: '0' } },
    ],
  },
  {
    id: 'cut-stream',
    statement: 'a real session whose answer was cut in the middle',
    steps: [
      {
        prompt: 'p-one',
        script: () => cutAfter(5, { type: 'text', text: 'a longer text' }, { type: 'text', text: 'another' }),
        extraEnvironment: { CLAUDE_CODE_MAX_RETRIES: '0' },
      },
    ],
  },
  {
    id: 'sub-agent',
    statement: 'a real session with a sub-agent',
    steps: [
      {
        prompt: 'p-one',
        args: tools('Task', 'Agent'),
        script: byText([
          ['toolu_1', text('s-one')],
          ['p-agent', text('s-agent')],
          [
            'p-one',
            message(
              toolUse('toolu_1', 'Task', {
                description: 'do it',
                prompt: 'p-agent',
                subagent_type: 'general-purpose',
                run_in_background: false,
              }),
            ),
          ],
        ]),
      },
    ],
  },
  {
    id: 'compacted',
    statement: 'a real session that was compacted and went on',
    steps: [
      { prompt: 'p-one', script: byText([['p-one', text('s-one')]]) },
      { prompt: '/compact', script: () => text('<summary>it was about one</summary>') },
      { prompt: 'p-two', script: byText([['p-two', text('s-two')]]) },
    ],
  },
  {
    id: 'compacted-at-tip',
    statement: 'a real session that ends with its compaction',
    steps: [
      { prompt: 'p-one', script: byText([['p-one', text('s-one')]]) },
      { prompt: '/compact', script: () => text('<summary>it was about one</summary>') },
    ],
  },
  {
    id: 'forked',
    statement: 'a real session, forked: the new file repeats the rows of the old one',
    steps: [
      { prompt: 'p-one', script: byText([['p-one', text('s-one')]]) },
      { prompt: 'p-two', script: byText([['p-two', text('s-two')]]), fork: true },
    ],
  },
  {
    id: 'file-mention',
    statement: 'a real session with an @-mentioned file',
    files: { 'x.txt': 'one\n' },
    steps: [{ prompt: 'p-one @x.txt', script: byText([['p-one', text('s-one')]]) }],
  },
  {
    id: 'project-instructions',
    statement: 'a real session in a project with instructions',
    files: { 'CLAUDE.md': 'Be brief.\n' },
    steps: [{ prompt: 'p-one', script: byText([['p-one', text('s-one')]]) }],
  },
]
