import type { Conversation } from './conversation.ts'
import { FeaturePlan } from './features.ts'
import type { Quantiles } from './prng.ts'
import type { RowRecord } from './records.ts'
import { userBody } from './rows.ts'
import { MemorySink } from './sinks.ts'
import { toolUseId } from './steps.ts'
import type { Answer, PlannedCall } from './steps.ts'
import { prose, words } from './text-pool.ts'
import { transcriptTruth } from './truth.ts'
import { Writer } from './writer.ts'

/** Does an agent's work: tool calls, then an answer, whose text it returns. */
export type Work = (conversation: Conversation, options: { readonly agents: boolean }) => string

/** A call of the agent tool. The sub-agent's own transcript is written when the call is answered. */
export function agentCall(conversation: Conversation, work: Work): PlannedCall {
  const { random, writer, plan, scale } = conversation
  const inFile =
    writer.agentId === undefined && (writer.profile.agents === 'sidechain' || plan.wants('sidechains'))
  const agent: AgentJob = {
    id: inFile
      ? `sidechain-${random.hex(7)}`
      : writer.profile.agents === 'flat'
        ? random.hex(7)
        : `a${random.hex(16)}`,
    agentType: random.pick(AGENT_TYPES),
    description: words(random, 4),
    // Old sidechains are joined to their call by the prompt's text, so each must be its own.
    prompt: `${prose(random, Math.max(24, scale(random.quantile(AGENT_PROMPT))))} (${random.hex(6)})`,
    toolUseId: toolUseId(conversation),
  }
  return {
    id: agent.toolUseId,
    name: writer.profile.agentTool,
    input: { description: agent.description, prompt: agent.prompt, subagent_type: agent.agentType },
    agentId: agent.id,
    answer: (toolRow) => {
      if (inFile) return answerOf(conversation, agent, runInFile(conversation, agent, work))
      const isAsync = plan.wants('asyncAgents')
      const text = runApart(conversation, agent, work)
      if (isAsync) conversation.notices.push({ id: agent.id, toolUseId: agent.toolUseId, result: text })
      else agentProgress(conversation, agent, toolRow)
      return isAsync ? launched(conversation, agent) : answerOf(conversation, agent, text)
    },
  }
}

interface AgentJob {
  readonly id: string
  readonly agentType: string
  readonly description: string
  readonly prompt: string
  readonly toolUseId: string
}

const AGENT_TYPES = ['general-purpose', 'Explore', 'Plan', 'code-reviewer']
const AGENT_PROMPT: Quantiles = [
  [0, 30],
  [0.25, 180],
  [0.5, 683],
  [0.75, 1672],
  [0.9, 3153],
  [1, 5424],
]
const MAX_DEPTH = 3

/** Rows of the old versions: a root of their own inside the parent's file, marked as sidechain. */
function runInFile(conversation: Conversation, agent: AgentJob, work: Work): string {
  const { writer, state, depth } = conversation
  const { leaf, sidechain } = writer
  writer.leaf = null
  writer.sidechain = true
  const root = promptRow(writer, agent)
  const text = work({ ...conversation, prompts: [], notices: [], depth: depth + 1 }, { agents: false })
  writer.leaf = leaf
  writer.sidechain = sidechain
  state.agents.push({
    id: agent.id,
    agentType: agent.agentType,
    place: 'in-file',
    toolUseId: agent.toolUseId,
    depth: depth + 1,
    root: root.uuid,
  })
  return text
}

