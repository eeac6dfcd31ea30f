import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installClaude, type InstalledClaude } from '../claude/install.ts'
import { endlessFile, opened, runInterrupted } from '../claude/interrupt.ts'
import { makeIsolatedRoot, type IsolatedRoot } from '../claude/isolation.ts'
import { projectFolder } from '../claude/project-folder.ts'
import { runClaude } from '../claude/run.ts'
import { pinnedModel } from '../claude/versions.ts'
import { canonicalFiles } from '../conformance/canonical.ts'
import { conformanceSessionId } from '../conformance/rows.ts'
import { filesUnder } from '../files-under.ts'
import { byText } from '../scripted-api/by-text.ts'
import { message, overloaded, text, toolUse } from '../scripted-api/reply.ts'
import { ScriptedApi, type Script } from '../scripted-api/server.ts'
import { until } from '../until.ts'

/**
 * What 2.1.325 writes when a turn does not go as planned, to be held against our own rows: a tool refused, a request tried
 * again, a local command, interrupted while the answer came and while a tool ran, killed and resumed.
 */
export async function recordRows(): Promise<Uint8Array> {
  const claude = await installClaude('2.1.325')
  const root = await makeIsolatedRoot()
  const api = await ScriptedApi.start(failingOnce('p-retry'))
  const session = { claude, root, baseUrl: api.url }
  const file = `${conformanceSessionId}.jsonl`
  try {
    await say(session, 'p-first', ['--session-id', conformanceSessionId])
    for (const prompt of ['p-denied', 'p-retry', '/cost']) await say(session, prompt)
    await interruptAnswer(session, 'p-slow')
    await runInterrupted({ ...session, args: argsOf(['--allowedTools', 'Bash(cat:*)']), prompt: 'p-endless' })
    await killInTool(session, 'p-killed')
    await say(session, 'p-last')
    const transcripts = await filesUnder(projectFolder(root))
    return canonicalFiles({ transcripts, fileHistory: {}, runs: [], root: root.root }, file)[file]
  } finally {
    await api.close()
    await root.dispose()
  }
}

interface Session {
  claude: InstalledClaude
  root: IsolatedRoot
  baseUrl: string
}

const cat = (id: string, file: string) => toolUse(id, 'Bash', { command: `cat ${file}`, description: 'Cat' })

/** A pipe that nobody writes to. */
const silentFile = 'silent'

const answers = byText([
  ['p-first', text('s-first')],
  ['toolu_denied', text('s-denied')],
  ['p-denied', message(toolUse('toolu_denied', 'Bash', { command: 'touch x', description: 'Touch' }))],
  ['p-retry', text('s-retry')],
  ['p-slow', { ...text('one two three four five six seven eight nine ten'), pauseMs: 2000 }],
  ['p-endless', message(cat('toolu_endless', endlessFile))],
  [
    'p-killed',
    message({ type: 'text', text: 's-killed' }, cat('toolu_one', silentFile), cat('toolu_two', 'other')),
  ],
  ['p-last', text('s-last')],
])

function failingOnce(prompt: string): Script {
  let isFirst = true
  return (request, index) => {
    if (!isFirst || !JSON.stringify(request.body).includes(prompt)) return answers(request, index)
    isFirst = false
    return overloaded()
  }
}

function argsOf(extra: string[], id = ['--resume', conformanceSessionId]): string[] {
  return ['-p', '--model', pinnedModel, ...id, ...extra]
}

const asStream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']

async function say(session: Session, prompt: string, id?: string[]): Promise<void> {
  const { exitCode, stderr } = await runClaude({ ...session, args: [...argsOf([], id), '--', prompt] })
  if (exitCode !== 0) throw new Error(`${prompt}: ${stderr}`)
}

/** Interrupts when the first piece of the answer has come. */
async function interruptAnswer(session: Session, prompt: string): Promise<void> {
  await runClaude({
    ...session,
    args: argsOf([...asStream, '--include-partial-messages']),
    talk: async (input, output) => {
      const tell = (what: object): void => void input.write(`${JSON.stringify(what)}\n`)
      tell({ type: 'user', message: { role: 'user', content: prompt } })
      for await (const line of createInterface({ input: output })) {
        if (line.includes('text_delta'))
          tell({ type: 'control_request', request_id: 'interrupt', request: { subtype: 'interrupt' } })
        if (line.includes('"type":"result"')) break
      }
      input.end()
    },
  })
}

/** Kills the program while a tool runs. */
async function killInTool(session: Session, prompt: string): Promise<void> {
  const file = join(session.root.cwd, silentFile)
  execFileSync('mkfifo', [file])
  const killed = new Error('a run that fails is killed')
  const run = runClaude({
    ...session,
    args: argsOf([...asStream, '--allowedTools', 'Bash(cat:*)']),
    talk: async (input) => {
      input.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`)
      await until('a tool reads the pipe', () => opened(file))
      throw killed
    },
  })
  await run.catch((error: unknown) => {
    if (error !== killed) throw error
  })
}
