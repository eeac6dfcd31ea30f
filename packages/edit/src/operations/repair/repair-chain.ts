import { FLAG, KIND, type Transcript } from '@skein/transcript'

export const ROOT = -1
const MISSING = -2

/** Rows that share a uuid with the row that stands for it, and what becomes of them. */
export interface Copies {
  /** By row: the row whose uuid and content is the same, which stays in its place. */
  readonly twins: ReadonlyMap<number, number>
  /** Rows that say something of their own and get a uuid of their own. */
  readonly renamed: ReadonlySet<number>
}

/**
 * The rows of a transcript and what each hangs on, as they are to be: what a resume can load once lines are mended,
 * linked by uuid, each link replaceable.
 *
 * Rows of unknown type and rows without a message are no part of it, since a resume does not load them; what hangs on
 * one of them hangs on what that one hangs on. Which rows are connected is kept up to date, so that a new link never
 * closes a ring: a row without a parent may be hung on any row of another component.
 */
export class RepairChain {
  readonly #transcript: Transcript
  readonly #copies: Copies
  /** By uuid: the row that stands for it. */
  readonly #holder: Int32Array
  readonly #parent: Int32Array
  readonly #component: Int32Array
  /** Rows whose parent is not there. */
  readonly danglers: number[] = []
  /** Rows whose parent is of a type that a resume does not load. */
  passedOver = 0

