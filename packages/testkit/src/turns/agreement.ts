import {
  branches,
  bytesInMemory,
  FLAG,
  isBoundary,
  isSaidBranch,
  KIND,
  readTranscript,
  saidBranches,
  startsTurn,
  turnCount,
  turnName,
  turnPlaces,
  turns,
  type Branch,
  type Transcript,
} from '@skein/transcript'
import { NO_ORIGINS, traceTurns } from '@skein/trace'
import { CLAUDE_PRICES, meetingPlace, SessionModel, sessionTree, usageByTurn } from '@skein/view'

/** Where a part calls a turn something else than the rule does (docs/format.md). */
export interface Disagreement {
  readonly part: string
  /** The line of the prompt; null for the number of turns. */
  readonly line: number | null
  readonly rule: string
  readonly said: string
}

/** Asks every part that numbers turns about one transcript, and says where it departs from the rule. */
export function disagreements(file: Uint8Array): Disagreement[] {
  // A view waits for the newline of the last line, the others do not.
  const bytes = file.at(-1) === NEWLINE ? file : Buffer.concat([file, Uint8Array.of(NEWLINE)])
  const transcript = readTranscript(bytes)
  const rule = new Rule(transcript)
  const found: Disagreement[] = []
  const hold = (part: string, said: Said): void => {
    for (const one of rule.heldTo(part, said)) found.push(one)
  }
  hold('kernel', { count: turnCount(transcript), names: kernelNames(transcript) })
  hold('view', viewNames(bytes, transcript, null))
  for (const [i, branch] of saidBranches(transcript).slice(0, MOST_BRANCHES).entries())
    hold(`view of branch ${i + 1}`, viewNames(bytes, transcript, { ...branch, number: i + 1 }))
  hold('tree', { count: null, names: treeNames(transcript) })
  hold('usage', { count: usageByTurn(transcript, CLAUDE_PRICES, null).turns.length, names: new Map() })
  hold('show --at', { count: null, names: placeNames(transcript) })
  hold('trace', { count: null, names: traceNames(bytes, transcript) })
  return found
}

const NEWLINE = 10
const MOST_BRANCHES = 5

/** What about a transcript makes turns hard to count. */
export function causesIn(bytes: Uint8Array): string[] {
  const transcript = readTranscript(bytes)
  const { graph, scan, path, rowCount } = transcript
  const causes = new Set<string>()
  for (const branch of branches(transcript)) if (isSaidBranch(branch)) causes.add(branch.reason)
  for (let row = 0; row < rowCount; row++) if (isBoundary(scan, row)) causes.add('compaction')
  if (graph.danglers.length > 0) causes.add('missing parent')
  if (graph.shadowed.length > 0) causes.add('uuid twice')
  if (path.cycle >= 0) causes.add('cycle')
  if (turnCount(transcript) > transcript.turnStarts.length) causes.add('begins without a prompt')
  return [...causes].toSorted()
}

/** What a part says: how many turns there are, and names by the row of their prompt. Null where it says nothing of it. */
export interface Said {
  readonly count: number | null
  readonly names: ReadonlyMap<number, string>
}

/**
 * The rule, worked out apart from the parts: the prompts between the root and the tip, one row after another.
 */
class Rule {
  readonly #transcript: Transcript
  readonly #names = new Map<number, string>()
  readonly #count: number
  /** In a ring of parents the way to a branch depends on where the ring is cut. */
  #hasRing = false

  constructor(transcript: Transcript) {
    this.#transcript = transcript
    const { path, scan } = transcript
    let count = 0
    for (const row of path.rows()) {
      if (isCounted(transcript, row, count)) count++
      if (startsTurn(scan, row)) this.#names.set(row, String(count))
    }
    this.#count = count
    for (const [i, branch] of saidBranches(transcript).entries()) {
      let number = countTo(transcript, branch.at)
      if (number === null) {
        this.#hasRing = true
        continue
      }
      for (const row of branch.rows) {
        if (isCounted(transcript, row, number)) number++
        if (startsTurn(scan, row)) this.#names.set(row, `b${i + 1}.${number}`)
      }
    }
  }

