import type { AgentSpan, CompactionSpan, GenerationSpan, ToolSpan, TraceFacts } from '@skein/trace'

const START = Date.UTC(2026, 0, 2, 3, 4, 5)

const trace: TraceFacts = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  session: '5f0c6f1e-8a3b-4f7e-9f43-1d2c3b4a5e6f',
  place: { turn: 3, branch: null },
  prompt: 'Why does the build fail?',
  output: 'A missing comma; “fixed” 🙂.',
  project: '/srv/shop',
  gitBranch: 'main',
  version: '2.1.4',
}

const common = { trace, agentId: null, estimated: false, incomplete: false, error: null }

const root: AgentSpan = {
  ...common,
  kind: 'agent',
  spanId: '00f067aa0ba902b7',
  parentId: null,
  start: START,
  end: START + 9000,
  type: null,
  description: null,
  input: trace.prompt,
  output: trace.output,
}

const generation: GenerationSpan = {
  ...common,
  kind: 'generation',
  spanId: '00f067aa0ba902b8',
  parentId: root.spanId,
  start: START,
  end: START + 2000,
  messageId: 'msg_01',
  model: 'claude-sonnet-4-5-20250929',
  finishReason: 'tool_use',
  input: trace.prompt,
  output: 'Let me look.',
  thinking: null,
  toolCount: 2,
  usage: {
    input: 12,
    output: 345,
    cacheRead: 1,
    cacheWrite5m: 100,
    cacheWrite1h: 20,
    webSearches: 0,
    webFetches: 0,
  },
  serviceTier: 'standard',
  // 3, 15, 0.3, 3.75 and 6 dollars a million tokens.
  cost: {
    input: 36_000,
    output: 5_175_000,
    cacheRead: 300,
    cacheWrite5m: 375_000,
    cacheWrite1h: 120_000,
    webSearches: 0,
    total: 5_706_300,
  },
}

const tool: ToolSpan = {
  ...common,
  kind: 'tool',
  spanId: '00f067aa0ba902b9',
  parentId: generation.spanId,
  start: START + 2000,
  end: START + 3000,
  name: 'Read',
  callId: 'toolu_01',
  arguments: { file_path: '/srv/shop/a.ts', limit: 20 },
  result: '1\tconst a = [1 2]',
}

const blocksTool: ToolSpan = {
  ...tool,
  spanId: '00f067aa0ba902ba',
  name: 'mcp__db__query',
  callId: 'toolu_02',
  arguments: {},
  result: [{ type: 'text', text: 'no such table' }],
  error: { type: 'tool_error', message: 'no such table' },
}

const unmatchedTool: ToolSpan = {
  ...tool,
  spanId: '00f067aa0ba902bb',
  name: 'Bash',
  callId: 'toolu_03',
  arguments: { command: 'npm test' },
  result: null,
  end: START + 2000,
  incomplete: true,
}

const agent: AgentSpan = {
  ...common,
  kind: 'agent',
  spanId: '00f067aa0ba902bc',
  parentId: tool.spanId,
  agentId: 'a1b2c3',
  start: START + 2500,
  end: START + 2900,
  type: 'Explore',
  description: 'Find the comma',
  input: 'Look in a.ts',
  output: 'Line 1.',
}

/** The model of an API error is not known to any price list, and nothing was used. */
const failed: GenerationSpan = {
  ...generation,
  spanId: '00f067aa0ba902bd',
  start: START + 3000,
  end: START + 4000,
  messageId: null,
  model: 'claude-unknown',
  finishReason: null,
  input: null,
  output: null,
  toolCount: 0,
  usage: null,
  serviceTier: null,
  cost: null,
  estimated: true,
  error: { type: 'api_error', message: 'Overloaded' },
}

const compaction: CompactionSpan = {
  ...common,
  kind: 'compaction',
  spanId: '00f067aa0ba902be',
  parentId: root.spanId,
  start: START + 5000,
  end: START + 5000,
  trigger: 'auto',
  tokensBefore: 155_000,
  tokensAfter: null,
}

/** A turn with one span of every kind and shape. */
export const TURN = { trace, root, generation, tool, blocksTool, unmatchedTool, agent, failed, compaction }
