import type { Branch, Transcript, Turn } from '@skein/transcript'
import { BLOCK, blocksIn, branches, isBoundary, isSaidBranch, startsTurn, turns } from '@skein/transcript'

/** One node of a session's tree, in rows. What is below a node follows it, one deeper. */
export type TreeRows<Agent> = { readonly depth: number } & (
  | TurnRows
  | BranchTurnRows
  | BranchRows
  | AgentRow<Agent>
  | CompactionRow
)

/** A turn of the live path. */
export interface TurnRows {
  readonly kind: 'turn'
  readonly turn: Turn
}

/** A turn on a branch. */
export interface BranchTurnRows {
  readonly kind: 'branch-turn'
  readonly branch: Branch
  readonly rows: readonly number[]
  /** The row of its prompt; -1 for what a branch begins with before anybody typed something. */
  readonly prompt: number
}

export interface BranchRows {
  readonly kind: 'branch'
  readonly branch: Branch
  /** As people count them, from 1: its place among `saidBranches`. */
  readonly number: number
}

/** A sub-agent, at the row of the call that started it. */
export interface AgentRow<Agent> {
  readonly kind: 'agent'
  readonly row: number
  readonly agent: Agent
}

export interface CompactionRow {
  readonly kind: 'compaction'
  readonly row: number
}

/**
 * The live path's turns in order, with what hangs and leaves at each: compactions, sub-agents, branches; then other
 * conversations in the same file. `startedBy` knows the sub-agent that a call started.
 */
export function* sessionTree<Agent>(
  transcript: Transcript,
  startedBy: (toolUseId: string) => Agent | null,
): Generator<TreeRows<Agent>> {
  yield* new SessionTree(transcript, startedBy).nodes()
}

/** Something still to be told: a node, or a branch with all that is on it. */
type Item<Agent> = TreeRows<Agent> | { readonly depth: number; readonly kind: 'open'; readonly index: number }

class SessionTree<Agent> {
  readonly #transcript: Transcript
  readonly #startedBy: (toolUseId: string) => Agent | null
  readonly #branches: readonly Branch[]
  /** Branches by the row at which a reader meets them. */
  readonly #leaving = new Map<number, number[]>()
  readonly #told = new Set<number>()

  constructor(transcript: Transcript, startedBy: (toolUseId: string) => Agent | null) {
    this.#transcript = transcript
    this.#startedBy = startedBy
    const all = branches(transcript)
    this.#branches = all.filter(isSaidBranch)
    const homeOf = homes(transcript, all, this.#branches)
    for (const [index, { at }] of this.#branches.entries()) {
      const home = homeOf(at)
      if (home >= 0) this.#leaving.set(home, [...(this.#leaving.get(home) ?? []), index])
    }
  }

  *nodes(): Generator<TreeRows<Agent>> {
    for (const turn of turns(this.#transcript)) {
      yield { depth: 0, kind: 'turn', turn }
      yield* this.#all(this.#below(turn.rows, 1))
    }
    for (const index of this.#branches.keys())
      if (!this.#told.has(index)) yield* this.#all([{ depth: 0, kind: 'open', index }])
  }

  /** Branches can be as deep as a hostile file says, so nothing here calls itself. */
  *#all(items: readonly Item<Agent>[]): Generator<TreeRows<Agent>> {
    const open = items.toReversed()
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item.kind !== 'open') {
        yield item
        continue
      }
      const { index, depth } = item
      if (this.#told.has(index)) continue
      this.#told.add(index)
      const branch = this.#branches[index]
      yield { depth, kind: 'branch', branch, number: index + 1 }
      for (const below of this.#onBranch(branch, depth + 1).toReversed()) open.push(below)
    }
  }

  #onBranch(branch: Branch, depth: number): Item<Agent>[] {
    const { scan } = this.#transcript
    const { rows } = branch
    const starts = rows.flatMap((row, i) => (i === 0 || startsTurn(scan, row) ? [i] : []))
    return starts.flatMap((start, i): Item<Agent>[] => {
      const part = rows.slice(start, starts[i + 1])
      const prompt = startsTurn(scan, part[0]) ? part[0] : -1
      return [{ depth, kind: 'branch-turn', branch, rows: part, prompt }, ...this.#below(part, depth + 1)]
    })
  }

  /** What hangs at some rows, in their order. */
  #below(rows: readonly number[], depth: number): Item<Agent>[] {
    const { scan } = this.#transcript
    return rows.flatMap((row): Item<Agent>[] => {
      const started = blocksIn(scan, row)
        .filter((block) => scan.blocks.kind[block] === BLOCK.toolUse)
        .flatMap((block) => this.#startedBy(scan.ids.text(scan.blocks.toolId[block])) ?? [])
      return [
        ...(isBoundary(scan, row) ? [{ depth, kind: 'compaction' as const, row }] : []),
        ...started.map((agent) => ({ depth, kind: 'agent' as const, row, agent })),
        ...(this.#leaving.get(row) ?? []).map((index) => ({ depth, kind: 'open' as const, index })),
      ]
    })
  }
}

/** Rows of parallel tools are on no line that is told: what leaves from one is met where the tools were called. */
function homes(
  { path }: Transcript,
  all: readonly Branch[],
  said: readonly Branch[],
): (row: number) => number {
  const told = new Set(said.flatMap(({ rows }) => rows))
  const aside = new Map<number, number>()
  for (const { at, rows } of all) for (const row of rows) if (!told.has(row)) aside.set(row, at)
  return (row) => {
    let home = row
    // A branch leaves from a row of another that was found before it, so this ends.
    while (home >= 0 && path.positionOf(home) < 0 && !told.has(home)) home = aside.get(home) ?? -1
    return home
  }
}
