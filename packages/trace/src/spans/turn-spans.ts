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
  const begun = beginningOf(turn)
  const root = rootSpan(turn, begun ?? { time: turn.tables.times.first, estimated: true }, around)
  const spans: Span[] = [root]
  const main = strandSpans(turn, { ...root, key: '' }, around)
  for (const span of main.spans) spans.push(span)
  const open = startedBy(turn.agents, main.tools, root)
  let waiting = 0
  for (let next = 0; next < open.length; next++) {
    const { agent, tool, parentId, since } = open[next]
    const strand = agentStrand(agent, tables, since)
    const ending = endingOf(strand)
    if (!hasEnded(ending, tool, around)) {
      waiting++
      continue
    }
    const trunk = trunkOf(strand, tables, around)
    const made = strandSpans(strand, trunk, around)
    const output = lastOutput(made.spans)
    const own = agentSpan(strand, { trunk, parentId, since, ending, around, output })
    spans.push(own)
    for (const span of made.spans) spans.push(span)
    for (const child of startedBy(agent.children, made.tools, own)) open.push(child)
  }
  if (begun === null && spans.length > 1) spans[0] = { ...root, ...covering(spans.slice(1)) }
  return { spans, waiting }
}

/** With which row a turn begins; null where nothing of it stands in the main conversation but its sub-agents. */
function beginningOf({ tables, rows, prompt }: TurnStrand): Moment | null {
  const first =
    prompt >= 0 ? prompt : (Array.from(rows).find((row) => isTold(tables.transcript, row)) ?? rows[0])
  return first === undefined ? null : tables.times.at(first)
}

function covering(spans: readonly Span[]): Pick<Span, 'start' | 'end'> {
  let [start, end] = [Infinity, -Infinity]
  for (const span of spans) {
    start = Math.min(start, span.start)
    end = Math.max(end, span.end)
  }
  return { start, end }
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
  /** When that began: an agent of which no row has a time began no earlier. */
  readonly since: number
}

function startedBy(
  agents: readonly Agent[],
  tools: ReadonlyMap<string, StartingTool>,
  trunk: Pick<AgentSpan, 'spanId' | 'start'>,
): Started[] {
  return agents.map((agent) => {
    const tool = (agent.toolUseId === null ? undefined : tools.get(agent.toolUseId)) ?? null
    const { spanId, start } = tool ?? trunk
    return { agent, tool, parentId: spanId, since: start }
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
  readonly since: number
  readonly ending: Ending
  readonly around: Around
  readonly output: string | null
}

function agentSpan(strand: Strand, parts: AgentParts): AgentSpan {
  const { trunk, parentId, since, ending, around, output } = parts
  const { agent, tables, rows } = strand
  const from = rows.length === 0 ? { time: since, estimated: true } : tables.times.at(rows[0])
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

function rootSpan(turn: TurnStrand, from: Moment, around: Around): AgentSpan {
  const { trace } = around
  const ending = endingOf(turn)
  return {
    kind: 'agent',
    trace,
    spanId: around.ids.next('', 'agent', ''),
    parentId: null,
    agentId: ownAgentId(turn),
    ...whole(turn, from, ending),
    error: ending.error,
    type: around.root.type,
    description: around.root.description,
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
