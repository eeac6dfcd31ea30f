import { promptKind, startsTurn } from '../turns/prompts.ts'
import { FLAG, KIND } from '../scan/columns.ts'
import type { Line } from './subtree.ts'
import { isSpoken, Subtree } from './subtree.ts'
import type { Transcript } from '../transcript.ts'
import { Tree } from './tree.ts'

/**
 * Why a conversation has more than one continuation:
 * - `parallel-tools`: no branch at all; each result hangs on its own call, and only one is on the way to the tip
 * - `rewind`: a prompt on an older parent, also an edited prompt
 * - `retry`: the same prompt answered again
 * - `second-writer`: another process appended to the same file; both sides grew by turns
 * - `late-api-error`: the failure of a request was noted late, and the conversation went on from that note: the
 *   branch looks dead and is history
 * - `side-line`: a sub-agent, or nothing that was said (progress, hooks, notices)
 * - `detached`: a conversation with a root of its own
 */
export type BranchReason =
  | 'parallel-tools'
  | 'rewind'
  | 'retry'
  | 'second-writer'
  | 'late-api-error'
  | 'side-line'
  | 'detached'

/** A line of rows that is not the live path, from where it leaves another line to its own tip. */
export interface Branch {
  /** The row it leaves from; -1 where it has a root of its own. */
  readonly at: number
  readonly root: number
  readonly tip: number
  readonly reason: BranchReason
  /** The rows from root to tip. What leaves from one of these is a branch of its own. */
  readonly rows: readonly number[]
  /** Rows in all, branches of this branch included. */
  readonly size: number
  /** The latest time among them, in ms since the epoch; null where none has one. */
  readonly lastTime: number | null
}

/**
 * Every branch of the transcript: forks in path order, then roots of their own in file order, a branch
 * before the branches that leave from it. Parallel tools are told apart, not left out.
 */
export function branches(transcript: Transcript, tree: Tree = new Tree(transcript)): Branch[] {
  const { path } = transcript
  const found: Branch[] = []
  for (let at = 0; at < path.length; at++)
    for (const branch of branchesAt(transcript, path.at(at), tree)) found.push(branch)
  for (const root of tree.detachedRoots())
    for (const branch of branchesFrom(transcript, root, tree)) found.push(branch)
  return found
}

/** Whether a branch is worth a reader's time: parallel tools are none, and a side line never said anything. */
export function isSaidBranch({ reason }: Branch): boolean {
  return reason !== 'parallel-tools' && reason !== 'side-line'
}

/** The branches worth a reader's time, in the order in which people count them. */
export function saidBranches(transcript: Transcript): Branch[] {
  return branches(transcript).filter(isSaidBranch)
}

/**
 * The branches that leave the live path at a row, with all that leave from them. Costs those rows only.
 */
export function branchesAt(transcript: Transcript, row: number, tree: Tree = new Tree(transcript)): Branch[] {
  const found: Branch[] = []
  const { path } = transcript
  const children = tree.children(row)
  const heir = children.find((child) => path.positionOf(child) >= 0)
  if (children.length === (heir === undefined ? 0 : 1)) return found
  const subtrees = children
    .filter((child) => child !== heir)
    .map((child) => new Subtree(transcript, tree, child))
  const lines = subtrees
    .filter((subtree) => !isParallel(transcript, row, subtree, 0))
    .map((subtree) => subtree.line(0))
  const live = heir === undefined ? null : liveLine(transcript, heir)
  const rivalry = rivalryOf(transcript, live === null ? lines : [...lines, live], live)
  for (const subtree of subtrees) decompose(transcript, subtree, { at: row, root: 0, rivalry }, found)
  return found
}

/** The branches of a detached root's tree. */
export function branchesFrom(
  transcript: Transcript,
  root: number,
  tree: Tree = new Tree(transcript),
): Branch[] {
  const found: Branch[] = []
  decompose(transcript, new Subtree(transcript, tree, root), { at: -1, root: 0, rivalry: NO_RIVALRY }, found)
  return found
}

/** A place where a branch leaves. */
interface Fork {
  /** The row it leaves from. */
  readonly at: number
  /** The branch's first node in its subtree. */
  readonly root: number
  readonly rivalry: Rivalry
}

/** How the lines that leave from one row stand to each other; lines are named by their first rows. */
interface Rivalry {
  /** The line that goes on from the fork. */
  readonly heir: Line | null
  /** Lines that grew while another one did. */
  readonly interleaved: ReadonlySet<number>
  /** Lines that a late failure notice cut off: it was written next, and the conversation went on from it. */
  readonly cutOff: ReadonlySet<number>
}

const NO_RIVALRY: Rivalry = { heir: null, interleaved: new Set(), cutOff: new Set() }

function rivalryOf(transcript: Transcript, lines: readonly Line[], heir: Line | null): Rivalry {
  return { heir, interleaved: interleavedIn(lines), cutOff: cutOffIn(transcript, lines) }
}

