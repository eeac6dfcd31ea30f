import { startsTurn } from './prompts.ts'
import { FLAG, KIND } from './scan/columns.ts'
import type { Line } from './subtree.ts'
import { isSpoken, Subtree } from './subtree.ts'
import type { Transcript } from './transcript.ts'
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
  for (const root of tree.detachedRoots()) for (const branch of branchesFrom(transcript, root, tree)) found.push(branch)
  return found
}

/**
 * The branches that leave the live path at a row, with all that leave from them. Costs those rows only.
 */
export function branchesAt(transcript: Transcript, row: number, tree: Tree = new Tree(transcript)): Branch[] {
  const found: Branch[] = []
  const { path } = transcript
  const children = tree.children(row)
  const rival = children.find((child) => path.positionOf(child) >= 0) ?? -1
  const line = rival < 0 || children.length === 1 ? null : liveLine(transcript, rival)
  for (const root of children) if (root !== rival) decompose(transcript, tree, { at: row, root, rival: line }, found)
  return found
}

/** The branches of a detached root's tree. */
export function branchesFrom(transcript: Transcript, root: number, tree: Tree = new Tree(transcript)): Branch[] {
  const found: Branch[] = []
  decompose(transcript, tree, { at: -1, root, rival: null }, found)
  return found
}

interface Fork {
  readonly at: number
  readonly root: number
  readonly rival: Line | null
}

/** Cuts a subtree into lines, each going on with the child that leads to its latest row. */
function decompose(transcript: Transcript, tree: Tree, fork: Fork, found: Branch[]): void {
  const subtree = new Subtree(transcript, tree, fork.root)
  const open: Fork[] = [fork]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const rows: number[] = []
    const leaving: Fork[] = []
    for (let node = subtree.nodeOf(next.root); node >= 0; node = subtree.heir(node)) {
      rows.push(subtree.row(node))
      const heir = subtree.heir(node)
      for (const child of subtree.childrenOf(node))
        if (child !== heir) leaving.push({ at: subtree.row(node), root: subtree.row(child), rival: subtree.line(heir) })
    }
    for (let i = leaving.length - 1; i >= 0; i--) open.push(leaving[i])
    const root = subtree.nodeOf(next.root)
    found.push({
      at: next.at,
      root: next.root,
      tip: rows[rows.length - 1],
      reason: reasonOf(transcript, next, subtree),
      rows,
      size: subtree.size(root),
      lastTime: subtree.lastTime(root),
    })
  }
}

function reasonOf(transcript: Transcript, fork: Fork, subtree: Subtree): BranchReason {
  const { columns } = transcript.scan
  const node = subtree.nodeOf(fork.root)
  const line = subtree.line(node)
  const aside = !transcript.agentFile && (columns.flags[fork.root] & FLAG.sidechain) !== 0
  if (aside || line.firstSpoken < 0) return 'side-line'
  if (fork.at < 0) return isEarlierStart(transcript, fork.root, line) ? 'rewind' : 'detached'
  if (columns.kind[fork.at] === KIND.assistant && subtree.isOnlyOf(node, columns.messageId[fork.at])) return 'parallel-tools'
  const { rival } = fork
  if (rival !== null && isApiError(transcript, rival.first) && line.lastSpoken < rival.first) return 'late-api-error'
  if (rival !== null && rival.firstSpoken >= 0) {
    const older = line.firstSpoken < rival.firstSpoken ? line : rival
    const younger = older === line ? rival : line
    if (older.lastSpoken > younger.firstSpoken) return 'second-writer'
    if (startsTurn(transcript.scan, rival.firstSpoken)) return 'rewind'
  }
  return startsTurn(transcript.scan, line.firstSpoken) ? 'rewind' : 'retry'
}

/** The live path from a row on, told by its first words and its tip. */
function liveLine(transcript: Transcript, first: number): Line {
  const { path } = transcript
  const from = path.positionOf(first)
  const end = Math.min(path.length, from + SILENT_ROWS)
  for (let at = from; at < end; at++)
    if (isSpoken(transcript, path.at(at))) return { first, firstSpoken: path.at(at), lastSpoken: path.tip }
  return { first, firstSpoken: -1, lastSpoken: -1 }
}

/** More rows than any version writes between two things said; keeps a hostile file linear. */
const SILENT_ROWS = 1000

/** A rewind to the very first prompt leaves the old one as another root of the same session. */
function isEarlierStart(transcript: Transcript, root: number, line: Line): boolean {
  const { scan, path } = transcript
  const start = path.length === 0 ? -1 : path.at(0)
  if (start < 0 || scan.columns.sessionId[start] !== scan.columns.sessionId[root]) return false
  return startsTurn(scan, line.firstSpoken) && transcript.graph.parentKey(start) === 0
}

/** A row that tells of a request that failed and is tried again. */
export function isApiError({ scan }: Transcript, row: number): boolean {
  const { columns, ids } = scan
  if (columns.kind[row] !== KIND.system || columns.subtype[row] === 0) return false
  return columns.subtype[row] === ids.find('api_error')
}

