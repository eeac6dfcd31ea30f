import { BLOCK, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'
import { afterLastBoundary } from './compaction.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { MISSING } from './loaded-rows.ts'
import type { ResumeRules } from './rules.ts'

/** The rows from the root to the tip as the program walks them; null where it never comes back. */
export function resumeChain(
  transcript: Transcript,
  loaded: LoadedRows,
  tip: number,
  rules: ResumeRules,
): readonly number[] | null {
  const chain: number[] = []
  const seen = new Set<number>()
  for (let row = tip; row >= 0; ) {
    seen.add(row)
    chain.push(row)
    let parent = loaded.parentOf(row)
    if (seen.has(parent) && !rules.detectsCycles) return null
    // A parent that closes a cycle counts as missing, too.
    if (parent === MISSING || seen.has(parent)) parent = bridge(transcript, loaded, row, rules)
    row = seen.has(parent) ? -1 : parent
  }
  chain.reverse()
  const whole = rules.recoversSiblings ? withSiblings(transcript, loaded, chain, seen) : chain
  return afterLastBoundary(transcript.scan, whole)
}

/** The newest row that is not newer than `row`, wherever it stands, if it is near enough; else the chain ends. */
function bridge(transcript: Transcript, loaded: LoadedRows, row: number, rules: ResumeRules): number {
  if (rules.bridgeMs === null) return -1
  const { time } = transcript.scan.columns
  let best = -1
  for (const candidate of loaded.order) {
    if (candidate === row || loaded.isSidechain(candidate) !== loaded.isSidechain(row)) continue
    if (time[candidate] <= time[row] && (best < 0 || time[candidate] >= time[best])) best = candidate
  }
  return best >= 0 && time[row] - time[best] <= rules.bridgeMs ? best : -1
}

/**
 * Parallel tools make a tree: each result hangs on its own call, and only one of them is on the
 * way from the tip. The rows of a message on the chain that were left out come back behind the
 * message's last row on the chain; results that hang on any of its rows join those that follow, by time.
 */
function withSiblings(transcript: Transcript, loaded: LoadedRows, chain: number[], seen: Set<number>): number[] {
  const { columns } = transcript.scan
  const lastOnChain = new Map<number, number>()
  for (const row of chain) if (isNamedMessage(transcript, row)) lastOnChain.set(columns.messageId[row], row)
  const results = resultsByParent(transcript, loaded)
  const siblings = new Map<number, number[]>()
  const answers = new Map<number, number[]>()
  for (const [messageId, last] of lastOnChain) {
    const group = transcript.messages.rows(messageId).filter((row) => loaded.rowOf(columns.uuid[row]) === row)
    const unseen = (row: number): boolean => !seen.has(row)
    siblings.set(last, group.filter(unseen).toSorted(byTime(columns.time)))
    answers.set(last, group.flatMap((row) => results.get(row) ?? []).filter(unseen))
    for (const row of [...(siblings.get(last) ?? []), ...(answers.get(last) ?? [])]) seen.add(row)
  }
  const whole: number[] = []
  for (let i = 0; i < chain.length; i++) {
    const row = chain[i]
    whole.push(row, ...(siblings.get(row) ?? []))
    const recovered = answers.get(row) ?? []
    if (recovered.length === 0) continue
    const following: number[] = []
    while (i + 1 < chain.length && isToolResultRow(transcript.scan, chain[i + 1])) following.push(chain[++i])
    whole.push(...[...following, ...recovered].toSorted(byTime(columns.time)))
  }
  return whole
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
    const list = byParent.get(parent)
    if (list === undefined) byParent.set(parent, [row])
    else list.push(row)
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
