import { shownValue } from '@skein/redact'
import { agentMeta, StoreError, type CataloguedTranscript, type SkeinHome } from '@skein/store'
import {
  FLAG,
  joinAgents,
  NO_USAGE,
  toolCallOf,
  type Agent,
  type AgentMeta,
  type Readable,
  type ToolStatus,
  type Transcript,
} from '@skein/transcript'
import { agentFigures, cutString, type AgentFigures, type AgentHead, type PriceTable } from '@skein/view'
import type { AgentNode } from '../api/api.ts'
import { AgentFiles, openAgentFile, type AgentFacts } from './agent-file.ts'
import type { SessionFamily } from './session-family.ts'

/** A sub-agent in its place. */
interface Placed {
  readonly agentId: string | null
  readonly type: string | null
  readonly description: string | null
  readonly toolUseId: string | null
  /** Null where its rows stand in the session's own file; then these are its figures. */
  readonly file: CataloguedTranscript | null
  readonly figures: AgentFigures | null
  readonly children: Placed[]
}

/**
 * The sub-agents of one session. Which call started which is told by the side files of the agents (since 2.1.112), at the
 * cost of those; for older ones all transcripts are joined. Figures are read when they are asked for.
 */
export class SessionAgents {
  readonly #home: SkeinHome
  readonly #prices: PriceTable
  readonly #files: AgentFiles
  readonly #statuses = new Map<string, ToolStatus>()
  #byToolUse: ReadonlyMap<string, Placed> = new Map()
  #roots: readonly Placed[] = []
  readonly #metas = new Map<string, AgentMeta>()
  #stamp = ''
  #isLive = false

  constructor({ home, prices }: { readonly home: SkeinHome; readonly prices: PriceTable }) {
    this.#home = home
    this.#prices = prices
    this.#files = new AgentFiles(home, prices)
  }

  /** Looks what there is in a family now. `shown`: the transcript whose calls are going to be asked for. */
  refresh(family: SessionFamily, shown: Readable): void {
    const files = family.agents
    this.#isLive = family.isLive
    const metas = files.map(({ path }) => this.#metaOf(path))
    const isTold =
      metas.every((meta) => typeof meta?.toolUseId === 'string') && !hasSidechains(shown.transcript)
    const stamp = JSON.stringify([files, metas, isTold ? 0 : shown.transcript.rowCount])
    if (stamp !== this.#stamp) {
      this.#stamp = stamp
      if (isTold) this.#place(files.map((file, i) => ({ file, meta: metas[i] })))
      else this.#join(family, shown)
    }
    this.#noteCalls(shown.transcript)
  }

  /** The calls that started one, as of the last refresh. */
  calls(): Iterable<string> {
    return this.#byToolUse.keys()
  }

  /** The sub-agent that a call started, as of the last refresh. */
  head(toolUseId: string): AgentHead | null {
    const agent = this.#byToolUse.get(toolUseId)
    return agent === undefined ? null : this.#headOf(agent)
  }

  /** All of them, one below the other; each is read, so a pause is offered between two. */
  *list(): Generator<AgentNode> {
    const open = this.#roots.map((agent) => ({ agent, depth: 0 })).toReversed()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { agent, depth } = next
      yield { ...this.#headOf(agent), depth, toolUseId: agent.toolUseId }
      for (const child of agent.children.toReversed()) open.push({ agent: child, depth: depth + 1 })
    }
  }

  #headOf(agent: Placed): AgentHead {
    const facts = this.#factsOf(agent)
    return {
      ...shownValue({
        agentId: agent.agentId,
        type: short(agent.type),
        description: short(agent.description),
        model: short(facts.model),
      }),
      status: this.#statusOf(agent, facts),
      steps: facts.steps,
      toolCalls: facts.toolCalls,
      startTime: facts.startTime,
      endTime: facts.endTime,
      tokens: facts.tokens,
      cost: facts.cost,
      agents: below(agent),
    }
  }

