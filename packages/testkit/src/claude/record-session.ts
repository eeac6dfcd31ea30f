import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
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
  /** Steps after the first go on with the session unless they fork it. */
  fork?: boolean
  extraEnvironment?: Record<string, string>
}

export interface SessionRequest {
  version: PinnedVersion
  sessionId: string
  steps: SessionStep[]
  /** Files of the start directory, by relative path. */
  files?: Record<string, string>
}

export interface RecordedSession {
  /** Everything the program filed under the project folder, by relative path. */
  transcripts: Record<string, Uint8Array>
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
    return { transcripts: await filesOf(projectFolder(root)), runs, root: root.root }
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

async function filesOf(folder: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[relative(folder, path)] = await readFile(path)
  }
  return files
}
