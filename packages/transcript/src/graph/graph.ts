import type { Diagnostic, DiagnosticCode } from '../diagnostic.ts'
import { FLAG, KIND } from '../scan/columns.ts'
import { Int32List } from '../scan/growable.ts'
import type { Scanner } from '../scan/scanner.ts'

/**
 * The conversation as a graph: rows linked by `parentUuid`.
 *
 * Children stand before their parents in some files, so links are kept per *uuid*, not per row: a
 * row is filed under the uuid it cites, whether or not that uuid has been seen. One pass, constant
 * work a row, and a later row completes the picture without anything being linked again.
 *
 * Nodes are the rows with a uuid (whatever their type: progress, attachment and system rows carry
 * the chain) and user/assistant rows without one, which link in file order under a synthetic key.
 * The last row of a uuid wins, as in the real program; the earlier ones are `shadowed`.
 */
export class Graph {
  readonly #scan: Scanner
  readonly #agentFile: boolean
  readonly diagnostics: Diagnostic[] = []
  /** Nodes whose parent is null: where a walk ends. */
  readonly roots: number[] = []
  /** Nodes that cited a uuid not (yet) seen when they arrived. Ask `isDangling` for the present. */
  readonly #danglers: number[] = []
  readonly #shadowed: number[] = []
  /** By uuid id. */
  readonly #rowOf = new Int32List(-1)
  readonly #firstChild = new Int32List(-1)
  readonly #lastChild = new Int32List(-1)
  readonly #childCount = new Int32List(0)
  /** By row. */
  readonly #nextSibling = new Int32List(-1)
  readonly #previous = new Int32List(-1)
  readonly #isNode = new Int32List(0)
  readonly #fileOrderParent = new Int32List(0)
  readonly #carrier = new Int32List(-1)
  readonly #continued = new Int32List(0)
  #lastNode = -1
  #lastMain = -1
  #lastSpoken = -1
  #lastStep = -1
  /** The last row that came after a row that cites it, or took the place of one. */
  #lastLate = -1
  #leaves: number[] = []
  #structuralChanges = 0
  #outOfOrder = false

  /** In a sub-agent's own file every row is a sidechain's, so there the flag says nothing. */
  constructor(scan: Scanner, agentFile = false) {
    this.#scan = scan
    this.#agentFile = agentFile
  }

  /**
   * Counts the events after which links between *older* rows may differ: a parent that arrives
   * after its child, a uuid seen twice. While it stands still, the graph only grew.
   */
  get structuralChanges(): number {
    return this.#structuralChanges
  }

  /** A cycle needs a row that arrived after one that cites it, or that cites itself. */
  get mayHaveCycles(): boolean {
    return this.#outOfOrder
  }

  get lastNode(): number {
    return this.#lastNode
  }

