import { Workspace } from './demo-workspace.ts'
import { Random } from './prng.ts'
import type { PromptKind, RowRecord, Usage } from './records.ts'
import { assistantBody, syntheticBody, userBody } from './rows.ts'
import { MemorySink } from './sinks.ts'
import type { ToolCall } from './tools.ts'
import { profileOf } from './versions.ts'
import { Writer } from './writer.ts'

export interface StoryStart {
  /** Names the story: every id in it comes from here. */
  readonly seed: string
  readonly version: string
  readonly cwd: string
  readonly gitBranch: string
  readonly slug: string
  /** ISO time of the first row. */
  readonly at: string
  readonly files: Readonly<Record<string, string>>
}

/** What the model does in one API message: think, speak, call tools. */
export interface Beat {
  readonly think?: string
  readonly say?: string
  readonly calls?: readonly (ToolCall | AgentStory)[]
}

/** A sub-agent: `tell` writes its transcript and returns what it reports. */
export interface AgentStory {
  readonly agentType: string
  readonly description: string
  readonly prompt: string
  readonly tell: (agent: Teller) => string
}

export interface ToldAgent {
  readonly id: string
  readonly bytes: Uint8Array
  readonly meta: object
}

interface Mark {
  readonly leaf: string | null
  readonly files: ReadonlyMap<string, string>
  readonly context: number
}

const NO_LEAF = '00000000-0000-0000-0000-000000000000'

/** Writes a hand-written story as a transcript: the prose is the story's, the rows are the version's. */
export class Teller {
  readonly workspace: Workspace
  readonly writer: Writer
  readonly agents: ToldAgent[] = []
  private readonly random: Random
  private readonly sink = new MemorySink()
  private lastPrompt = { uuid: '', text: '', at: 0 }
  /** Tokens in view, and how many of them the cache holds. */
  private context = 15_200
  private cached = 0
  private calls = 0
  private output = 0
  private readonly start: StoryStart

  constructor(start: StoryStart, parent?: { readonly agentId: string; readonly teller: Teller }) {
    this.random = new Random(parent ? `${start.seed} ${parent.agentId}` : start.seed)
    const profile = profileOf(start.version)
    const sessionId = this.random.uuid()
    this.workspace = parent?.teller.workspace ?? new Workspace(start.cwd, profile, start.files)
    this.writer = new Writer({
      random: this.random,
      profile,
      sessionId: parent?.teller.writer.sessionId ?? sessionId,
      cwd: start.cwd,
      gitBranch: start.gitBranch,
      slug: start.slug,
      startTime: Date.parse(start.at),
      sink: this.sink,
      ...(parent ? { agentId: parent.agentId } : {}),
    })
    this.start = start
  }

  wait(seconds: number): this {
    this.writer.tick(Math.round(seconds * 1000))
    return this
  }

  /** What the person types; `content` where the row carries more than that. */
  prompt(text: string, options: { readonly kind?: PromptKind; readonly content?: unknown } = {}): this {
    const { kind = 'plain', content = text } = options
    const { writer } = this
    writer.promptId = this.random.uuid()
    const rest = {
      ...(writer.profile.sourceUuid && !writer.agentId ? { permissionMode: 'default' } : {}),
      ...(writer.profile.origin && !writer.agentId
        ? { origin: { kind: 'human' }, promptSource: 'typed' }
        : {}),
    }
    const row = writer.chain('user', (uuid, time) => userBody(content, uuid, time, rest), {
      prompt: { kind, text },
    })
    this.lastPrompt = { uuid: row.uuid, text, at: writer.clock }
    this.context += tokens(text)
    return this
  }

