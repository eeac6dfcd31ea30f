import { BLOCK, blocksIn, KIND } from '@skein/transcript'
import type { TranscriptDraft } from './transcript-draft.ts'

/**
 * Hangs the results of parallel calls one on another, as 2.0.x wrote them. Newer versions hang each result on its own call,
 * and versions before 2.1.112 lose all but one of those on resume. Says for how many messages.
 */
export function chainResults(draft: TranscriptDraft): number {
  const { scan, path } = draft.from.transcript
  const { columns } = scan
  const done = new Set<number>()
  let count = 0
  for (let at = 0; at < path.length; at++) {
    const row = path.at(at)
    const message = columns.messageId[row]
    if (columns.kind[row] !== KIND.assistant || message === 0 || done.has(message)) continue
    done.add(message)
    if (chainMessage(draft, message)) count++
  }
  return count
}

function chainMessage(draft: TranscriptDraft, message: number): boolean {
  const { scan, path, messages, graph } = draft.from.transcript
  const kept = (row: number): boolean => !draft.isDropped(row) && !graph.isShadowed(row)
  const parts = messages.rows(message).filter(kept)
  const results = resultsOf(draft, parts).filter(kept)
  if (results.length < 2 || results.every((row) => path.positionOf(row) >= 0)) return false
  const own = new Set([...parts, ...results])
  const places = [...own].map((row) => path.positionOf(row)).filter((at) => at >= 0)
  const between: number[] = []
  for (let at = Math.min(...places); at < Math.max(...places); at++)
    if (!own.has(path.at(at)) && kept(path.at(at))) between.push(path.at(at))
  // The message is one run, then its results, then what was written in between; the conversation goes on from there.
  const run = [...parts, ...results, ...between]
  const next = nextKept(draft, Math.max(...places))
  const isPart = new Set(parts)
  const uuid = (row: number): string => scan.ids.text(scan.columns.uuid[row])
  for (let i = 1; i < run.length; i++)
    if (i >= parts.length || !isPart.has(graph.before(run[i]))) draft.link(run[i], uuid(run[i - 1]))
  if (next >= 0) draft.link(next, uuid(run[run.length - 1]))
  makeTimesRise(draft, run.slice(parts.length - 1), next)
  return true
}

/** The rows that hold results of the calls in some rows, in the order of the file. */
function resultsOf(draft: TranscriptDraft, parts: readonly number[]): number[] {
  const { scan, tools } = draft.from.transcript
  const results = new Set<number>()
  for (const part of parts)
    for (const block of blocksIn(scan, part))
      if (scan.blocks.kind[block] === BLOCK.toolUse)
        for (const result of tools.resultsOf(scan.blocks.toolId[block])) results.add(scan.blocks.row[result])
  return [...results].toSorted((a, b) => a - b)
}

/** The first row behind a place of the conversation that stays; -1 at its end. */
function nextKept(draft: TranscriptDraft, place: number): number {
  const { path } = draft.from.transcript
  for (let at = place + 1; at < path.length; at++) if (!draft.isDropped(path.at(at))) return path.at(at)
  return -1
}

/**
 * A call can have its result before the message has its last block, and a slow one after the conversation went on: such
 * rows get a time that fits their new place.
 */
function makeTimesRise(draft: TranscriptDraft, [first, ...rest]: readonly number[], next: number): void {
  const { time } = draft.from.transcript.scan.columns
  const end = next < 0 || Number.isNaN(time[next]) ? Infinity : time[next]
  let latest = time[first]
  for (const row of rest) {
    if (Number.isNaN(time[row]) || Number.isNaN(latest)) continue
    const fitting = Math.max(latest, Math.min(time[row], end))
    const value = fitting === time[row] ? undefined : draft.values([row]).get(row)
    if (value !== undefined) draft.change(row, { ...value, timestamp: new Date(fitting).toISOString() })
    latest = fitting
  }
}
