import type { Agent } from '@skein/transcript'
import type { SessionTables } from './agent-strand.ts'
import { agentPrompt, agentStrand } from './agent-strand.ts'
import type { Ending } from './ending.ts'
import { endingOf, isTold } from './ending.ts'
import type { AgentSpan, Span } from './span.ts'
import type { Around, StartingTool, Trunk } from './strand-spans.ts'
import { strandSpans } from './strand-spans.ts'
import type { Strand } from './strand.ts'
import type { Extent, Moment } from './times.ts'
import { extent } from './times.ts'

/** A turn's part of the main conversation. */
export interface TurnStrand extends Strand {
  /** -1 where the turn has none. */
  readonly prompt: number
  readonly agents: readonly Agent[]
}

export interface TurnSpans {
  /** Parents before children. */
  readonly spans: Span[]
  /** How many sub-agents are still at work, and left out with all below them. */
  readonly waiting: number
}

/** The spans of a turn, level by level: nothing here is recursive. */
export function turnSpans(turn: TurnStrand, tables: SessionTables, around: Around): TurnSpans {
  const root = rootSpan(turn, around)
  const spans: Span[] = [root]
  const main = strandSpans(turn, { ...root, key: '' }, around)
  for (const span of main.spans) spans.push(span)
  const open = startedBy(turn.agents, main.tools, root.spanId)
  let waiting = 0
  for (let next = 0; next < open.length; next++) {
    const { agent, tool, parentId } = open[next]
    const strand = agentStrand(agent, tables)
    const ending = endingOf(strand)
    if (!hasEnded(ending, tool, around)) {
      waiting++
      continue
    }
    const trunk = trunkOf(strand, tables, around)
    const made = strandSpans(strand, trunk, around)
    spans.push(agentSpan(strand, { trunk, parentId, ending, around, output: lastOutput(made.spans) }))
    for (const span of made.spans) spans.push(span)
    for (const child of startedBy(agent.children, made.tools, trunk.spanId)) open.push(child)
  }
  return { spans, waiting }
}

/** The last text a model wrote in some spans. */
export function lastOutput(spans: readonly Span[]): string | null {
  const last = spans.findLast((span) => span.kind === 'generation' && span.output !== null)
  return last?.kind === 'generation' ? last.output : null
}

interface Started {
  readonly agent: Agent
  /** Null where no call of the conversation above started it. */
  readonly tool: StartingTool | null
  readonly parentId: string
}

function startedBy(
  agents: readonly Agent[],
  tools: ReadonlyMap<string, StartingTool>,
  trunk: string,
): Started[] {
  return agents.map((agent) => {
    const tool = (agent.toolUseId === null ? undefined : tools.get(agent.toolUseId)) ?? null
    return { agent, tool, parentId: tool?.spanId ?? trunk }
  })
}

/** A call waits for its agent, unless it only started it; then, and without a call, the agent's own last words count. */
function hasEnded({ state }: Ending, tool: StartingTool | null, { options }: Around): boolean {
  if (options.settled) return true
  return tool === null || tool.state === 'launched' ? state === 'done' : tool.state === 'answered'
}

function trunkOf(strand: Strand, tables: SessionTables, around: Around): Trunk {
  const { agent } = strand
  const key = agent === null ? '' : tables.places.keyOf(agent)
  return {
    spanId: around.ids.next(key, 'agent', key),
    key,
    agentId: agent?.agentId ?? key,
    input: agentPrompt(strand),
  }
}

interface AgentParts {
  readonly trunk: Trunk
  readonly parentId: string
  readonly ending: Ending
  readonly around: Around
  readonly output: string | null
}

function agentSpan(strand: Strand, { trunk, parentId, ending, around, output }: AgentParts): AgentSpan {
  const { agent, tables, rows } = strand
  const from = rows.length === 0 ? NO_MOMENT : tables.times.at(rows[0])
  return {
    kind: 'agent',
    trace: around.trace,
    spanId: trunk.spanId,
    parentId,
    agentId: trunk.agentId,
    ...whole(strand, from, ending),
    error: ending.error,
    type: agent?.type ?? null,
    description: agent?.description ?? null,
    input: trunk.input,
    output,
  }
}

const NO_MOMENT: Moment = { time: 0, estimated: true }

function rootSpan(turn: TurnStrand, around: Around): AgentSpan {
  const { tables, rows, prompt } = turn
  const { trace } = around
  const ending = endingOf(turn)
  const first =
    prompt >= 0 ? prompt : (Array.from(rows).find((row) => isTold(tables.transcript, row)) ?? rows[0])
  return {
    kind: 'agent',
    trace,
    spanId: around.ids.next('', 'agent', ''),
    parentId: null,
    agentId: ownAgentId(turn),
    ...whole(turn, first === undefined ? NO_MOMENT : tables.times.at(first), ending),
    error: ending.error,
    type: null,
    description: null,
    input: trace.prompt,
    output: trace.output,
  }
}

/** Of a sub-agent that stands for itself, since its session is gone. */
function ownAgentId({ tables, rows }: TurnStrand): string | null {
  const { agentFile, scan } = tables.transcript
  const id = agentFile && rows.length > 0 ? scan.columns.agentId[rows[0]] : 0
  return id === 0 ? null : scan.ids.text(id)
}

/** To the latest row with which something was said; what the program notes hours later makes nothing longer. */
function whole({ tables, rows }: Strand, from: Moment, { state, error }: Ending): Extent {
  const told = Array.from(rows).filter((row) => isTold(tables.transcript, row))
  const whole = extent(from, tables.times.latest(told) ?? from)
  return { ...whole, incomplete: error === null && (state === 'open' || state === 'nothing') }
}
