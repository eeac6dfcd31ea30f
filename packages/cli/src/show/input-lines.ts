import type { ToolStepView } from '@skein/view'
import { inert, inertLine } from '../terminal/inert.ts'
import { wrap } from '../terminal/wrap.ts'

/** What a call was asked beyond what its line says: whole commands, and the fields that are not in it. */
export function inputLines(step: ToolStepView, width: number): string[] {
  if (typeof step.input !== 'object' || step.input === null) return []
  const isChange = step.patch !== null
  const asked = inertLine(step.asked)
  return Object.entries(step.input).flatMap(([name, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    if (isChange && IN_PATCH.has(name)) return []
    if (inertLine(text) === asked && !text.trim().includes('\n')) return []
    if (IN_LINE.has(name) && asked !== '' && text.endsWith(asked)) return []
    return wrap(`${inertLine(name)}: ${inert(text).trimEnd()}`, width)
  })
}

/** Fields that the change of a file shows better. */
const IN_PATCH: ReadonlySet<string> = new Set([
  'old_string',
  'new_string',
  'content',
  'edits',
  'new_source',
  'replace_all',
])
/** Fields that a path's short form stands for. */
const IN_LINE: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path'])