  /** With `walk`, the way a resume takes now, the rows on it keep what they hang on there. */
  constructor(transcript: Transcript, copies: Copies, walk: readonly number[] | null) {
    this.#transcript = transcript
    this.#copies = copies
    const { columns, ids } = transcript.scan
    this.#holder = new Int32Array(ids.count + 1).fill(-1)
    this.#parent = new Int32Array(columns.count).fill(ROOT)
    this.#component = Int32Array.from({ length: columns.count }, (_, row) => row)
    for (let row = 0; row < columns.count; row++) if (this.isNode(row)) this.#hold(row)
    const renamed = walk === null ? this.#renamedByUuid() : NO_COPIES
    for (let row = 0; row < columns.count; row++)
      if (this.isNode(row)) this.#parent[row] = this.#resolve(row, renamed)
    for (let row = 0; row < columns.count; row++) if (this.#hangsThrough(row)) this.passedOver++
    if (walk !== null) this.#followWalk(walk)
    for (let row = 0; row < columns.count; row++) this.#connect(row)
  }

  /** Whether a resume loads the row, or passes through it. */
  isNode(row: number): boolean {
    const { columns } = this.#transcript.scan
    if (this.#copies.twins.has(row) || !this.#transcript.graph.isNode(row)) return false
    return columns.kind[row] === KIND.progress || isLoadable(this.#transcript, row)
  }

  /** A step of the conversation. */
  isLoadable(row: number): boolean {
    return !this.#copies.twins.has(row) && isLoadable(this.#transcript, row)
  }

  isRenamed(row: number): boolean {
    return this.#copies.renamed.has(row)
  }

  /** In a sub-agent's own file the mark says nothing. */
  isAside(row: number): boolean {
    const { agentFile, scan } = this.#transcript
    return !agentFile && (scan.columns.flags[row] & FLAG.sidechain) !== 0
  }

  parentOf(row: number): number {
    const parent = this.#parent[row]
    return parent === MISSING ? ROOT : parent
  }

  /** The row that stands for a uuid, or -1. */
  rowOfText(uuid: string): number {
    const id = this.#transcript.scan.ids.find(uuid)
    return id === 0 ? -1 : this.#holder[id]
  }

  /** Hangs a row on another one, or on none. Contract: the two are not connected. */
  link(row: number, parent: number): void {
    this.#parent[row] = parent
    if (parent >= 0) this.#component[this.#find(row)] = this.#find(parent)
  }

  /** Takes a row off its parent, which is one of its own descendants. It stays connected with them. */
  cut(row: number): void {
    this.#parent[row] = ROOT
  }

  areConnected(a: number, b: number): boolean {
    return this.#find(a) === this.#find(b)
  }

  /** Rings of parents, each as its rows. */
  rings(): number[][] {
    const count = this.#parent.length
    const walk = new Int32Array(count).fill(-1)
    const rings: number[][] = []
    for (let start = 0; start < count; start++) {
      let row = start
      while (row >= 0 && walk[row] < 0) {
        walk[row] = start
        row = this.#parent[row]
      }
      if (row < 0 || walk[row] !== start) continue
      const ring: number[] = []
      for (let at = row; ring.length === 0 || at !== row; at = this.#parent[at]) ring.push(at)
      rings.push(ring)
    }
    return rings
  }

  /** The rows from the root to `tip`. Contract: there are no rings any more. */
  path(tip: number): number[] {
    const rows: number[] = []
    for (let row = tip; row >= 0; row = this.parentOf(row)) rows.push(row)
    return rows.reverse()
  }

  #hold(row: number): void {
    const { columns } = this.#transcript.scan
    if (this.#copies.renamed.has(row)) return
    const uuid = columns.uuid[row]
    const held = this.#holder[uuid]
    // A conversation's row goes before progress, whichever stands later.
    if (held >= 0 && columns.kind[row] === KIND.progress && columns.kind[held] !== KIND.progress) return
    this.#holder[uuid] = row
  }

  #renamedByUuid(): ReadonlyMap<number, readonly number[]> {
    const { uuid } = this.#transcript.scan.columns
    const rows = new Map<number, number[]>()
    for (const row of [...this.#copies.renamed].toSorted((a, b) => a - b))
      rows.set(uuid[row], [...(rows.get(uuid[row]) ?? []), row])
    return rows
  }

  /** Rows whose parent a resume cannot read now, or has passed already, are left to be hung where it hangs them. */
  #followWalk(walk: readonly number[]): void {
    const { flags } = this.#transcript.scan.columns
    const positions = new Map(walk.map((row, at) => [row, at]))
    for (let at = 1; at < walk.length; at++) {
      let above = this.#parent[walk[at]]
      // Without a parent it was put there by a compaction that preserved it.
      if (above === ROOT) continue
      for (let hops = 0; above >= 0 && !this.isLoadable(above) && hops <= walk.length; hops++)
        above = this.#parent[above]
      const isRead = above >= 0 && (flags[above] & FLAG.recovered) === 0
      const isPassed = (positions.get(above) ?? -1) > at
      if (above !== walk[at - 1] && (!isRead || isPassed || this.#hangsThrough(walk[at])))
        this.#parent[walk[at]] = MISSING
    }
  }

  /** Whether the row cites one that a resume does not load, and hangs on what that one hangs on. */
  #hangsThrough(row: number): boolean {
    const { columns } = this.#transcript.scan
    const cited = columns.parent[row]
    return cited !== 0 && this.#parent[row] >= 0 && columns.uuid[this.#parent[row]] !== cited
  }

  #connect(row: number): void {
    const parent = this.#parent[row]
    if (parent === MISSING) this.danglers.push(row)
    else if (parent >= 0) this.#component[this.#find(row)] = this.#find(parent)
  }

  #resolve(row: number, renamed: ReadonlyMap<number, readonly number[]>): number {
    const { scan, graph } = this.#transcript
    const { columns } = scan
    const isNameless = (columns.flags[row] & FLAG.syntheticUuid) !== 0
    let key = isNameless ? graph.parentKey(row) : columns.parent[row]
    if (key === 0) return ROOT
    const seen = new Set<number>()
    while (key !== 0 && !seen.has(key)) {
      seen.add(key)
      const holder = this.#holder[key]
      const own = renamed.get(key)?.findLast((other) => other < row)
      // Whoever wrote the row knew the copy that stood before it.
      if (own !== undefined && !(holder < row && holder > own)) return own
      if (holder >= 0) return holder
      const unloaded = graph.rowOf(key)
      if (unloaded < 0) return MISSING
      key = columns.parent[unloaded]
    }
    return MISSING
  }

  #find(row: number): number {
    const component = this.#component
    let at = row
    while (component[at] !== at) {
      component[at] = component[component[at]]
      at = component[at]
    }
    return at
  }
}

const NO_COPIES: ReadonlyMap<number, readonly number[]> = new Map()

/** Whether the real program takes the row up once it stands on a line of its own and has a uuid. */
export function isLoadable({ scan, graph }: Transcript, row: number): boolean {
  const { columns } = scan
  const kind = columns.kind[row]
  if (kind === KIND.other || kind === KIND.progress || !graph.isNode(row)) return false
  if ((columns.flags[row] & FLAG.noType) !== 0) return false
  const speaks = kind === KIND.user || kind === KIND.assistant
  return !speaks || (columns.flags[row] & FLAG.hasMessage) !== 0
}
