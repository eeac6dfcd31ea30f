import type { Branch, Prompt, TokenUsage, Turn } from '@skein/transcript'
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
  readRows,
  startsTurn,
  turns,
} from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import type { AgentReport, SessionAgents } from '../session/agents.ts'
import { readAgents } from '../session/agents.ts'
import type { BranchReport, SaidBranch } from '../session/branch-report.ts'
import { branchReport, saidBranches } from '../session/branch-report.ts'
import type { CompactionReport } from '../show/steps.ts'
import { placeIn } from '../show/steps.ts'
import { isoTime } from '../terminal/figures.ts'

/** One line of a session's tree. What is below a node follows it, one deeper. */
export type TreeNode = { readonly depth: number } & (TurnNode | BranchNode | AgentNode | CompactionNode)

export interface TurnNode {
  readonly kind: 'turn'
  /** Its number on the live path, as `--turn` takes it; null on a branch. */
  readonly turn: number | null
  /** What the human typed; null where nobody did. */
  readonly prompt: string | null
  readonly line: number
  readonly uuid: string | null
  readonly startTime: string | null
  readonly durationMs: number | null
  /** Messages of the model, and calls of tools in them. */
  readonly steps: number
  readonly toolCalls: number
  readonly tokens: TokenUsage
}

export interface BranchNode extends BranchReport {
  readonly kind: 'branch'
  /** As `--branch` takes it. */
  readonly number: number
}

export interface AgentNode extends Omit<AgentReport, 'agents'> {
  readonly kind: 'agent'
}

export interface CompactionNode extends CompactionReport {
  readonly kind: 'compaction'
  readonly line: number
}

/** The live path's turns in order, with what leaves and hangs at each: compactions, sub-agents, branches. */
export function* sessionTree(opened: OpenTranscript): Generator<TreeNode> {
  const tree = new SessionTree(opened)
  for (const turn of turns(opened.transcript)) yield* tree.ofTurn(turn)
  yield* tree.elsewhere()
}

/** Something still to be told: a node, or a branch with all that is on it. */
type Item = TreeNode | { readonly depth: number; readonly kind: 'open'; readonly index: number }

class SessionTree {
  readonly #opened: OpenTranscript
  readonly #agents: SessionAgents
  readonly #branches: readonly SaidBranch[]
  /** Branches by the row at which a reader meets them. */
  readonly #leaving = new Map<number, number[]>()
  readonly #told = new Set<number>()

