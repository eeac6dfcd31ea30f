import type { ReadToolCall, ToolResult } from '@skein/transcript'
import { applyPatch } from 'diff'

/** A piece of a change: its lines begin with ` `, `-`, `+`, or a backslash for `\ No newline at end of file`. */
export type Hunk = Extract<ToolResult, { tool: 'Edit' }>['patch'][number]

/** What one result of a tool did to one file, as far as the transcript knows. */
export interface Touch {
  readonly path: string
  /** The file did not exist before. */
  readonly created: boolean
  /** The whole text before; null where the result does not say. */
  readonly before: string | null
  /** The text after, for the text before; null where it cannot be told. */
  readonly after: (before: string | null) => string | null
  /** The change for people to look at. */
  readonly hunks: readonly Hunk[]
}

export function isFileTool(name: string): boolean {
  return FILE_TOOLS.has(name)
}

const FILE_TOOLS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

/**
 * What a call did to a file; null where it failed or changed none. Rows of sub-agents often lack the structured
 * result: then the input tells what was asked, and an answer without error that it was done.
 */
export function touchOfCall({ name, status, input, output }: ReadToolCall): Touch | null {
  if (status !== 'ok' || !isFileTool(name)) return null
  return (output === null ? null : touchOf(output)) ?? touchOfInput(input)
}

/** The touch of a file tool's result; null for any other. */
export function touchOf(result: ToolResult): Touch | null {
  switch (result.tool) {
    case 'Write': {
      const { path, created, content, originalFile, patch } = result
      return {
        path,
        created,
        before: created ? '' : originalFile,
        after: () => content,
        hunks: created
          ? replacement('', content, 1)
          : patch.length > 0
            ? patch
            : rewritten(originalFile, content),
      }
    }
    case 'Edit': {
      const { path, oldString, newString, originalFile, patch, replaceAll, userModified } = result
      const created = oldString === '' && (originalFile ?? '') === ''
      const edit = { oldString, newString, replaceAll }
      return {
        path,
        created,
        before: created ? '' : originalFile,
        after: (before) => (userModified ? patched(before, patch) : edited(before, [edit])),
        hunks: patch.length > 0 ? patch : replacement(oldString, newString, created ? 1 : 0),
      }
    }
    case 'MultiEdit': {
      const { path, edits, originalFile, patch, userModified } = result
      const created = edits[0]?.oldString === '' && (originalFile ?? '') === ''
      return {
        path,
        created,
        before: created ? '' : originalFile,
        after: (before) => (userModified ? patched(before, patch) : edited(before, edits)),
        hunks: patch,
      }
    }
    case 'NotebookEdit': {
      const { path, error, originalFile, updatedFile, newSource } = result
      if (path === null || error !== null) return null
      return {
        path,
        created: false,
        before: originalFile,
        after: () => updatedFile,
        hunks: replacement('', newSource, 0),
      }
    }
    default:
      return null
  }
}

function touchOfInput(input: unknown): Touch | null {
  if (typeof input !== 'object' || input === null) return null
  // Any JSON object; each field is checked before use.
  const fields = input as Readonly<Record<string, unknown>>
  const path = stringOf(fields.file_path) ?? stringOf(fields.notebook_path)
  if (path === null) return null
  const content = stringOf(fields.content)
  if (content !== null)
    return { path, created: false, before: null, after: () => content, hunks: replacement('', content, 0) }
  const source = stringOf(fields.new_source)
  if (source !== null)
    return { path, created: false, before: null, after: () => null, hunks: replacement('', source, 0) }
  const edits = (Array.isArray(fields.edits) ? fields.edits : [fields]).flatMap(readEdit)
  if (edits.length === 0) return null
  return {
    path,
    created: false,
    before: null,
    after: (before) => edited(before, edits),
    hunks: edits.flatMap(({ oldString, newString }) => replacement(oldString, newString, 0)),
  }
}

function readEdit(edit: unknown): Replacement[] {
  if (typeof edit !== 'object' || edit === null) return []
  const fields = edit as Readonly<Record<string, unknown>>
  const [oldString, newString] = [stringOf(fields.old_string), stringOf(fields.new_string)]
  return oldString === null || newString === null
    ? []
    : [{ oldString, newString, replaceAll: fields.replace_all === true }]
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function rewritten(before: string | null, after: string): Hunk[] {
  return before === null || before === after ? [] : replacement(before, after, 1)
}

interface Replacement {
  readonly oldString: string
  readonly newString: string
  readonly replaceAll: boolean
}

function edited(before: string | null, edits: readonly Replacement[]): string | null {
  let text = before
  for (const { oldString, newString, replaceAll } of edits) {
    if (text === null) return null
    if (oldString === '') text = text === '' ? newString : null
    else if (!text.includes(oldString)) return null
    // A function: in a plain string `$&` would mean something.
    else
      text = replaceAll
        ? text.replaceAll(oldString, () => newString)
        : text.replace(oldString, () => newString)
  }
  return text
}

/** The patch has what the user made of an edit, but with tabs as spaces: where it does not fit, nobody knows. */
function patched(before: string | null, hunks: readonly Hunk[]): string | null {
  if (before === null || hunks.length === 0) return null
  const patch = {
    oldFileName: undefined,
    newFileName: undefined,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
  }
  const text = applyPatch(before, patch)
  return text === false ? null : text
}

/** One text in the place of another, as one hunk; a start of 0 means that nobody knows the line. */
export function replacement(before: string, after: string, start: number): Hunk[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  if (old.length === 0 && now.length === 0) return []
  return [
    {
      oldStart: old.length === 0 ? 0 : start,
      oldLines: old.length,
      newStart: now.length === 0 ? 0 : start,
      newLines: now.length,
      lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)],
    },
  ]
}

/** A newline ends a line; what follows the last one is a line only if it is not empty. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
