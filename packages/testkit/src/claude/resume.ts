import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ScriptedApi, type RecordedRequest } from '../scripted-api/server.ts'
import { text } from '../scripted-api/reply.ts'
import { installClaude } from './install.ts'
import { makeIsolatedRoot, type IsolatedRoot } from './isolation.ts'
import { projectFolder } from './project-folder.ts'
import { runClaude } from './run.ts'
import { pinnedModel, type PinnedVersion } from './versions.ts'

/** The prompt a resume is made with; no transcript may contain it. */
export const resumePrompt = 'skein: the next prompt'

/** The session id a transcript is filed under unless the caller says otherwise. */
export const resumedSessionId = '5e551017-0000-4000-8000-000000000001'

export interface ResumeRequest {
  version: PinnedVersion
  transcriptBytes: Uint8Array
  sessionId?: string
  prompt?: string
  /** Further files of the project folder (sub-agents, sidecars), by path relative to it. */
  extraFiles?: Record<string, Uint8Array>
  /** The user's settings; none by default. */
  settings?: Record<string, unknown>
  extraArgs?: string[]
  model?: string
  hangAfterMs?: number
}

export interface ResumeResult {
  /** Messages requests in arrival order, warm-ups included. */
  requests: RecordedRequest[]
  exitCode: number | null
  hangs: boolean
  stdout: string
  stderr: string
  milliseconds: number
  /** The transcript as the run left it; it starts with the bytes given. */
  transcriptAfter: Uint8Array
  /** The throw-away folder of the run, for whoever must recognise its paths. */
  root: string
}

/** Files a transcript under a fresh config root and runs `claude -p --resume` on it against the scripted API. */
export async function resumeTranscript(request: ResumeRequest): Promise<ResumeResult> {
  const root = await makeIsolatedRoot()
  try {
    const project = projectFolder(root)
    const sessionId = request.sessionId ?? resumedSessionId
    const files = { ...request.extraFiles, [`${sessionId}.jsonl`]: request.transcriptBytes }
    for (const [name, bytes] of Object.entries(files)) {
      const file = join(project, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes, { mode: 0o600 })
    }
    return await resumeIn(root, { ...request, sessionId })
  } finally {
    await root.dispose()
  }
}

/** Recorded sessions hold the first ones. */
const laterMessages = 9001

/** The same for a session that already lies in the project of a root. */
export async function resumeIn(
  root: IsolatedRoot,
  request: Omit<ResumeRequest, 'transcriptBytes' | 'extraFiles'> & { sessionId: string },
): Promise<ResumeResult> {
  const claude = await installClaude(request.version)
  const api = await ScriptedApi.start([text('ok')], laterMessages)
  try {
    if (request.settings !== undefined)
      await writeFile(join(root.configRoot, 'settings.json'), JSON.stringify(request.settings))
    const run = await runClaude({
      claude,
      root,
      baseUrl: api.url,
      args: [
        '-p',
        '--model',
        request.model ?? pinnedModel,
        '--resume',
        request.sessionId,
        ...(request.extraArgs ?? []),
        request.prompt ?? resumePrompt,
      ],
      ...(request.hangAfterMs === undefined ? {} : { hangAfterMs: request.hangAfterMs }),
    })
    return {
      ...run,
      requests: api.messageRequests,
      transcriptAfter: await readFile(join(projectFolder(root), `${request.sessionId}.jsonl`)),
      root: root.root,
    }
  } finally {
    await api.close()
  }
}
