import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesUnder } from '../files-under.ts'
import { ScriptedApi, type Script } from '../scripted-api/server.ts'
import { text } from '../scripted-api/reply.ts'
import { installClaude, type InstalledClaude } from './install.ts'
import { makeIsolatedRoot, type IsolatedRoot } from './isolation.ts'
import { projectFolder } from './project-folder.ts'
import { runClaude, type RunResult } from './run.ts'
import { pinnedModel, type PinnedVersion } from './versions.ts'

export interface SessionStep {
  prompt: string
  script: Script
  args?: string[]
  /** Arguments that depend on the rows written so far, such as a rewind to one of them. */
  argsFrom?: (rows: Record<string, unknown>[]) => string[]
  /** Steps after the first go on with the session unless they fork it. */
  fork?: boolean
  extraEnvironment?: Record<string, string>
}

export interface SessionRequest {
  version: PinnedVersion
  sessionId: string
  steps: SessionStep[]
  /** Files of the start directory, by relative path. */
  files?: Record<string, string | Uint8Array>
}

export interface RecordedSession {
  /** Everything the program filed under the project folder, by relative path. */
  transcripts: Record<string, Uint8Array>
  /** The backups of changed files, by path below `file-history/`. */
  fileHistory: Record<string, Uint8Array>
  runs: RunResult[]
  /** The throw-away folder the session ran in, for whoever must take its paths out. */
  root: string
}

/** Drives the real program through a session, one `-p` run a step, and returns the transcripts it wrote. */
export async function recordSession(request: SessionRequest): Promise<RecordedSession> {
  const claude = await installClaude(request.version)
  const root = await makeIsolatedRoot()
  try {
    for (const [name, content] of Object.entries(request.files ?? {})) {
      await mkdir(dirname(join(root.cwd, name)), { recursive: true })
      await writeFile(join(root.cwd, name), content)
    }
    const runs = await runSteps({ ...request, claude, root })
    return {
      transcripts: await filesUnder(projectFolder(root)),
      fileHistory: await filesUnder(join(root.configRoot, 'file-history')),
      runs,
      root: root.root,
    }
  } finally {
    await root.dispose()
  }
}

interface StepsRequest extends SessionRequest {
  claude: InstalledClaude
  root: IsolatedRoot
}

/** One API serves all steps, so that no message id is given twice in a session. */
async function runSteps({ claude, root, sessionId, steps }: StepsRequest): Promise<RunResult[]> {
  let current: Script = () => text('ok')
  const api = await ScriptedApi.start((request, index) => current(request, index))
  try {
    const runs: RunResult[] = []
    for (const [index, step] of steps.entries()) {
      current = step.script
      const session = index === 0 ? ['--session-id', sessionId] : ['--resume', sessionId]
      const fork = step.fork ? ['--fork-session'] : []
      const args = [
        '-p',
        '--model',
        pinnedModel,
        ...session,
        ...fork,
        ...(step.args ?? []),
        ...(step.argsFrom?.(await rowsOf(join(projectFolder(root), `${sessionId}.jsonl`))) ?? []),
        '--',
        step.prompt,
      ]
      const extraEnvironment = step.extraEnvironment ?? {}
      runs.push(await runClaude({ claude, root, baseUrl: api.url, args, extraEnvironment }))
    }
    return runs
  } finally {
    await api.close()
  }
}

async function rowsOf(transcript: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(transcript, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>) // the program wrote whole rows
}
