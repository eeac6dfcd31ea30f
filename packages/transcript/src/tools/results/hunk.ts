import { listOf, numberOf, objectsOf, stringsOf } from '../../entry/narrow.ts'

/**
 * One hunk of a `structuredPatch`, as the `diff` package makes them: each line starts with ' ', '-', '+' or, for
 * `\ No newline at end of file`, a backslash. All hunks of a patch count lines from the same old text.
 *
 * The program shows tabs at the start of a line as spaces here, so a hunk's text is for people, not for patching.
 */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** Null where it is no patch, an empty list where the patch is empty. */
export function readPatch(value: unknown): readonly Hunk[] | null {
  if (!Array.isArray(value)) return null
  return objectsOf(listOf(value)).map((hunk) => ({
    oldStart: numberOf(hunk.oldStart) ?? 0,
    oldLines: numberOf(hunk.oldLines) ?? 0,
    newStart: numberOf(hunk.newStart) ?? 0,
    newLines: numberOf(hunk.newLines) ?? 0,
    lines: stringsOf(hunk.lines),
  }))
}