  #factsOf({ file, figures }: Placed): AgentFigures & Partial<AgentFacts> {
    if (file === null) return figures ?? NO_FACTS
    try {
      const facts = this.#files.factsOf(file)
      for (const [id, status] of facts.calls) this.#statuses.set(id, status)
      return facts
    } catch (error) {
      if (error instanceof StoreError || (error instanceof Error && 'syscall' in error)) return NO_FACTS
      throw error
    }
  }

  /** By what became of its call; one that goes on in the background has an answer before it has ended. */
  #statusOf({ toolUseId }: Placed, { hasEnded }: Partial<AgentFacts>): AgentHead['status'] {
    const call = toolUseId === null ? undefined : this.#statuses.get(toolUseId)
    if (call === 'error' || call === 'denied' || call === 'interrupted') return 'failed'
    if (call === 'ok') return hasEnded === false && this.#isLive ? 'running' : 'done'
    if (call === 'pending') return 'running'
    return hasEnded === true ? 'done' : 'unknown'
  }

  #noteCalls(transcript: Transcript): void {
    const { tools, scan } = transcript
    for (const use of tools.uses) {
      const id = scan.ids.text(scan.blocks.toolId[use])
      if (this.#byToolUse.has(id)) this.#statuses.set(id, toolCallOf(transcript, use).status)
    }
  }

  #place(found: readonly { readonly file: CataloguedTranscript; readonly meta: AgentMeta | null }[]): void {
    const byId = new Map<string, Placed>()
    const byToolUse = new Map<string, Placed>()
    for (const { file, meta } of found) {
      const placed: Placed = {
        agentId: file.agent,
        type: text(meta?.agentType),
        description: text(meta?.description),
        toolUseId: text(meta?.toolUseId),
        file,
        figures: null,
        children: [],
      }
      if (file.agent !== null) byId.set(file.agent, placed)
      if (placed.toolUseId !== null) byToolUse.set(placed.toolUseId, placed)
    }
    const parents = new Map<Placed, Placed>()
    for (const { file, meta } of found) {
      const placed = byId.get(file.agent ?? '')
      const parent = byId.get(text(meta?.parentAgentId) ?? '')
      if (placed !== undefined && parent !== undefined && !isAbove(placed, parent, parents))
        parents.set(placed, parent)
    }
    for (const [placed, parent] of parents) parent.children.push(placed)
    this.#roots = [...byId.values()].filter((placed) => !parents.has(placed))
    this.#byToolUse = byToolUse
  }

  /** Older versions: only the transcripts themselves tell. */
  #join({ main, agents: files }: SessionFamily, shown: Readable): void {
    const home = this.#home
    const byTranscript = new Map<Transcript, CataloguedTranscript>()
    const read = files.flatMap((file) => {
      try {
        const { transcript, source } = openAgentFile(home, file)
        byTranscript.set(transcript, file)
        return [{ agentId: file.agent ?? '', transcript, source, meta: agentMeta(file.path) }]
      } catch (error) {
        if (error instanceof StoreError) return []
        throw error
      }
    })
    const join = (readable: Readable): void => {
      const tree = joinAgents(readable, read)
      const placed = new Map<Agent, Placed>()
      const place = (agent: Agent): Placed => {
        const known = placed.get(agent)
        if (known !== undefined) return known
        const { agentId, type, description, toolUseId, transcript, rows } = agent
        const file = transcript === null ? null : (byTranscript.get(transcript) ?? null)
        const figures = file === null ? agentFigures(readable.transcript, this.#prices, rows) : null
        const one: Placed = {
          agentId: file === null ? null : agentId,
          type,
          description,
          toolUseId,
          file,
          figures,
          children: [],
        }
        placed.set(agent, one)
        return one
      }
      const open = [...tree.agents, ...tree.unattached]
      for (let next = open.pop(); next !== undefined; next = open.pop())
        for (const child of next.children) {
          place(next).children.push(place(child))
          open.push(child)
        }
      this.#roots = [...tree.agents, ...tree.unattached].map(place)
      this.#byToolUse = new Map(Array.from(tree.byToolUse, ([id, agent]) => [id, place(agent)]))
    }
    if (main === null || !shown.transcript.agentFile) join(shown)
    else join(openAgentFile(home, main))
  }

  /** It is written once, when the agent starts. */
  #metaOf(path: string): AgentMeta | null {
    const known = this.#metas.get(path) ?? agentMeta(path)
    if (typeof known?.toolUseId === 'string') this.#metas.set(path, known)
    return known
  }
}

const NO_FACTS: AgentFigures = {
  model: null,
  steps: 0,
  toolCalls: 0,
  startTime: null,
  endTime: null,
  tokens: NO_USAGE,
  cost: { nanoDollars: 0, unpricedTokens: 0 },
}

const MOST_SIGNS = 500

function short(value: string | null): string | null {
  return value === null ? null : cutString(value, MOST_SIGNS)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function hasSidechains({ scan, agentFile }: Transcript): boolean {
  if (agentFile) return false
  const { flags, count } = scan.columns
  for (let row = 0; row < count; row++) if ((flags[row] & FLAG.sidechain) !== 0) return true
  return false
}

/** Whether making `parent` the parent of `placed` would close a ring. */
function isAbove(placed: Placed, parent: Placed, parents: ReadonlyMap<Placed, Placed>): boolean {
  for (let at: Placed | undefined = parent; at !== undefined; at = parents.get(at))
    if (at === placed) return true
  return false
}

function below(agent: Placed): number {
  let count = 0
  const open = [...agent.children]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count++
    open.push(...next.children)
  }
  return count
}
