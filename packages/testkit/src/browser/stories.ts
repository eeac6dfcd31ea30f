import { deflateSync } from 'node:zlib'
import { Teller } from '../corpus/demo-teller.ts'
import { todoWrite } from '../corpus/demo-workspace.ts'
import { assistantBody } from '../corpus/rows.ts'
import { deniedCall, type ToolCall } from '../corpus/tools.ts'

/** Looks like a key and opens nothing. */
export const SECRET = 'ghp_' + 'k3VqR8mXw2ZtB7nLc5YdH9sJf4GaPe6UoTi1'

export function teller(seed: string, at = '2026-06-01T09:00:00.000Z', cwd = '/home/ada/tide-tables'): Teller {
  return new Teller({
    seed,
    version: '2.1.325',
    cwd,
    gitBranch: 'main',
    slug: 'calm-amber-tern',
    at,
    files: { 'src/tide.ts': TIDE, 'README.md': '# Tide tables\n' },
  })
}

/** A session in which every tool has its say, one turn each kind of thing. */
export function everyTool(): Teller {
  const story = teller('browser every tool')
  const { workspace } = story
  story.prompt('Look around first.')
  story.beat({
    think: 'The tide table has one entry point. I should read it before I touch it.',
    say: 'I look at the code.',
    calls: [workspace.read('src/tide.ts')],
  })
  story.beat({ calls: [workspace.grep('export', 'src/'), workspace.glob('**/*.ts', '.ts')] })
  story.beat({ say: 'There is one function, `height`.' }).endTurn('Tide tables, every tool')

  story.wait(30).prompt('Make it a cosine, and test it.')
  story.beat({ calls: [workspace.edit('src/tide.ts', 'Math.sin(hours)', 'Math.cos(hours / 2)')] })
  story.beat({ calls: [workspace.write('src/tide.test.ts', "import { height } from './tide.ts'\n")] })
  story.beat({
    calls: [
      workspace.bash(
        'npm test',
        'Run the tests',
        '\u001b[32m✓\u001b[0m height \u001b[1;31m1 slow\u001b[0m\n\u001b[4mTests\u001b[0m 3 passed',
      ),
      workspace.bashFails('npm run lint', 'Check the style', 'src/tide.ts:3 unexpected any'),
    ],
  })
  story.beat({ say: 'The curve is a cosine now; **one** lint finding is left.' }).endTurn()

  story.wait(30).prompt('Plan the rest, ask me what you need.')
  story.beat({ calls: [todoWrite([], [TODO_DONE, TODO_NOW, TODO_NEXT])] })
  story.beat({
    calls: [
      call('AskUserQuestion', {
        input: {
          questions: [
            {
              question: 'Which unit do the tables use?',
              header: 'Unit',
              multiSelect: false,
              options: [
                { label: 'Metres', description: 'As the harbour does' },
                { label: 'Feet', description: 'As the old tables did' },
              ],
            },
          ],
        },
        content:
          'User has answered your questions: "Which unit do the tables use?"="Metres". You can now continue with the user\'s answers in mind.',
      }),
    ],
  })
  story.beat({
    calls: [
      call('ExitPlanMode', {
        input: { plan: '## Tables in metres\n\n1. Convert the old rows\n2. Print them' },
        content: 'User has approved your plan. You can now start coding.',
      }),
    ],
  })
  story.beat({ say: 'The plan stands.' }).endTurn()

  story.wait(30).prompt('Try the odd ones.')
  story.beat({
    calls: [
      call('mcp__harbour__water_level', {
        input: { station: 'north pier', day: '2026-06-01' },
        content: [{ type: 'text', text: '{"metres":3.25,"quality":"checked"}' }],
      }),
      call('Astrolabe', { input: { star: 'Vega' }, content: 'azimuth 214' }),
      call('NotebookEdit', {
        input: {
          notebook_path: '/home/ada/tide-tables/tides.ipynb',
          new_source: 'plot(tides)',
          cell_id: 'c1',
        },
        content: 'Updated cell c1 with plot(tides)',
      }),
      call('WebSearch', {
        input: { query: 'tide constants north pier' },
        content: 'Links: [{"title":"Tides","url":"https://tides.example/north"}]',
      }),
      call('WebFetch', {
        input: { url: 'https://tides.example/north', prompt: 'the constants' },
        content: 'M2 is **1.2 m**.',
      }),
      deniedCall(workspace.bash('rm -rf old', 'Remove the old tables', '')),
    ],
  })
  story.beat({ say: 'Those are the odd ones.' }).endTurn()

  story.wait(30).prompt('Send somebody to look at the harbour.')
  story.beat({
    calls: [
      {
        agentType: 'surveyor',
        description: 'Survey the harbour',
        prompt: 'Walk the north pier and report.',
        tell: (agent) => {
          agent.beat({
            say: 'I walk the pier.',
            calls: [agent.workspace.bash('ls pier', 'Look', 'bollard lamp')],
          })
          agent.beat({ say: 'The pier has a bollard and a lamp.' })
          return 'The pier has a bollard and a lamp.'
        },
      },
    ],
  })
  story.beat({ say: 'The surveyor found a bollard and a lamp.' }).endTurn()

  story.wait(30).prompt('What is in this picture?', {
    kind: 'image',
    content: [
      { type: 'text', text: 'What is in this picture?' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
    ],
  })
  story.beat({ say: 'A red square.' }).endTurn()

  story.wait(30).prompt(`Deploy with ${SECRET} please.`)
  story.beat({
    calls: [workspace.bash('env', 'Print the environment', `GITHUB_TOKEN=${SECRET}\nHOME=/home/ada`)],
  })
  story.beat({ calls: [workspace.bash('seq 1 4000', 'Count', COUNTED)] })
  story.beat({ say: 'Deployed; counted to four thousand.' }).endTurn()

  story.writer.chain('system', (uuid, timestamp) => ({
    type: 'hologram',
    content: 'a kind of entry that nobody has seen yet',
    uuid,
    timestamp,
  }))
  story.wait(30).prompt('Draw me a diagram.')
  story.beat({ say: MARKDOWN }).endTurn()
  return story
}

/** Went back once, was compacted once; the first line is dead. */
export function twoLines(): Teller {
  const story = teller('browser two lines', '2026-06-02T09:00:00.000Z')
  const { workspace } = story
  story.prompt('Begin with the harbour.')
  story.beat({ say: 'The harbour is begun.' }).endTurn('Two lines')
  const here = story.mark()
  story.wait(20).prompt('Paint it blue.')
  story.beat({ calls: [workspace.write('paint.txt', 'blue\n')] })
  story.beat({ say: 'It is blue.' }).endTurn()
  story.rewind(here)
  story.wait(20).prompt('Paint it green.')
  story.beat({ calls: [workspace.write('paint.txt', 'green\n')] })
  story.beat({ say: 'It is green.' }).endTurn()
  story.wait(20).prompt('Ring the bell.')
  unanswered(story)
  story.wait(20).prompt('Never mind the bell.')
  story.beat({ say: 'The bell stays silent.' }).endTurn()
  return story
}

/** Left within a turn; the line that was left was left itself. */
export function branchOfBranch(): Teller {
  const story = teller('browser branch of branch', '2026-06-05T09:00:00.000Z')
  const { workspace } = story
  story.prompt('Where does the channel lead?')
  story.beat({
    say: 'I take soundings.',
    calls: [workspace.bash('sound', 'Sound the channel', 'four fathoms')],
  })
  const here = story.mark()
  story.beat({ say: 'It leads to the marsh.' }).endTurn('Branch of a branch')
  const marsh = story.mark()
  story.wait(20).prompt('Cross the marsh by boat.')
  story.beat({ say: 'The boat is stuck.' }).endTurn()
  story.rewind(marsh)
  story.wait(20).prompt('Cross the marsh on foot.')
  story.beat({ say: 'The feet are wet.' }).endTurn()
  story.rewind(here)
  story.beat({ say: 'It leads to the sea.' }).endTurn()
  story.wait(20).prompt('Then set sail.')
  story.beat({ say: 'The sails are set.' }).endTurn()
  return story
}

/** A call whose answer never came: the program was ended while it ran. */
function unanswered({ writer }: Teller): void {
  const use = { type: 'tool_use', id: 'toolu_01ring', name: 'Bash', input: { command: 'ring bell' } }
  const usage = { input: 4, output: 20, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 }
  const row = { profile: writer.profile, messageId: 'msg_01ring', requestId: 'req_01ring', usage }
  writer.chain('assistant', (uuid, time) =>
    assistantBody({ ...row, content: [use], blockIndex: 0, stopReason: 'tool_use' }, uuid, time),
  )
}

export function compacted(): Teller {
  const story = teller('browser compacted', '2026-06-03T09:00:00.000Z')
  story.prompt('The time before.')
  story.beat({ say: 'An answer from before.' }).endTurn('Compacted once')
  story.wait(20).prompt('The last thing before.')
  story.beat({ say: 'The last answer before.' }).endTurn()
  story.wait(60).grown(154_000).compact('We spoke about the time before.')
  story.wait(10).prompt('The time after.')
  story.beat({ say: 'An answer from after.' }).endTurn()
  return story
}

/** Many turns, so that a page has to be loaded: `turns` of about `signs` signs each. */
export function longTold(turns: number, signs: number): Teller {
  const story = teller('browser long', '2026-06-04T00:00:00.000Z')
  for (let i = 1; i <= turns; i++) {
    story.wait(20).prompt(`Prompt number ${i} of the long day.`)
    story.beat({ calls: [story.workspace.bash(`step ${i}`, `Step ${i}`, LINE.repeat(signs / LINE.length))] })
    story.beat({ say: `Answer number ${i}.\n\n${LINE.repeat(1 + (i % 7))}` })
    if (i === turns) story.endTurn('The long day')
  }
  return story
}

export function call(
  name: string,
  { input, content }: { readonly input: object; readonly content: unknown },
): ToolCall {
  return { name, input, content, toolUseResult: content, status: 'ok' }
}

const TIDE = `/** Height of the water, in metres. */
export function height(hours: number): number {
  return 2 + Math.sin(hours)
}
`
const LINE = 'The tide comes in over the flats and the tide goes out again, twice a day. '
const COUNTED = Array.from({ length: 4000 }, (_, i) => `line ${i + 1}`).join('\n')
const TODO_DONE = ['Read the tables', 'Reading the tables', 'completed'] as const
const TODO_NOW = ['Convert the rows', 'Converting the rows', 'in_progress'] as const
const TODO_NEXT = ['Print the tables', 'Printing the tables', 'pending'] as const

const MARKDOWN = `# Heading of the answer

| tide | height |
| ---- | -----: |
| high | 4.2 |

\`\`\`ts
const high: number = 4.2
\`\`\`

$$h = a \\cos(\\omega t)$$

\`\`\`mermaid
graph LR
  moon --> tide
\`\`\`

See https://github.com/ada/tides/pull/7 and [the page](https://tides.example/).`

/** A red square of 8 by 8 as a PNG. */
const PICTURE = png(8, [200, 30, 30]).toString('base64')

function png(size: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: size }, () => [red, green, blue]).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.concat(Array.from({ length: size }, () => row))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}
