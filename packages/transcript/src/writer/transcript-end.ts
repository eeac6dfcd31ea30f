import { blocksIn, uuidOf } from '../bytes/read-rows.ts'
import { isReadable } from '../resume/loaded-rows.ts'
import { rulesFor } from '../resume/rules.ts'
import { BLOCK, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'

/** Where a transcript stops: what a writer that goes on with it has to know. */
export interface TranscriptEnd {
  readonly tip: string | null
  /** The latest time in the file; -Infinity where there is none. */
  readonly time: number
  /** Calls without result that the next row has to answer: the row of each by its id, in file order. */
  readonly open: ReadonlyMap<string, string>
  /** Somebody spoke, or a tool answered, and the model has not yet. */
  readonly isModelsTurn: boolean
}

export function endOf(transcript: Transcript): TranscriptEnd {
  return {
    tip: tipOf(transcript),
    time: latestTime(transcript),
    open: openCalls(transcript),
    isModelsTurn: isModelsTurn(transcript),
  }
}

/**
 * The end of the live path. A row without uuid cannot be named, and one that only we can read (recovered from a damaged
 * line) would be a missing parent to the program: the next row hangs on what is before them.
 */
function tipOf({ path, scan }: Transcript): string | null {
  for (let at = path.length - 1; at >= 0; at--) {
    const uuid = uuidOf(scan, path.at(at))
    if (uuid !== null && isReadable(scan, path.at(at), rulesFor())) return uuid
  }
  return null
}

function latestTime({ scan }: Transcript): number {
  const { columns } = scan
  let latest = -Infinity
  for (let row = 0; row < columns.count; row++) if (columns.time[row] > latest) latest = columns.time[row]
  return latest
}

/**
 * Calls of the message at the tip, also those that hang off the path, as 2.1.325 answers them when it resumes. A call
 * that somebody spoke after is a thing of the past: a resume drops it.
 */
function openCalls(transcript: Transcript): ReadonlyMap<string, string> {
  const { scan, messages, tools } = transcript
  const open = new Map<string, string>()
  const last = lastSpoken(transcript)
  if (last < 0) return open
  for (const row of messages.rows(scan.columns.messageId[last]))
    for (const block of blocksIn(scan, row)) {
      const id = scan.blocks.toolId[block]
      const uuid = uuidOf(scan, row)
      const isCall = scan.blocks.kind[block] === BLOCK.toolUse && id !== 0
      if (isCall && uuid !== null && tools.resultsOf(id).length === 0) open.set(scan.ids.text(id), uuid)
    }
  return open
}

function isModelsTurn({ path, scan }: Transcript): boolean {
  for (let at = path.length - 1; at >= 0; at--) {
    const kind = scan.columns.kind[path.at(at)]
    if (kind === KIND.user || kind === KIND.assistant) return kind === KIND.user
  }
  return false
}

/** The assistant row at the end of the path, whatever results, attachments and system rows came after it; -1 if none. */
function lastSpoken({ path, scan }: Transcript): number {
  const { kind } = scan.columns
  for (let at = path.length - 1; at >= 0; at--) {
    const row = path.at(at)
    if (kind[row] === KIND.assistant) return row
    const isResult = blocksIn(scan, row).some((block) => scan.blocks.kind[block] === BLOCK.toolResult)
    if (kind[row] === KIND.user && !isResult) return -1
  }
  return -1
}