  /** One message of the model and the results of its calls. */
  beat({ think, say, calls = [] }: Beat): this {
    const { writer, random } = this
    this.wait(2 + (say ?? think ?? '').length / 220)
    const asked = calls.map((call) => ({ call, id: `toolu_01${random.base58(22)}` }))
    const blocks = [
      ...(think ? [{ type: 'thinking', thinking: think, signature: random.base64(344) }] : []),
      ...(say ? [{ type: 'text', text: say }] : []),
      ...asked.map(({ call, id }) => toolUse(writer, call, id)),
    ]
    const usage = this.usage(tokens(JSON.stringify(blocks)))
    const row = {
      profile: writer.profile,
      messageId: `msg_01${random.base58(22)}`,
      requestId: `req_011${random.base58(21)}`,
      usage,
      stopReason: writer.profile.stopReason === 'all' ? (calls.length > 0 ? 'tool_use' : 'end_turn') : null,
    }
    const rows = blocks.map((block, blockIndex) => {
      const use = asked[blockIndex - (blocks.length - asked.length)]
      return writer.chain(
        'assistant',
        (uuid, time) => assistantBody({ ...row, content: [block], blockIndex }, uuid, time),
        {
          message: { id: row.messageId, usage },
          ...(use ? { toolUses: [{ id: use.id, name: nameOf(writer, use.call) }] } : {}),
        },
      )
    })
    asked.forEach(({ call, id }, i) => this.result(call, id, rows[rows.length - asked.length + i]))
    return this
  }

  /** What the program writes when a turn has ended. */
  endTurn(title?: string): this {
    const { writer } = this
    const { sessionId, profile } = writer
    if (profile.sourceUuid) {
      const durationMs = writer.clock - this.lastPrompt.at
      writer.chain('system', (uuid, timestamp) => ({
        type: 'system',
        subtype: 'turn_duration',
        durationMs,
        messageCount: writer.window.length,
        timestamp,
        uuid,
        isMeta: false,
      }))
    }
    if (profile.lastPrompt === 'leaf' && writer.leaf) {
      writer.lastPrompt({
        type: 'last-prompt',
        lastPrompt: this.lastPrompt.text.slice(0, 200),
        leafUuid: writer.leaf,
        sessionId,
      })
      if (title) writer.side({ type: 'ai-title', aiTitle: title, sessionId })
    } else if (title && writer.leaf) {
      writer.side({ type: 'summary', summary: title, leafUuid: writer.leaf })
    }
    return this
  }

  /** Where the next row would hang, and the files as they are. */
  mark(): Mark {
    return { leaf: this.writer.leaf, files: this.workspace.snapshot(), context: this.context }
  }

  /** The person goes back to a mark, conversation and code. Nothing is written before the next prompt. */
  rewind(to: Mark): this {
    const { writer } = this
    const { sessionId } = writer
    writer.leaf = to.leaf
    if (writer.profile.version === '2.1.325') {
      writer.lastPrompt({ type: 'last-prompt', leafUuid: NO_LEAF, explicit: true, sessionId })
    }
    this.workspace.restore(to.files)
    this.context = to.context
    this.cached = Math.min(this.cached, to.context)
    return this
  }

  /** A `/command` that the program answers by itself. */
  command(name: string, stdout: string): this {
    this.prompt(`/${name}`, {
      kind: 'slash-command',
      content: `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args></command-args>`,
    })
    return this.told(`<local-command-stdout>${stdout}</local-command-stdout>`)
  }

  /** A command typed after `!`. */
  shell(command: string, stdout: string): this {
    this.prompt(command, { kind: 'bash', content: `<bash-input>${command}</bash-input>` })
    return this.told(`<bash-stdout>${stdout}</bash-stdout><bash-stderr></bash-stderr>`)
  }

  interrupt(): this {
    this.writer.chain('user', (uuid, time) =>
      userBody([{ type: 'text', text: '[Request interrupted by user for tool use]' }], uuid, time),
    )
    return this
  }

  /** The API did not answer and the program gave up. */
  apiFailure(text: string): this {
    this.writer.chain('assistant', (uuid, time) =>
      syntheticBody(this.writer.profile, { text, id: this.random.uuid(), error: 'server_error' }, [
        uuid,
        time,
      ]),
    )
    return this
  }

