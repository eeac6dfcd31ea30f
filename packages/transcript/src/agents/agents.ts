import type { ByteSource } from '../bytes/bodies.ts'
import { textOf } from '../entry/content-block.ts'
import { objectOf, stringOf } from '../entry/narrow.ts'
import { readRows } from '../bytes/read-rows.ts'
import { FLAG, KIND } from '../scan/columns.ts'
import type { ReadToolCall } from '../tools/tool-calls.ts'
import { readToolCalls, toolCalls } from '../tools/tool-calls.ts'
import type { Transcript } from '../transcript.ts'

/** A transcript and where its bodies come from. */
export interface Readable {
  readonly transcript: Transcript
  readonly source: ByteSource
}

/** A sub-agent's own file, as the caller found it; read it with `agentFile: true`. */
export interface AgentFile extends Readable {
  readonly agentId: string
  /** The side file `agent-<id>.meta.json`, where there is one (since 2.1.112). */
  readonly meta?: AgentMeta | null
}

export interface AgentMeta {
  readonly agentType?: unknown
  readonly description?: unknown
  readonly toolUseId?: unknown
  readonly parentAgentId?: unknown
}

/** A sub-agent in its place. */
export interface Agent {
  /** Null for rows of the oldest versions, which name no agent. */
  readonly agentId: string | null
  readonly type: string | null
  readonly description: string | null
  /** The call that started it; null where none was found. */
  readonly toolUseId: string | null
  /** Its own file; null where its rows stand in its parent's. */
  readonly transcript: Transcript | null
  /** Its rows in the main transcript, in file order; empty where it has a file. */
  readonly rows: readonly number[]
  /** The agents it started. */
  readonly children: readonly Agent[]
}

export interface AgentTree {
  /** Agents that the main conversation started, in the order of their calls. */
  readonly agents: readonly Agent[]
  /** Agents whose call was not found, or whose calls form a ring, in the order given; in-file ones last. */
  readonly unattached: readonly Agent[]
  /** Every agent that has a call, by the call's id. */
  readonly byToolUse: ReadonlyMap<string, Agent>
}

/**
 * Joins sub-agents to the calls that started them, however deep.
 *
 * An agent belongs to the call that its side file names, else to the one whose result names the agent, else to the
 * first one with its prompt that no other agent has. Rows of the oldest versions, marked `isSidechain` in the main
 * transcript, are agents too, one for each root. Each transcript is read in at most two batches.
 */
export function joinAgents(main: Readable, files: readonly AgentFile[]): AgentTree {
  const sidechains = main.transcript.agentFile ? NO_SIDECHAINS : sidechainsOf(main.transcript)
  const drafts = [...files.map(draftOfFile), ...sidechains.groups.map((rows) => draftOfRows(main, rows))]
  const inFile = new Map(sidechains.groups.map((rows, i) => [rows[0], files.length + i]))
  const calls: Call[] = callsOf(main, (row) => inFile.get(sidechains.rootOf.get(row) ?? -1) ?? MAIN)
  for (const [i, file] of files.entries()) for (const call of callsOf(file, () => i)) calls.push(call)
  attach(drafts, calls)
  cutRings(drafts)
  return assemble(drafts)
}

/** The owner of calls that no agent made. */
const MAIN = -1
const UNATTACHED = -2

/** An agent under way. */
interface Draft {
  readonly agentId: string | null
  readonly meta: AgentMeta | null
  readonly prompt: string | null
  readonly transcript: Transcript | null
  readonly rows: readonly number[]
  call: Call | null
  owner: number
}

/** A call of the agent tool, and which draft made it. */
interface Call {
  readonly id: string
  readonly owner: number
  readonly agentId: string | null
  readonly agentType: string | null
  readonly description: string | null
  readonly prompt: string | null
  taken: boolean
}

function draftOfFile({ agentId, meta, transcript, source }: AgentFile): Draft {
  const prompt =
    typeof meta?.toolUseId === 'string'
      ? null
      : promptOf({ transcript, source }, [...transcript.path.rows(0, HEAD_ROWS)])
  return { agentId, meta: meta ?? null, prompt, transcript, rows: [], call: null, owner: UNATTACHED }
}

function draftOfRows(main: Readable, rows: readonly number[]): Draft {
  const { columns, ids } = main.transcript.scan
  const agentId = columns.agentId[rows[0]]
  const prompt = promptOf(main, rows.slice(0, HEAD_ROWS))
  return {
    agentId: agentId === 0 ? null : ids.text(agentId),
    meta: null,
    prompt,
    transcript: null,
    rows,
    call: null,
    owner: UNATTACHED,
  }
}

/** An agent's prompt is its first user row; hooks may stand before it. */
const HEAD_ROWS = 20

function promptOf({ transcript, source }: Readable, head: readonly number[]): string | null {
  const row = head.find((candidate) => transcript.scan.columns.kind[candidate] === KIND.user)
  if (row === undefined) return null
  const entry = readRows(transcript.scan, source, [row]).get(row)
  return entry?.kind === 'user' ? textOf(entry.content).trim() : null
}

function callsOf({ transcript, source }: Readable, ownerOf: (row: number) => number): Call[] {
  const agentCalls = [...toolCalls(transcript)].filter(({ name }) => name === 'Task' || name === 'Agent')
  return readToolCalls(transcript, source, agentCalls).map((call) => ({
    id: call.id,
    owner: ownerOf(call.row),
    ...describe(call),
    taken: false,
  }))
}