  constructor(opened: OpenTranscript) {
    this.#opened = opened
    this.#agents = readAgents(opened)
    this.#branches = saidBranches(opened)
    const homeOf = homes(opened, this.#branches)
    for (const [index, { at }] of this.#branches.entries()) {
      const home = homeOf(at)
      if (home >= 0) this.#leaving.set(home, [...(this.#leaving.get(home) ?? []), index])
    }
  }

  *ofTurn(turn: Turn): Generator<TreeNode> {
    const { transcript, source } = this.#opened
    const prompt =
      turn.prompt < 0 ? null : (readPrompts(transcript, source, [turn.prompt]).get(turn.prompt) ?? null)
    const node: TurnNode = {
      kind: 'turn',
      turn: turn.index + 1,
      prompt: promptText(prompt),
      ...placeIn(this.#opened, turn.rows[0]),
      ...span(turn.startTime, turn.endTime),
      steps: turn.messages.filter(({ synthetic, apiError }) => !synthetic && !apiError).length,
      toolCalls: turn.toolCalls.length,
      tokens: turn.usage,
    }
    yield { depth: 0, ...node }
    yield* this.#all(this.#below(turn.rows, 1))
  }

  /** Branches that no turn has: other conversations in the same file; then sub-agents without a call. */
  *elsewhere(): Generator<TreeNode> {
    for (const index of this.#branches.keys())
      if (!this.#told.has(index)) yield* this.#all([{ depth: 0, kind: 'open', index }])
    for (const agent of this.#agents.unattached) yield* this.#all(agentNodes(agent, 0))
  }

  /** Branches can be as deep as a hostile file says, so nothing here calls itself. */
  *#all(items: readonly Item[]): Generator<TreeNode> {
    const open = items.toReversed()
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item.kind !== 'open') {
        yield item
        continue
      }
      if (this.#told.has(item.index)) continue
      this.#told.add(item.index)
      const branch = this.#branches[item.index]
      yield {
        depth: item.depth,
        kind: 'branch',
        number: item.index + 1,
        ...branchReport(this.#opened, branch),
      }
      for (const below of this.#onBranch(branch, item.depth + 1).toReversed()) open.push(below)
    }
  }

  #onBranch({ rows }: Branch, depth: number): Item[] {
    const { transcript, source } = this.#opened
    const starts = rows.flatMap((row, i) => (i === 0 || startsTurn(transcript.scan, row) ? [i] : []))
    const prompts = readPrompts(
      transcript,
      source,
      starts.map((start) => rows[start]),
    )
    return starts.flatMap((start, i): Item[] => {
      const part = rows.slice(start, starts[i + 1])
      const prompt = startsTurn(transcript.scan, part[0]) ? (prompts.get(part[0]) ?? null) : null
      return [{ depth, ...this.#partOf(part, prompt) }, ...this.#below(part, depth + 1)]
    })
  }

  /** A turn on a branch, from its rows. */
  #partOf(rows: readonly number[], prompt: Prompt | null): TurnNode {
    const { transcript } = this.#opened
    const { columns, blocks } = transcript.scan
    const keys = new Set(
      rows
        .filter((row) => columns.kind[row] === KIND.assistant && transcript.messages.isReal(row))
        .map((row) => columns.messageId[row]),
    )
    const messages = Array.from(keys, (key) => messageOf(transcript, key))
    const times = rows.map((row) => columns.time[row]).filter((time) => !Number.isNaN(time))
    return {
      kind: 'turn',
      turn: null,
      prompt: promptText(prompt),
      ...placeIn(this.#opened, rows[0]),
      ...span(times[0] ?? null, times.at(-1) ?? null),
      steps: messages.length,
      toolCalls: messages.reduce(
        (sum, message) => sum + message.blocks.filter((block) => blocks.kind[block] === BLOCK.toolUse).length,
        0,
      ),
      tokens: messages.reduce((sum, { usage }) => (usage === null ? sum : addUsage(sum, usage)), NO_USAGE),
    }
  }

  /** What hangs at some rows, in their order. */
  #below(rows: readonly number[], depth: number): Item[] {
    const { transcript, source } = this.#opened
    const { scan } = transcript
    const boundaries = readRows(
      scan,
      source,
      rows.filter((row) => isBoundary(scan, row)),
    )
    return rows.flatMap((row): Item[] => {
      const entry = boundaries.get(row)
      const detail =
        entry?.kind === 'system' && entry.detail.kind === 'compact_boundary' ? entry.detail : null
      const started = blocksIn(scan, row)
        .filter((block) => scan.blocks.kind[block] === BLOCK.toolUse)
        .flatMap((block) => this.#agents.byToolUse(scan.ids.text(scan.blocks.toolId[block])) ?? [])
      return [
        ...(detail === null ? [] : [compactionNode(detail, placeIn(this.#opened, row).line, depth)]),
        ...started.flatMap((agent) => agentNodes(agent, depth)),
        ...(this.#leaving.get(row) ?? []).map((index) => ({ depth, kind: 'open' as const, index })),
      ]
    })
  }
}

/** Rows of parallel tools are on no line that is told: what leaves from one is met where the tools were called. */
function homes({ transcript }: OpenTranscript, said: readonly SaidBranch[]): (row: number) => number {
  const told = new Set(said.flatMap(({ rows }) => rows))
  const aside = new Map<number, number>()
  for (const { at, rows } of branches(transcript))
    for (const row of rows) if (!told.has(row)) aside.set(row, at)
  return (row) => {
    let home = row
    // A branch leaves from a row of another that was found before it, so this ends.
    while (home >= 0 && transcript.path.positionOf(home) < 0 && !told.has(home)) home = aside.get(home) ?? -1
    return home
  }
}

function promptText(prompt: Prompt | null): string | null {
  if (prompt === null) return null
  return prompt.typed.trim() === '' ? `(${prompt.kind})` : prompt.typed
}

function span(start: number | null, end: number | null): Pick<TurnNode, 'startTime' | 'durationMs'> {
  return {
    startTime: isoTime(start),
    durationMs: start === null || end === null ? null : Math.max(0, end - start),
  }
}

function compactionNode(detail: CompactionReport, line: number, depth: number): TreeNode {
  const { trigger, preTokens, postTokens } = detail
  return { depth, kind: 'compaction', line, trigger, preTokens, postTokens }
}

/** As deep as reports of agents go, which is bounded. */
function agentNodes({ agents, ...agent }: AgentReport, depth: number): TreeNode[] {
  return [{ depth, kind: 'agent', ...agent }, ...agents.flatMap((child) => agentNodes(child, depth + 1))]
}