  /** The program makes room: everything so far is replaced by a summary. */
  compact(summary: string): this {
    const { writer } = this
    const logicalParent = writer.leaf
    const compactMetadata = { trigger: 'auto', preTokens: this.context }
    writer.chain(
      'system',
      (uuid, timestamp) => ({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        isMeta: false,
        timestamp,
        uuid,
        level: 'info',
        compactMetadata,
      }),
      { parent: null, boundary: { logicalParent } },
    )
    const content = `This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n${summary}`
    writer.chain('user', (uuid, timestamp) => ({
      type: 'user',
      message: { role: 'user', content },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      uuid,
      timestamp,
    }))
    this.context = 15_200 + tokens(content)
    this.cached = 0
    return this
  }

  bytes(): Uint8Array {
    this.writer.flush(true)
    return this.sink.bytes()
  }

  /** Makes the tokens in view as many as a longer working day would have. */
  grown(context: number): this {
    this.context = context
    return this
  }

  private told(content: string): this {
    this.writer.chain('user', (uuid, time) => userBody(content, uuid, time))
    return this
  }

  private result(call: ToolCall | AgentStory, id: string, toolRow: RowRecord): void {
    const { writer } = this
    const answer = 'tell' in call ? this.agent(call, id) : call
    this.calls++
    writer.tick(40 + (id.charCodeAt(12) % 40) * 20)
    const isError = answer.status === 'error' || answer.status === 'denied'
    const block = isError
      ? { type: 'tool_result', content: answer.content, is_error: true, tool_use_id: id }
      : {
          tool_use_id: id,
          type: 'tool_result',
          content: answer.content,
          ...(answer.name === 'Bash' ? { is_error: false } : {}),
        }
    writer.chain(
      'user',
      (uuid, time) =>
        userBody([block], uuid, time, {
          toolUseResult: answer.toolUseResult,
          ...(writer.profile.sourceUuid ? { sourceToolAssistantUUID: toolRow.uuid } : {}),
        }),
      {
        result: { id, status: answer.status },
        parent: writer.profile.parallel === 'tree' ? toolRow.uuid : writer.leaf,
      },
    )
    this.context += tokens(JSON.stringify(answer.content))
  }

  private agent(story: AgentStory, toolUseId: string): ToolCall {
    const { writer, random } = this
    const agentId = `a${random.hex(16)}`
    const at = new Date(writer.clock + 60).toISOString()
    const agent = new Teller({ ...this.start, at }, { agentId, teller: this })
    agent.prompt(story.prompt, { kind: 'agent' })
    const content = [{ type: 'text', text: story.tell(agent) }]
    const totalDurationMs = agent.writer.clock - writer.clock
    writer.clock = agent.writer.clock
    const { agentType, description } = story
    this.agents.push({
      id: agentId,
      bytes: agent.bytes(),
      meta: { agentType, description, toolUseId, spawnDepth: 1, finished: true },
    })
    return {
      name: writer.profile.agentTool,
      input: {},
      content,
      toolUseResult: {
        status: 'completed',
        prompt: story.prompt,
        agentId,
        agentType,
        content,
        resolvedModel: writer.profile.model,
        totalDurationMs,
        totalTokens: agent.context,
        totalToolUseCount: agent.calls,
        usage: { input_tokens: 4, output_tokens: agent.output, service_tier: 'standard' },
      },
      status: 'ok',
    }
  }

  private usage(output: number): Usage {
    const cacheWrite5m = this.context - this.cached
    const usage = { input: 4, output, cacheRead: this.cached, cacheWrite5m, cacheWrite1h: 0 }
    this.cached = this.context
    this.context += output
    this.output += output
    return usage
  }
}

function toolUse(writer: Writer, call: ToolCall | AgentStory, id: string): object {
  const input =
    'tell' in call
      ? { description: call.description, prompt: call.prompt, subagent_type: call.agentType }
      : call.input
  const body = { type: 'tool_use', id, name: nameOf(writer, call), input }
  return writer.profile.caller ? { ...body, caller: { type: 'direct' } } : body
}

function nameOf(writer: Writer, call: ToolCall | AgentStory): string {
  return 'tell' in call ? writer.profile.agentTool : call.name
}

/** Four characters a token: close enough for English and code. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}