/** Cuts a subtree into lines, each going on with the child that leads to its latest row. */
function decompose(transcript: Transcript, subtree: Subtree, fork: Fork, found: Branch[]): void {
  const open: Fork[] = [fork]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const rows: number[] = []
    const leaving: Fork[] = []
    for (let node = next.root; node >= 0; node = subtree.heir(node)) {
      rows.push(subtree.row(node))
      for (const branch of forksAt(transcript, subtree, node)) leaving.push(branch)
    }
    for (let i = leaving.length - 1; i >= 0; i--) open.push(leaving[i])
    found.push({
      at: next.at,
      root: subtree.row(next.root),
      tip: rows[rows.length - 1],
      reason: reasonOf(transcript, next, subtree),
      rows,
      size: subtree.size(next.root),
      lastTime: subtree.lastTime(next.root),
    })
  }
}

function forksAt(transcript: Transcript, subtree: Subtree, node: number): Fork[] {
  const children = subtree.childrenOf(node)
  if (children.length < 2) return []
  const at = subtree.row(node)
  const heir = subtree.heir(node)
  const rivals = children.filter((child) => child === heir || !isParallel(transcript, at, subtree, child))
  const lines = rivals.map((child) => subtree.line(child))
  const rivalry = rivalryOf(transcript, lines, subtree.line(heir))
  return children.filter((child) => child !== heir).map((root) => ({ at, root, rivalry }))
}

function reasonOf(transcript: Transcript, { at, root, rivalry }: Fork, subtree: Subtree): BranchReason {
  const { scan, agentFile } = transcript
  const line = subtree.line(root)
  const aside = !agentFile && (scan.columns.flags[line.first] & FLAG.sidechain) !== 0
  if (aside || line.firstSpoken < 0) return 'side-line'
  if (at < 0) return isEarlierStart(transcript, line) ? 'rewind' : 'detached'
  if (isParallel(transcript, at, subtree, root)) return 'parallel-tools'
  if (rivalry.cutOff.has(line.first)) return 'late-api-error'
  if (rivalry.interleaved.has(line.first)) return 'second-writer'
  if (rivalry.heir !== null && rivalry.heir.opening >= 0 && startsTurn(scan, rivalry.heir.opening))
    return 'rewind'
  return opensTurn(scan, line.opening) ? 'rewind' : 'retry'
}

/** Only rows of the fork's own message and results of its calls: no one went on from here. */
function isParallel({ scan }: Transcript, at: number, subtree: Subtree, node: number): boolean {
  const { kind, messageId } = scan.columns
  return kind[at] === KIND.assistant && subtree.isOnlyOf(node, messageId[at])
}

/** One process leaves a line for good before it begins another; two of them write by turns. */
function interleavedIn(lines: readonly Line[]): ReadonlySet<number> {
  const spoken = lines
    .filter(({ firstSpoken }) => firstSpoken >= 0)
    .sort((a, b) => a.firstSpoken - b.firstSpoken)
  const found = new Set<number>()
  let latest = -1
  for (const [i, line] of spoken.entries()) {
    const next = spoken[i + 1]
    if (latest > line.firstSpoken || (next !== undefined && line.lastSpoken > next.firstSpoken))
      found.add(line.first)
    latest = Math.max(latest, line.lastSpoken)
  }
  return found
}

function cutOffIn(transcript: Transcript, lines: readonly Line[]): ReadonlySet<number> {
  const found = new Set<number>()
  let notice = -1
  for (const line of lines.toSorted((a, b) => b.first - a.first)) {
    const isNotice = isApiError(transcript, line.first)
    if (line.firstSpoken >= 0 && notice >= 0 && line.lastSpoken < notice) found.add(line.first)
    if (line.firstSpoken >= 0 || isNotice) notice = isNotice ? line.first : -1
  }
  return found
}

/** The live path from a row on, told by its first words and its tip. */
function liveLine(transcript: Transcript, first: number): Line {
  const { path } = transcript
  const from = path.positionOf(first)
  const end = Math.min(path.length, from + SILENT_ROWS)
  for (let at = from; at < end; at++)
    if (isSpoken(transcript, path.at(at)))
      return { first, opening: path.at(at), firstSpoken: path.at(at), lastSpoken: path.tip }
  return { first, opening: -1, firstSpoken: -1, lastSpoken: -1 }
}

/** More rows than any version writes between two things said; keeps a hostile file linear. */
const SILENT_ROWS = 1000

/** A rewind to the very first prompt leaves the old one as another root of the same session. */
function isEarlierStart(transcript: Transcript, line: Line): boolean {
  const { scan, path } = transcript
  const start = path.length === 0 ? -1 : path.at(0)
  if (start < 0 || scan.columns.sessionId[start] !== scan.columns.sessionId[line.first]) return false
  return opensTurn(scan, line.opening) && transcript.graph.parentKey(start) === 0
}

/** A prompt, what the program puts before one, or news of a task that stands for one. */
function opensTurn(scan: Transcript['scan'], row: number): boolean {
  if (row < 0) return false
  const kind = promptKind(scan, row)
  return startsTurn(scan, row) || kind === 'meta' || kind === 'notification'
}

/** A row that tells of a request that failed and is tried again. */
export function isApiError({ scan }: Transcript, row: number): boolean {
  const { columns, ids } = scan
  if (columns.kind[row] !== KIND.system || columns.subtype[row] === 0) return false
  return columns.subtype[row] === ids.find('api_error')
}
