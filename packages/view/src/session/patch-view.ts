import type { ToolPatch } from '../diff/tool-patch.ts'
import type { Hunk } from '../diff/touch.ts'
import { CUT_LINE } from './cut.ts'
import type { Reading } from './reading.ts'
import type { PatchView } from './step-view.ts'
import { MOST_PATCH_LINES } from './step-view.ts'

/** A change as it is shown: of a page its first lines, and how many lines it has in all. */
export function patchView(reading: Reading, { path, created, added, removed, hunks }: ToolPatch): PatchView {
  const shown: Hunk[] = []
  let left = reading.most(MOST_PATCH_LINES)
  let cut = false
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, left).map((line) => reading.line(line, CUT_LINE))
    cut ||= lines.length < hunk.lines.length || lines.some((line, i) => line !== hunk.lines[i])
    if (left === 0) break
    left -= lines.length
    const { oldStart, oldLines, newStart, newLines } = hunk
    shown.push({ oldStart, oldLines, newStart, newLines, lines })
  }
  return { path: reading.line(path, CUT_LINE), created, added, removed, hunks: shown, cut }
}
