import type { Hunk } from './hunk.ts'
import { createdLines, editLines, untouchedLines } from './line-ownership.ts'
import type { LineOwnership } from './line-ownership.ts'
import type { ToolResult } from './tool-result.ts'

/** What a run of tool results (a turn's, a session's) did to one file. */
export interface FileChange {
  readonly path: string
  /** The file did not exist before the first of these results. */
  readonly created: boolean
  /** Lines that stand now and did not before: one that was added and removed again counts nowhere. */
  readonly added: number
  /** Lines that stood before and are gone. */
  readonly removed: number
  /** How many results touched the file. */
  readonly edits: number
}

/**
 * The net change of each file, in the order of first touch.
 *
 * Patches name lines of the text they were made from, so each is placed on the text that the ones before it left.
 * Changes that no result tells of (a shell command, the user's editor) can shift that text: the counts are then
 * approximate, as is every count from a transcript. Results that failed are strings and change nothing.
 */
export function foldFileChanges(results: Iterable<ToolResult>): FileChange[] {
  const files = new Map<string, FileState>()
  for (const result of results) {
    const touch = touchOf(result)
    if (touch === null) continue
    const before = files.get(touch.path)
    const lines = before?.lines ?? untouchedLines
    files.set(touch.path, {
      created: before?.created ?? touch.created,
      edits: (before?.edits ?? 0) + 1,
      lines: touch.created ? createdLines(lines, touch.hunks) : editLines(lines, touch.hunks),
    })
  }
  return Array.from(files, ([path, { created, edits, lines }]) => ({
    path,
    created,
    added: lines.added,
    removed: lines.removed,
    edits,
  }))
}

interface FileState {
  readonly created: boolean
  readonly edits: number
  readonly lines: LineOwnership
}

interface Touch {
  readonly path: string
  readonly created: boolean
  readonly hunks: readonly Hunk[]
}

function touchOf(result: ToolResult): Touch | null {
  switch (result.tool) {
    case 'Write': {
      const { path, created, originalFile, content, patch } = result
      if (created) return { path, created, hunks: hunkBetween('', content) }
      // Without the old text and without a patch nobody can say how many lines changed.
      const hunks = patch.length > 0 || originalFile === null ? patch : hunkBetween(originalFile, content)
      return { path, created, hunks }
    }
    case 'Edit': {
      const { path, oldString, newString, originalFile, patch } = result
      const hunks = patch.length > 0 ? patch : hunkBetween(oldString, newString)
      // An edit of nothing into something is how Edit makes a file.
      return { path, created: oldString === '' && (originalFile ?? '') === '', hunks }
    }
    case 'MultiEdit': {
      const { path, edits, originalFile, patch } = result
      return { path, created: edits[0]?.oldString === '' && (originalFile ?? '') === '', hunks: patch }
    }
    case 'NotebookEdit': {
      const { path, error, originalFile, updatedFile } = result
      if (path === null || error !== null) return null
      return {
        path,
        created: false,
        hunks: hunkBetween(originalFile ?? '', updatedFile ?? originalFile ?? ''),
      }
    }
    default:
      return null
  }
}

/** One hunk from the first line that differs to the last; none where the texts are equal. */
function hunkBetween(before: string, after: string): Hunk[] {
  const old = linesOf(before)
  const now = linesOf(after)
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const gone = old.slice(head, old.length - tail)
  const come = now.slice(head, now.length - tail)
  if (gone.length === 0 && come.length === 0) return []
  return [
    {
      oldStart: head + 1,
      oldLines: gone.length,
      newStart: head + 1,
      newLines: come.length,
      lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
    },
  ]
}

/** A newline ends a line; what follows the last one is a line only if it is not empty. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