  *heldTo(part: string, { count, names }: Said): Generator<Disagreement> {
    if (count !== null && count !== this.#count)
      yield { part, line: null, rule: String(this.#count), said: String(count) }
    const { columns } = this.#transcript.scan
    const taken = new Set<string>()
    for (const [row, said] of names) {
      if (this.#hasRing && said.startsWith('b')) continue
      const rule = this.#names.get(row) ?? 'no turn'
      if (said !== rule) yield { part, line: columns.line[row], rule, said }
      else if (taken.has(said)) yield { part, line: columns.line[row], rule, said: `${said} twice` }
      taken.add(said)
    }
  }
}

/** Turns on the way from the root to a row, by walking up from it; null where the way is a ring. */
function countTo(transcript: Transcript, row: number): number | null {
  const way: number[] = []
  const seen = new Set<number>()
  for (let at = row; at >= 0; at = transcript.graph.before(at)) {
    if (seen.has(at)) return null
    seen.add(at)
    way.push(at)
  }
  let count = 0
  for (const at of way.toReversed()) if (isCounted(transcript, at, count)) count++
  return count
}

/** A prompt, or the first thing said where there was none. */
function isCounted({ scan }: Transcript, row: number, before: number): boolean {
  const { kind, flags } = scan.columns
  if (startsTurn(scan, row)) return true
  const isSaid = kind[row] === KIND.user || kind[row] === KIND.assistant
  return before === 0 && isSaid && (flags[row] & FLAG.meta) === 0
}

function kernelNames(transcript: Transcript): Map<number, string> {
  const place = turnPlaces(transcript)
  const names = new Map<number, string>()
  for (const { index, prompt } of turns(transcript)) if (prompt >= 0) names.set(prompt, String(index + 1))
  for (const branch of saidBranches(transcript))
    for (const row of branch.rows) {
      const found = startsTurn(transcript.scan, row) ? place(row) : null
      if (found !== null) names.set(row, turnName(found))
    }
  return names
}

/** The turns of a page: of the live path, or those that only a branch has. */
function viewNames(
  bytes: Uint8Array,
  transcript: Transcript,
  branch: (Branch & { readonly number: number }) | null,
): Said {
  const { offset, count } = transcript.scan.columns
  const model = new SessionModel(bytesInMemory(bytes), {
    generation: '1',
    prices: CLAUDE_PRICES,
    mask: false,
    ...(branch === null ? {} : { tip: offset[branch.tip] }),
  })
  model.feed(bytes)
  const { head, turns: shown } = model.view({ steps: 'folded', maxBytes: Infinity })
  const names = new Map<number, string>()
  for (const { index, prompt } of shown) {
    const row = prompt === null ? -1 : offset.subarray(0, count).indexOf(prompt.key)
    if (branch === null && row >= 0) names.set(row, String(index + 1))
    else if (branch?.rows.includes(row) === true) names.set(row, `b${branch.number}.${index + 1}`)
  }
  return { count: branch === null ? head.turnCount : null, names }
}

function treeNames(transcript: Transcript): Map<number, string> {
  const names = new Map<number, string>()
  for (const node of sessionTree(transcript, () => null))
    if (node.kind === 'turn' && node.turn.prompt >= 0)
      names.set(node.turn.prompt, String(node.turn.index + 1))
  return names
}

/** Where a reader is led to who asks for a prompt's entry. */
function placeNames(transcript: Transcript): Map<number, string> {
  const names = new Map<number, string>()
  for (const { prompt } of turns(transcript)) {
    if (prompt < 0) continue
    const { branch, turn } = meetingPlace(transcript, prompt)
    names.set(prompt, branch === null ? String(turn + 1) : 'on a branch')
  }
  return names
}

function traceNames(bytes: Uint8Array, transcript: Transcript): Map<number, string> {
  const { graph, scan } = transcript
  const names = new Map<number, string>()
  const main = { transcript, source: bytesInMemory(bytes) }
  const options = { origins: NO_ORIGINS, prices: CLAUDE_PRICES, thinking: false, settled: true }
  for (const { place, promptRow } of traceTurns({ id: 'session', main, agents: [] }, options)) {
    if (promptRow < 0) continue
    const row = graph.isShadowed(promptRow) ? graph.rowOf(scan.columns.uuid[promptRow]) : promptRow
    // A row that took a prompt's place need not be one.
    if (startsTurn(scan, row) && place !== null) names.set(row, turnName(place))
  }
  return names
}
