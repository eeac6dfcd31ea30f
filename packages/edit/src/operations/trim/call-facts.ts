import type { Content } from '@skein/transcript'
import type { FileTouch } from './call.ts'
import { isObject, isTrimmed } from './result-text.ts'

/** Ids that a call's input names: sub-agents it goes on with, tasks and shells it asks about. */
export function citedIds(input: unknown): string[] {
  if (!isObject(input)) return []
  return CITING.flatMap((key) => idOf(input[key]))
}

/** Ids that a result gives for later use. */
export function givenIds(result: unknown): string[] {
  if (!isObject(result)) return []
  const task = isObject(result.task) ? [...idOf(result.task.id), ...idOf(result.task.task_id)] : []
  return [...GIVING.flatMap((key) => idOf(result[key])), ...task]
}

const CITING = ['resume', 'task_id', 'taskId', 'bash_id', 'shell_id', 'agentId', 'agent_id', 'to'] as const
export const GIVING = [
  'agentId',
  'backgroundTaskId',
  'backgroundedTaskId',
  'shellId',
  'taskId',
  'task_id',
] as const

function idOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Ids in a notice of the program: which task it is about, and which call started that. */
export function idsInText(text: string): { tag: string; id: string }[] {
  if (!text.includes('-id>')) return []
  return [...text.matchAll(TAGGED)].map(([, tag, id]) => ({ tag, id: id.trim() }))
}

const TAGGED = /<(task-id|agent-id|tool-use-id)>([^<]{1,200})</g

export function fileTouchOf(name: string, input: unknown): FileTouch | null {
  const kind = FILE_TOOLS.get(name)
  if (kind === undefined || !isObject(input)) return null
  const path = input.file_path ?? input.notebook_path
  if (typeof path !== 'string') return null
  const part = JSON.stringify([input.offset ?? null, input.limit ?? null, input.pages ?? null])
  return { path, kind, part: part === WHOLE_PART ? '' : part, whole: kind === 'write' }
}

const WHOLE_PART = '[null,null,null]'

const FILE_TOOLS: ReadonlyMap<string, FileTouch['kind']> = new Map([
  ['Read', 'read'],
  ['Write', 'write'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
])

/**
 * Whether a read gave the file to its end. "Unchanged since the last read" is no content: it points at
 * the earlier read. Nor is what a trim left of one.
 */
export function isWholeRead(result: unknown, content: Content): boolean {
  const text = content.blocks.find((block) => block.kind === 'text')?.text ?? ''
  if (isTrimmed(text) || UNCHANGED.test(text)) return false
  if (!isObject(result)) return true
  if (result.type === 'file_unchanged') return false
  const file = isObject(result.file) ? result.file : {}
  const { numLines, totalLines } = file
  return typeof numLines !== 'number' || typeof totalLines !== 'number' || numLines >= totalLines
}

const UNCHANGED = /^\s*File unchanged since last read/

/**
 * What makes two calls attempts at the same thing, beside their tool: the file, or how the command
 * begins. `npm install` is no second attempt at `npm test`.
 */
export function attemptOf(name: string, input: unknown): string {
  if (!isObject(input)) return name
  const { command, url } = input
  const target = input.file_path ?? input.notebook_path ?? url
  if (typeof target === 'string') return `${name}\0${target}`
  if (typeof command === 'string')
    return `${name}\0${command.trimStart().slice(0, 200).split(/\s+/).slice(0, 2).join(' ')}`
  return name
}
