import { BLOCK, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'
import { afterLastBoundary } from './compaction.ts'
import type { LoadedRows } from './loaded-rows.ts'
import type { ResumeRules } from './rules.ts'

/** The rows from the root to the tip as the program walks them; null where it never comes back. */
export function resumeChain(
  transcript: Transcript,
  loaded: LoadedRows,
  tip: number,
  rules: ResumeRules,
): readonly number[] | null {
  const chain = walkToRoot(loaded, tip, rules)
  if (chain === null) return null
  const whole = rules.recoversSiblings ? withSiblings(transcript, loaded, chain) : chain
  return afterLastBoundary(transcript.scan, whole)
}

/** The rows from the root to the tip, each on the one before it; null where the version never comes back from a cycle. */
export function walkToRoot(loaded: LoadedRows, tip: number, rules: ResumeRules): number[] | null {
  const chain: number[] = []
  const seen = new Set<number>()
  for (let row = tip; row >= 0;) {
    seen.add(row)
    chain.push(row)
    let parent = loaded.parentOf(row)
    if (seen.has(parent) && !rules.detectsCycles) return null
    if (seen.has(parent)) parent = aroundCycle(loaded, seen, row, rules)
    row = parent
  }
  return chain.reverse()
}

/** Where a parent closes a cycle, it counts as missing: the newest row not yet walked, if near enough. */
function aroundCycle(loaded: LoadedRows, seen: ReadonlySet<number>, row: number, rules: ResumeRules): number {
  if (rules.bridgeMs === null) return -1
  const time = loaded.time(row)
  let best = -1
  for (const candidate of loaded.order) {
    if (seen.has(candidate) || loaded.isSidechain(candidate) !== loaded.isSidechain(row)) continue
    const then = loaded.time(candidate)
    if (then <= time && (best < 0 || then >= loaded.time(best))) best = candidate
  }
  return best >= 0 && time - loaded.time(best) <= rules.bridgeMs ? best : -1
}

/**
 * Parallel tools make a tree: each result hangs on its own call, and only one of them is on the
 * way from the tip. Rows of a message on the chain that were left out come back behind the part of
 * the message that stands before them; results that hang on any of its rows join those that follow
 * that part, by time.
 */
function withSiblings(transcript: Transcript, loaded: LoadedRows, chain: readonly number[]): number[] {
  const { columns } = transcript.scan
  const seen = new Set(chain)
  const parts = partsOnChain(transcript, chain)
  const results = resultsByParent(transcript, loaded)
  const siblings = new Map<number, number[]>()
  const answers = new Map<number, number[]>()
  for (const [messageId, ends] of parts) {
    for (const row of transcript.messages.rows(messageId)) {
      if (loaded.rowOf(columns.uuid[row]) !== row) continue
      const end = ends.get(row) ?? lastBefore(ends, row)
      if (!seen.has(row)) file(siblings, end, row)
      for (const result of results.get(row) ?? []) if (!seen.has(result)) file(answers, end, result)
      seen.add(row)
    }
  }
  for (const rows of answers.values()) for (const row of rows) seen.add(row)
  const whole: number[] = []
  for (let i = 0; i < chain.length; i++) {
    const row = chain[i]
    whole.push(row, ...(siblings.get(row) ?? []).toSorted(byTime(columns.time)))
    const recovered = answers.get(row) ?? []
    if (recovered.length === 0) continue
    const following: number[] = []
    while (i + 1 < chain.length && isToolResultRow(transcript.scan, chain[i + 1])) following.push(chain[++i])
    whole.push(...[...following, ...recovered].toSorted(byTime(columns.time)))
  }
  return whole
}

/** By message id: for each of its rows on the chain, the last row of the unbroken part it stands in. */
function partsOnChain(transcript: Transcript, chain: readonly number[]): Map<number, Map<number, number>> {
  const { messageId } = transcript.scan.columns
  const parts = new Map<number, Map<number, number>>()
  for (let i = 0; i < chain.length; i++) {
    if (!isNamedMessage(transcript, chain[i])) continue
    const id = messageId[chain[i]]
    let end = i
    while (
      end + 1 < chain.length &&
      isNamedMessage(transcript, chain[end + 1]) &&
      messageId[chain[end + 1]] === id
    )
      end++
    const ends = parts.get(id) ?? new Map<number, number>()
    for (; i < end; i++) ends.set(chain[i], chain[end])
    parts.set(id, ends.set(chain[end], chain[end]))
  }
  return parts
}

/** The part that stands before `row` in the file; the first one if none does. */
function lastBefore(ends: ReadonlyMap<number, number>, row: number): number {
  const rows = [...ends.keys()].toSorted((a, b) => a - b)
  return ends.get(rows.findLast((other) => other < row) ?? rows[0]) ?? -1
}

function file(lists: Map<number, number[]>, key: number, row: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [row])
  else list.push(row)
}

function isNamedMessage(transcript: Transcript, row: number): boolean {
  const { columns } = transcript.scan
  return columns.kind[row] === KIND.assistant && transcript.messages.isNamed(columns.messageId[row])
}

/** Earlier first; rows without a time stay where they are. */
function byTime(time: Float64Array): (a: number, b: number) => number {
  return (a, b) => time[a] - time[b] || 0
}

function resultsByParent(transcript: Transcript, loaded: LoadedRows): Map<number, number[]> {
  const { scan } = transcript
  const byParent = new Map<number, number[]>()
  for (const row of loaded.order) {
    if (!isToolResultRow(scan, row)) continue
    const parent = loaded.parentOf(row)
    if (parent < 0) continue
    file(byParent, parent, row)
  }
  return byParent
}

function isToolResultRow(scan: Transcript['scan'], row: number): boolean {
  const { columns, blocks } = scan
  if (columns.kind[row] !== KIND.user) return false
  for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++)
    if (blocks.kind[block] === BLOCK.toolResult) return true
  return false
}
