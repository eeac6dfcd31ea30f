import { KIND } from '../scan/columns.ts'
import { familyOf, SILENT } from './subtree.ts'
import type { Transcript } from '../transcript.ts'
import type { Tree } from './tree.ts'

/**
 * Whether nobody went another way from a row of the live path: whatever else hangs on it is silent, or one of its message's
 * parallel calls and its answer. Then `branchesAt` has nothing but `side-line` and `parallel-tools` to tell, whatever the
 * tip. Says no as well where a closer look is needed, because what hangs there forks itself.
 */
export function isQuietFork(
  { transcript, tree }: { transcript: Transcript; tree: Tree },
  row: number,
): boolean {
  const { path, scan } = transcript
  const { kind, messageId } = scan.columns
  const message = kind[row] === KIND.assistant ? messageId[row] : SILENT
  for (const child of tree.children(row)) {
    if (path.positionOf(child) >= 0) continue
    for (let at = child; at >= 0;) {
      const family = familyOf(transcript, at)
      if (family !== SILENT && family !== message) return false
      const below = tree.children(at)
      if (below.length > 1 || (below.length === 1 && path.positionOf(below[0]) >= 0)) return false
      at = below.length === 0 ? -1 : below[0]
    }
  }
  return true
}
