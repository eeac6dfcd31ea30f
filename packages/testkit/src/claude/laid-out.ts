import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { slugOf } from '@skein/transcript'
import { filesUnder } from '../files-under.ts'
import { ScriptedApi, type RecordedRequest } from '../scripted-api/server.ts'
import { text } from '../scripted-api/reply.ts'
import { installClaude } from './install.ts'
import { makeIsolatedRoot, type IsolatedRoot } from './isolation.ts'
import { runClaude, type RunResult } from './run.ts'
import { pinnedModel, type PinnedVersion } from './versions.ts'

/**
 * The folders a run can be laid out with. A laid out path starts with one of these words, and an argument may
 * hold one in braces for its absolute path.
 */
export type Place = 'own' | 'other' | 'projects' | 'work' | 'elsewhere'

export interface LaidOutFile {
  bytes: Uint8Array
  /** How long ago the file was changed. Below 30 days: the program deletes older transcripts. */
  minutesOld: number
}

export interface LaidOutRequest {
  version: PinnedVersion
  /** By laid out path, such as `own/<id>.jsonl`. */
  files: Record<string, LaidOutFile>
  args: string[]
  prompt: string
  hangAfterMs?: number
}

export interface LaidOutResult extends RunResult {
  /** Messages requests in arrival order, warm-ups included. */
  requests: RecordedRequest[]
  /** Files in which the run wrote the prompt as a user's row, by laid out path. */
  prompted: string[]
  /** The absolute path of each place, for whoever must take them out. */
  places: Record<Place, string>
}

/** Lays sessions out under a fresh config root and runs `claude -p` among them with the given arguments. */
export async function runAmong(request: LaidOutRequest): Promise<LaidOutResult> {
  const claude = await installClaude(request.version)
  const root = await makeIsolatedRoot()
  const api = await ScriptedApi.start([text('ok')])
  try {
    const places = placesOf(root)
    for (const [path, file] of Object.entries(request.files)) await layOut(absolute(places, path), file)
    const run = await runClaude({
      claude,
      root,
      baseUrl: api.url,
      args: [
        '-p',
        '--model',
        pinnedModel,
        ...request.args.map((arg) => withPlaces(arg, places)),
        '--',
        request.prompt,
      ],
      ...(request.hangAfterMs === undefined ? {} : { hangAfterMs: request.hangAfterMs }),
    })
    return {
      ...run,
      requests: api.messageRequests,
      prompted: await promptedFiles(places, request.prompt),
      places,
    }
  } finally {
    await api.close()
    await root.dispose()
  }
}

function placesOf(root: IsolatedRoot): Record<Place, string> {
  const projects = join(root.configRoot, 'projects')
  // The more particular folders first: a path is named by the first one that holds it.
  return {
    own: join(projects, slugOf(root.cwd)),
    other: join(projects, slugOf(join(root.root, 'other'))),
    projects,
    work: root.cwd,
    elsewhere: join(root.root, 'elsewhere'),
  }
}

function absolute(places: Record<Place, string>, path: string): string {
  const [place, ...rest] = path.split('/')
  if (!isPlace(place, places)) throw new Error(`a laid out path starts with a place: ${path}`)
  return join(places[place], ...rest)
}

function isPlace(word: string, places: Record<Place, string>): word is Place {
  return Object.hasOwn(places, word)
}

async function layOut(path: string, { bytes, minutesOld }: LaidOutFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes, { mode: 0o600 })
  const changed = new Date(Date.now() - minutesOld * 60_000)
  await utimes(path, changed, changed)
}

function withPlaces(arg: string, places: Record<Place, string>): string {
  return arg.replace(/\{(\w+)\}/g, (whole, word: string) => (isPlace(word, places) ? places[word] : whole))
}

async function promptedFiles(places: Record<Place, string>, prompt: string): Promise<string[]> {
  const prompted: string[] = []
  for (const folder of [places.projects, places.work, places.elsewhere]) {
    for (const [name, bytes] of Object.entries(await filesUnder(folder))) {
      const lines = new TextDecoder().decode(bytes).split('\n')
      if (lines.some((line) => isPromptRow(line, prompt)))
        prompted.push(laidOutPath(join(folder, name), places))
    }
  }
  return prompted.toSorted()
}

/** A queued prompt, or the prompt kept in a side row, is no row of the conversation. */
function isPromptRow(line: string, prompt: string): boolean {
  if (!line.includes(prompt)) return false
  const row = JSON.parse(line) as { type?: unknown; isSidechain?: unknown } // the program wrote this line
  return row.type === 'user' && row.isSidechain !== true
}

function laidOutPath(path: string, places: Record<Place, string>): string {
  for (const [place, folder] of Object.entries(places)) {
    const inside = relative(folder, path)
    if (!inside.startsWith('..')) return `${place}/${inside}`
  }
  throw new Error('a file outside every place')
}
