import { shownValue } from '@skein/redact'
import {
  addUsage,
  BLOCK,
  blocksIn,
  branches,
  isBoundary,
  KIND,
  messageOf,
  NO_USAGE,
  readPrompts,
  startsTurn,
  turns,
  type Branch,
  type Readable,
  type Transcript,
} from '@skein/transcript'
import { allTokens, cutString, type AgentHead } from '@skein/view'
import type { TreeNode } from '../api/api.ts'

export interface TreeOptions {
  readonly main: Readable
  readonly agentOf: (toolUseId: string) => AgentHead | null
}

/** A node, and the row whose prompt is its text. */
interface Draft extends Omit<TreeNode, 'text'> {
  readonly text: string | null
  readonly prompt: number
}

/** Something still to be told: a node, or a branch with all that is on it. */
type Item = Draft | { readonly depth: number; readonly kind: 'open'; readonly branch: Branch }

/** Turns of the live line in order, with what leaves and hangs at each; the last of them where there are too many. */
export function sessionTree(options: TreeOptions): {
  readonly nodes: readonly TreeNode[]
  readonly omitted: number
} {
  const drafts = [...new Tree(options).drafts()]
  const kept = drafts.slice(-MOST_NODES)
  const { transcript, source } = options.main
  const rows = kept.flatMap(({ prompt }) => (prompt < 0 ? [] : [prompt]))
  const prompts = readPrompts(transcript, source, rows)
  const nodes = kept.map(({ prompt, text, ...node }): TreeNode => {
    const read = prompts.get(prompt)
    const typed = read === undefined ? '' : read.typed.trim() === '' ? `(${read.kind})` : read.typed
    return { ...node, text: cutString(shownValue((text ?? typed).slice(0, MOST_READ)), MOST_TEXT) }
  })
  return { nodes, omitted: drafts.length - kept.length }
}

const MOST_NODES = 1000
const MOST_READ = 5000
const MOST_TEXT = 120

class Tree {
  readonly #transcript: Transcript
  readonly #agentOf: TreeOptions['agentOf']
  readonly #branches: readonly Branch[]
  /** Branches by the row at which a reader meets them. */
  readonly #leaving = new Map<number, Branch[]>()
  readonly #told = new Set<Branch>()

  constructor({ main, agentOf }: TreeOptions) {
    this.#transcript = main.transcript
    this.#agentOf = agentOf
    const all = branches(main.transcript)
    this.#branches = all.filter(({ reason }) => reason !== 'parallel-tools' && reason !== 'side-line')
    const homeOf = homes(main.transcript, all, this.#branches)
    for (const branch of this.#branches) {
      const home = homeOf(branch.at)
      if (home >= 0) this.#leaving.set(home, [...(this.#leaving.get(home) ?? []), branch])
    }
  }

  *drafts(): Generator<Draft> {
    for (const turn of turns(this.#transcript)) {
      yield {
        ...this.#at(turn.rows[0] ?? turn.prompt, 0),
        kind: 'turn',
        turn: turn.index,
        prompt: turn.prompt,
        time: turn.startTime,
        tokens: allTokens(turn.usage),
      }
      yield* this.#all(this.#below(turn.rows, 1))
    }
    // Other conversations in the same file.
    for (const branch of this.#branches)
      if (!this.#told.has(branch)) yield* this.#all([{ depth: 0, kind: 'open', branch }])
  }

  /** Branches can be as deep as a hostile file says, so nothing here calls itself. */
  *#all(items: readonly Item[]): Generator<Draft> {
    const open = items.toReversed()
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item.kind !== 'open') {
        yield item
        continue
      }
      const { branch, depth } = item
      if (this.#told.has(branch)) continue
      this.#told.add(branch)
      yield {
        ...this.#at(branch.root, depth),
        kind: 'branch',
        tip: this.#offset(branch.tip),
        prompt: branch.rows.find((row) => startsTurn(this.#transcript.scan, row)) ?? -1,
        reason: branch.reason,
        time: branch.lastTime,
        tokens: this.#tokensIn(branch.rows),
      }
      for (const below of this.#onBranch(branch, depth + 1).toReversed()) open.push(below)
    }
  }

  #onBranch({ rows, tip }: Branch, depth: number): Item[] {
    const { scan } = this.#transcript
    const starts = rows.flatMap((row, i) => (i === 0 || startsTurn(scan, row) ? [i] : []))
    return starts.flatMap((start, i): Item[] => {
      const part = rows.slice(start, starts[i + 1])
      const node: Draft = {
        ...this.#at(part[0], depth),
        kind: 'turn',
        tip: this.#offset(tip),
        prompt: startsTurn(scan, part[0]) ? part[0] : -1,
        tokens: this.#tokensIn(part),
      }
      return [node, ...this.#below(part, depth + 1)]
    })
  }

  /** What hangs at some rows, in their order. */
  #below(rows: readonly number[], depth: number): Item[] {
    const { scan } = this.#transcript
    return rows.flatMap((row): Item[] => {
      const started = blocksIn(scan, row)
        .filter((block) => scan.blocks.kind[block] === BLOCK.toolUse)
        .flatMap((block) => this.#agentOf(scan.ids.text(scan.blocks.toolId[block])) ?? [])
      return [
        ...(isBoundary(scan, row)
          ? [{ ...this.#at(row, depth), kind: 'compaction' as const, text: 'compaction' }]
          : []),
        ...started.map((agent) => ({
          ...this.#at(row, depth),
          kind: 'agent' as const,
          agent: agent.agentId,
          text: [agent.type, agent.description].filter(Boolean).join(': '),
          reason: agent.status,
          time: agent.startTime,
          tokens: allTokens(agent.tokens),
        })),
        ...(this.#leaving.get(row) ?? []).map((branch) => ({ depth, kind: 'open' as const, branch })),
      ]
    })
  }

  #at(row: number, depth: number): Omit<Draft, 'kind'> {
    const time = this.#transcript.scan.columns.time[row]
    return {
      depth,
      key: this.#offset(row),
      turn: null,
      tip: null,
      agent: null,
      text: null,
      prompt: -1,
      reason: null,
      time: Number.isNaN(time) ? null : time,
      tokens: 0,
    }
  }

  #offset(row: number): number {
    return this.#transcript.scan.columns.offset[row]
  }

  #tokensIn(rows: readonly number[]): number {
    const { columns } = this.#transcript.scan
    const keys = new Set(
      rows
        .filter((row) => columns.kind[row] === KIND.assistant && this.#transcript.messages.isReal(row))
        .map((row) => columns.messageId[row]),
    )
    let sum = NO_USAGE
    for (const key of keys) {
      const { usage } = messageOf(this.#transcript, key)
      if (usage !== null) sum = addUsage(sum, usage)
    }
    return allTokens(sum)
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