/** A transcript of its own: null root, the parent's session id, every row a sidechain row. */
function runApart(conversation: Conversation, agent: AgentJob, work: Work): string {
  const { writer: parent, random, state, plan, depth } = conversation
  const { profile } = parent
  const place = profile.agents === 'flat' || profile.agents === 'sidechain' ? 'flat' : 'subagents'
  const sink = new MemorySink()
  const writer = new Writer({
    random,
    profile,
    sessionId: parent.sessionId,
    cwd: parent.cwd,
    gitBranch: parent.gitBranch,
    slug: parent.slug,
    startTime: parent.clock + 40,
    agentId: agent.id,
    sink,
    ...(parent.damagePlan ? { damage: parent.damagePlan } : {}),
  })
  promptRow(writer, agent)
  const nested = depth + 1 < MAX_DEPTH && plan.wants('nestedAgents')
  const features = new FeaturePlan(
    random,
    { thinking: 0.1, parallelTools: 0.1, toolErrors: 0.05, subAgents: nested },
    1,
  )
  const own: Conversation = {
    ...conversation,
    writer,
    plan: features,
    depth: depth + 1,
    prompts: [],
    notices: [],
    context: 9000,
    cached: 0,
  }
  const text = work(own, { agents: nested })
  writer.flush(true)
  parent.clock = writer.clock
  const parentAgentId = parent.agentId ? { parentAgentId: parent.agentId } : {}
  state.agents.push({
    id: agent.id,
    agentType: agent.agentType,
    place,
    toolUseId: agent.toolUseId,
    ...parentAgentId,
    depth: depth + 1,
    truth: transcriptTruth(writer),
  })
  const meta = {
    agentType: agent.agentType,
    description: agent.description,
    toolUseId: agent.toolUseId,
    ...parentAgentId,
    spawnDepth: depth + 1,
    finished: true,
  }
  state.files.push({
    id: agent.id,
    place,
    bytes: sink.bytes(),
    meta: profile.agents === 'subagents-meta' ? meta : undefined,
  })
  return text
}

function promptRow(writer: Writer, agent: AgentJob): RowRecord {
  return writer.chain('user', (uuid, time) => userBody(agent.prompt, uuid, time), {
    prompt: { kind: 'agent', text: agent.prompt },
  })
}

function answerOf(conversation: Conversation, agent: AgentJob, text: string): Answer {
  const { random, writer } = conversation
  const content = [{ type: 'text', text }]
  const output = random.int(200, 4000)
  return {
    content,
    toolUseResult: {
      status: 'completed',
      prompt: agent.prompt,
      agentId: agent.id,
      ...(writer.profile.agentTool === 'Agent' ? { agentType: agent.agentType } : {}),
      content,
      totalDurationMs: random.int(4000, 240_000),
      totalTokens: output + 20_000,
      totalToolUseCount: random.int(1, 30),
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 395,
        cache_read_input_tokens: 20_000,
        output_tokens: output,
        service_tier: 'standard',
      },
    },
    status: 'ok',
  }
}

function launched({ writer }: Conversation, agent: AgentJob): Answer {
  const outputFile = `${writer.cwd}/.tasks/${agent.id}.output`
  return {
    content: [
      {
        type: 'text',
        text: `Async agent launched successfully.\nagentId: ${agent.id}\noutput_file: ${outputFile}`,
      },
    ],
    toolUseResult: {
      isAsync: true,
      status: 'async_launched',
      agentId: agent.id,
      description: agent.description,
      prompt: agent.prompt,
      outputFile,
    },
    status: 'ok',
  }
}

/** The parent's file repeats the sub-agent's messages while it runs; they end at the last one. */
function agentProgress(conversation: Conversation, agent: AgentJob, toolRow: RowRecord): void {
  const { writer, random, scale, realistic } = conversation
  if (!writer.profile.progress || writer.agentId || !conversation.plan.allows('progress')) return
  const after = writer.leaf
  writer.leaf = toolRow.uuid
  const count = realistic ? random.int(3, 16) : 2
  for (let i = 0; i < count; i++) {
    const text = prose(random, scale(random.quantile(PROGRESS_TEXT)))
    writer.chain('progress', (uuid, timestamp) => ({
      type: 'progress',
      data: {
        message: {
          type: 'user',
          message: {
            role: 'user',
            content: [
              {
                tool_use_id: `toolu_01${random.base58(22)}`,
                type: 'tool_result',
                content: text,
                is_error: false,
              },
            ],
          },
          uuid: random.uuid(),
          timestamp,
        },
        normalizedMessages: [],
        type: 'agent_progress',
        prompt: agent.prompt,
        agentId: agent.id,
      },
      toolUseID: `agent_msg_01${random.base58(22)}`,
      parentToolUseID: agent.toolUseId,
      uuid,
      timestamp,
    }))
  }
  writer.leaf = after
}

const PROGRESS_TEXT: Quantiles = [
  [0, 40],
  [0.5, 700],
  [0.75, 2600],
  [0.9, 9000],
  [0.99, 40_000],
  [1, 50_000],
]