  /** Files one row. Rows come in file order, each once. */
  add(row: number): void {
    const { columns } = this.#scan
    const kind = columns.kind[row]
    if (columns.uuid[row] === 0) {
      if (kind !== KIND.user && kind !== KIND.assistant) return
      this.#nameRow(row)
    }
    this.#isNode.set(row, 1)
    const main = (columns.flags[row] & FLAG.sidechain) === 0
    const previous = main ? this.#lastMain : this.#lastNode
    this.#previous.set(row, previous)
    // Some boundaries name a row written after them, one of their own descendants: not their past.
    const logical = columns.logicalParent[row]
    if (columns.parent[row] === 0 && logical !== 0 && this.rowOf(logical) < 0 && previous >= 0)
      this.#fileOrderParent.set(row, columns.uuid[previous])
    this.#claim(row)
    this.#link(row)
    if (!this.#outOfOrder) this.#carry(row)
    this.#lastNode = row
    if (main) this.#lastMain = row
    if (this.#isStep(row)) this.#lastStep = row
    if (kind === KIND.user || kind === KIND.assistant) this.#lastSpoken = row
    if (this.isLeaf(row)) this.#leaves.push(row)
  }

  isNode(row: number): boolean {
    return this.#isNode.get(row) === 1
  }

  /** Whether a later row of the same uuid took this one's place. */
  isShadowed(row: number): boolean {
    return this.#rowOf.get(this.#scan.columns.uuid[row]) !== row
  }

  get shadowed(): readonly number[] {
    return this.#shadowed
  }

  /** The row that stands for a uuid id, or -1. */
  rowOf(uuid: number): number {
    return uuid === 0 ? -1 : this.#rowOf.get(uuid)
  }

  rowOfText(uuid: string): number {
    return this.rowOf(this.#scan.ids.find(uuid))
  }

  /** The node before `row` in file order, on the same side of `isSidechain`; -1 at the start. */
  previous(row: number): number {
    return this.#previous.get(row)
  }

  /**
   * The uuid id a row hangs on: its parent, at a compaction boundary its logical parent. A row without
   * uuid and parent, and a boundary whose logical parent was not written before it, hang on the
   * row before them in the file. 0 at a root.
   */
  parentKey(row: number): number {
    const { columns } = this.#scan
    return columns.parent[row] || this.#fileOrderParent.get(row) || columns.logicalParent[row]
  }

  isDangling(row: number): boolean {
    const key = this.parentKey(row)
    return key !== 0 && this.rowOf(key) < 0
  }

  get danglers(): number[] {
    return this.#danglers.filter((row) => this.isDangling(row) && !this.isShadowed(row))
  }

  /**
   * The row before this one for a human reader: the parent; over a compaction the last row before
   * it; where the parent is missing, the nearest earlier row of the file. -1 at a root.
   */
  before(row: number): number {
    const key = this.parentKey(row)
    if (key === 0) return -1
    const parent = this.rowOf(key)
    if (parent >= 0) return parent
    let earlier = this.#previous.get(row)
    while (earlier >= 0 && this.isShadowed(earlier)) earlier = this.#previous.get(earlier)
    return earlier
  }

  /** Rows that cite the row's uuid, in file order, shadowed ones left out. */
  children(row: number): number[] {
    const rows: number[] = []
    const key = this.#scan.columns.uuid[row]
    for (let child = this.#firstChild.get(key); child >= 0; child = this.#nextSibling.get(child))
      if (!this.isShadowed(child)) rows.push(child)
    return rows
  }

  childCount(row: number): number {
    return this.#childCount.get(this.#scan.columns.uuid[row])
  }

  isLeaf(row: number): boolean {
    return this.childCount(row) === 0 && !this.isShadowed(row)
  }

  /**
   * The latest row in file order that may be a tip: a step of the conversation that no other step
   * goes on from, whatever progress or sub-agents hang on it. -1 in an empty graph.
   */
  latestLeaf(): number {
    const leaves = this.#leaves
    while (leaves.length > 0 && !this.isLeaf(leaves[leaves.length - 1])) leaves.pop()
    let best = -1
    for (let i = leaves.length - 1; i >= 0; i--) {
      // Only over a row that came after its child can an earlier leaf lead to a later row.
      if (leaves[i] <= best && this.#lastLate <= best) break
      if (!this.isLeaf(leaves[i])) continue
      const row = this.#carrierOf(leaves[i])
      if (row > best && !this.#isContinued(row)) best = row
    }
    // Rows that only form a cycle have no leaf; the last of them is as good an end as any.
    return best >= 0 ? best : this.#lastStep
  }

  /** The row itself, or the step of the conversation that it hangs on, however far up; -1 if none. */
  #carrierOf(row: number): number {
    if (!this.#outOfOrder) return this.#isStep(row) ? row : this.#carrier.get(row)
    const seen = new Set<number>()
    let at = row
    while (at >= 0 && !this.#isStep(at) && !seen.has(at)) {
      seen.add(at)
      at = this.rowOf(this.parentKey(at))
    }
    return at >= 0 && this.#isStep(at) ? at : -1
  }

  /** Whether conversation hangs on the row, directly or over progress. */
  #isContinued(row: number): boolean {
    if (!this.#outOfOrder) return this.#continued.get(row) === 1
    const seen = new Set([row])
    const open = [row]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const child of this.children(at)) {
        if (seen.has(child)) continue
        if (this.#isStep(child)) return true
        seen.add(child)
        open.push(child)
      }
    return false
  }

  /** Notes what a row in file order goes on from; of no use once rows stand out of order. */
  #carry(row: number): void {
    const parent = this.rowOf(this.parentKey(row))
    const carrier = parent < 0 || this.#isStep(parent) ? parent : this.#carrier.get(parent)
    if (!this.#isStep(row)) this.#carrier.set(row, carrier)
    else if (carrier >= 0) this.#continued.set(carrier, 1)
  }

  /** Whether the row is a step of the file's own conversation, not a sub-agent's and not progress. */
  #isStep(row: number): boolean {
    const { flags, kind } = this.#scan.columns
    return isConversationKind(kind[row]) && (this.#agentFile || (flags[row] & FLAG.sidechain) === 0)
  }

  #nameRow(row: number): void {
    const { columns, ids } = this.#scan
    columns.uuid[row] = ids.internText(`${SYNTHETIC}${columns.line[row]}:${row}`)
    columns.flags[row] |= FLAG.syntheticUuid
    if (this.#lastSpoken >= 0 && columns.logicalParent[row] === 0)
      this.#fileOrderParent.set(row, columns.uuid[this.#lastSpoken])
    this.#note('missing-uuid', row, 'The row has no uuid; it was linked in file order.')
  }

  #claim(row: number): void {
    const key = this.#scan.columns.uuid[row]
    const earlier = this.#rowOf.get(key)
    if (earlier >= 0 || this.#childCount.get(key) > 0) this.#lastLate = row
    if (earlier >= 0) {
      this.#shadowed.push(earlier)
      this.#structuralChanges++
      const parent = this.parentKey(earlier)
      if (parent !== 0) this.#childCount.set(parent, this.#childCount.get(parent) - 1)
      this.#note('duplicate-uuid', row, 'The uuid was seen before; the later row stands for it.')
      this.#outOfOrder = true
      this.#rowOf.set(key, row)
      if (parent !== 0) this.#restoreLeaf(this.rowOf(parent))
      return
    }
    if (this.#childCount.get(key) > 0) {
      this.#structuralChanges++
      this.#outOfOrder = true
    }
    this.#rowOf.set(key, row)
  }

  /** A parent that lost its last child is a leaf again; leaves stay in file order. */
  #restoreLeaf(row: number): void {
    if (row < 0 || !this.isLeaf(row) || this.#leaves.includes(row)) return
    const at = this.#leaves.findIndex((leaf) => leaf > row)
    if (at < 0) this.#leaves.push(row)
    else this.#leaves.splice(at, 0, row)
  }

  #link(row: number): void {
    const key = this.parentKey(row)
    if (key === 0) {
      this.roots.push(row)
      return
    }
    const last = this.#lastChild.get(key)
    if (last < 0) this.#firstChild.set(key, row)
    else this.#nextSibling.set(last, row)
    this.#lastChild.set(key, row)
    this.#childCount.set(key, this.#childCount.get(key) + 1)
    if (this.rowOf(key) < 0) this.#danglers.push(row)
    if (key !== this.#scan.columns.uuid[row]) return
    // A row that cites itself is a cycle of one.
    this.#structuralChanges++
    this.#outOfOrder = true
  }

  #note(code: DiagnosticCode, row: number, message: string): void {
    const { columns } = this.#scan
    const place = { line: columns.line[row], offset: columns.offset[row], length: columns.length[row] }
    this.diagnostics.push({ code, ...place, message })
  }
}

/** Kinds a resume can continue from; `progress` and unknown types only carry the chain. */
export function isConversationKind(kind: number): boolean {
  return kind !== KIND.other && kind !== KIND.progress
}

/** No real uuid begins with NUL, so a synthetic key never collides. */
export const SYNTHETIC = '\u0000line:'
