import type { Transcript } from '@skein/transcript'
import { BLOCK, FLAG, startsTurn } from '@skein/transcript'
import { isAside } from './chain.ts'
import { isTime } from './times.ts'

/**
 * Whether the end of a transcript, read from a prompt on, says by itself all that its spans need: what it hangs on, asks and
 * answers is in it. Only the first prompt may hang on what was not read: any other row that does may belong to a turn of long ago,
 * and a prompt that does (a rewind) leaves turns to a branch.
 */
export function standsAlone(transcript: Transcript): boolean {
  const { rowCount } = transcript
  if (rowCount === 0 || !startsTurn(transcript.scan, 0)) return false
  for (let row = 0; row < rowCount; row++) if (!isKnownHere(transcript, row)) return false
  return answersItself(transcript)
}

function isKnownHere(transcript: Transcript, row: number): boolean {
  const { scan, graph } = transcript
  const { columns } = scan
  if (!graph.isNode(row)) return !namesUnknownTip(transcript, row)
  // Rows of sub-agents are joined over the whole file, and rows without a uuid are named by their line.
  if (isAside(transcript, row) || (columns.flags[row] & FLAG.syntheticUuid) !== 0) return false
  const isRoot = columns.parent[row] === 0
  if (isRoot && columns.logicalParent[row] !== 0) return graph.rowOf(columns.logicalParent[row]) >= 0
  if (isRoot || graph.rowOf(columns.parent[row]) >= 0) return row > 0 || isTime(columns.time[row])
  return row === 0 && isTime(columns.time[row])
}

/** A `last-prompt` that may make another path the live one. */
function namesUnknownTip({ scan, graph }: Transcript, row: number): boolean {
  const { target, type } = scan.columns
  return target[row] !== 0 && type[row] === scan.ids.find('last-prompt') && graph.rowOf(target[row]) < 0
}

/** Whether every answer is one to a call that stands here. */
function answersItself({ scan, tools }: Transcript): boolean {
  const { blocks } = scan
  for (let block = 0; block < blocks.count; block++)
    if (blocks.kind[block] === BLOCK.toolResult && tools.usesOf(blocks.toolId[block]).length === 0)
      return false
  return true
}