function describe({
  input,
  output,
}: ReadToolCall): Pick<Call, 'agentId' | 'agentType' | 'description' | 'prompt'> {
  const asked = objectOf(input)
  const agent = output?.tool === 'Agent' ? output : null
  return {
    agentId: agent?.agentId ?? null,
    agentType: stringOf(asked?.subagent_type) ?? agent?.agentType ?? null,
    description: stringOf(asked?.description) ?? agent?.description ?? null,
    prompt: (stringOf(asked?.prompt) ?? agent?.prompt)?.trim() ?? null,
  }
}

/** Surest evidence first, for all agents, before the next kind is looked at. */
function attach(drafts: readonly Draft[], calls: readonly Call[]): void {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const byAgent = new Map(
    calls.flatMap((call) => (call.agentId === null ? [] : [[call.agentId, call] as const])),
  )
  for (const draft of drafts) {
    const named = draft.meta?.toolUseId
    take(draft, typeof named === 'string' ? byId.get(named) : undefined)
  }
  for (const draft of drafts) if (draft.agentId !== null) take(draft, byAgent.get(draft.agentId))
  const byPrompt = new Map<string, Call[]>()
  for (const call of calls.toReversed()) {
    if (call.prompt === null || call.taken) continue
    const same = byPrompt.get(call.prompt)
    if (same === undefined) byPrompt.set(call.prompt, [call])
    else same.push(call)
  }
  for (const [i, draft] of drafts.entries()) {
    if (draft.call !== null || draft.prompt === null) continue
    const same = byPrompt.get(draft.prompt)
    // No agent starts itself, even where it repeats its own prompt.
    if (same?.at(-1)?.owner !== i) take(draft, same?.pop())
  }
}

function take(draft: Draft, call: Call | undefined): void {
  if (call === undefined || draft.call !== null) return
  draft.call = call
  draft.owner = call.owner
  call.taken = true
}

/** Hostile files can make agents each other's parents: one of each ring stays unattached. */
function cutRings(drafts: readonly Draft[]): void {
  const settled = new Set<number>([MAIN, UNATTACHED])
  for (let start = 0; start < drafts.length; start++) {
    const walked: number[] = []
    let at = start
    for (; !settled.has(at); at = drafts[at].owner) {
      settled.add(at)
      walked.push(at)
    }
    if (!walked.includes(at)) continue
    drafts[at].owner = UNATTACHED
    drafts[at].call = null
  }
}

/** Children before parents, so that nothing is done recursively. */
function assemble(drafts: readonly Draft[]): AgentTree {
  const children = drafts.map((): number[] => [])
  const roots: number[] = []
  const loose: number[] = []
  for (const [i, { owner }] of drafts.entries())
    (owner === MAIN ? roots : owner === UNATTACHED ? loose : children[owner]).push(i)
  const order: number[] = [...roots, ...loose]
  for (let next = 0; next < order.length; next++) for (const child of children[order[next]]) order.push(child)
  const agents: Agent[] = []
  const byToolUse = new Map<string, Agent>()
  for (const i of order.toReversed()) {
    agents[i] = agentOf(
      drafts[i],
      children[i].map((child) => agents[child]),
    )
    const { toolUseId } = agents[i]
    if (toolUseId !== null) byToolUse.set(toolUseId, agents[i])
  }
  return { agents: roots.map((i) => agents[i]), unattached: loose.map((i) => agents[i]), byToolUse }
}

function agentOf({ agentId, meta, call, transcript, rows }: Draft, children: readonly Agent[]): Agent {
  return {
    agentId: agentId ?? call?.agentId ?? null,
    type: stringOf(meta?.agentType) ?? call?.agentType ?? null,
    description: stringOf(meta?.description) ?? call?.description ?? null,
    toolUseId: call?.id ?? null,
    transcript,
    rows,
    children,
  }
}

interface Sidechains {
  /** Rows of each in-file agent in file order, the root first. */
  readonly groups: readonly (readonly number[])[]
  readonly rootOf: ReadonlyMap<number, number>
}

const NO_SIDECHAINS: Sidechains = { groups: [], rootOf: new Map() }

/** Sidechain rows by their topmost sidechain row. */
function sidechainsOf({ scan, graph, rowCount }: Transcript): Sidechains {
  const isSide = (row: number): boolean => (scan.columns.flags[row] & FLAG.sidechain) !== 0
  const rootOf = new Map<number, number>()
  const groups = new Map<number, number[]>()
  for (let row = 0; row < rowCount; row++) {
    if (!isSide(row) || !graph.isNode(row) || graph.isShadowed(row)) continue
    const walked: number[] = []
    const seen = new Set<number>()
    let at = row
    while (!rootOf.has(at) && !seen.has(at)) {
      seen.add(at)
      walked.push(at)
      const before = graph.isDangling(at) ? -1 : graph.before(at)
      if (before < 0 || !isSide(before)) break
      at = before
    }
    const root = rootOf.get(at) ?? at
    for (const member of walked) rootOf.set(member, root)
  }
  for (const row of [...rootOf.keys()].sort((a, b) => a - b)) {
    const root = rootOf.get(row) ?? row
    const group = groups.get(root)
    if (group === undefined) groups.set(root, row === root ? [root] : [root, row])
    else if (row !== root) group.push(row)
  }
  return { groups: [...groups.values()], rootOf }
}
