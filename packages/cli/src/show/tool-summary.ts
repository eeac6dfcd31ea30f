import type { Turn } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { inertLine } from '../terminal/inert.ts'

/**
 * What a tool was asked, in a few words: the field of its input that people look for. Paths below
 * `folder` lose it. Inert, one line, not shortened.
 */
export function toolSummary(name: string, input: unknown, folder: string): string {
  if (typeof input !== 'object' || input === null) return ''
  // Any JSON object; each field is checked before use.
  const fields = input as Readonly<Record<string, unknown>>
  if (Array.isArray(fields.todos)) return todoSummary(fields.todos)
  for (const field of WANTED[name] ?? USUAL) {
    const value = fields[field]
    if (typeof value === 'string' && value !== '') return inertLine(withoutFolder(value, folder))
  }
  const first = Object.values(fields).find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? inertLine(first.slice(0, 500)) : ''
}

const WANTED: Readonly<Record<string, readonly string[] | undefined>> = {
  Bash: ['command'],
  Task: ['description', 'prompt'],
  Agent: ['description', 'prompt'],
  Grep: ['pattern'],
  Glob: ['pattern'],
  WebFetch: ['url'],
  WebSearch: ['query'],
}

const USUAL = [
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'command',
  'query',
  'url',
  'description',
  'subject',
  'skill',
]

function todoSummary(todos: readonly unknown[]): string {
  const done = todos.filter(
    (todo) => typeof todo === 'object' && todo !== null && 'status' in todo && todo.status === 'completed',
  )
  return `${done.length} of ${todos.length} done`
}

export function withoutFolder(path: string, folder: string): string {
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

/** The folder the turn was in: paths are told relative to it. */
export function folderOf({ transcript }: OpenTranscript, turn: Turn): string {
  const { columns, ids } = transcript.scan
  const row = turn.rows.find((candidate) => columns.cwd[candidate] !== 0)
  return row === undefined ? '' : ids.text(columns.cwd[row])
}
