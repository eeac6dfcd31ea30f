/**
 * How each Claude Code version writes: a profile holds only what differs in the bytes. Observed in public
 * transcripts and by running the real program; where the exact change-over version is unknown, the nearest observed
 * version stands for its neighbours.
 */
export interface Profile {
  readonly version: string
  /** `head`: the shared fields stand before the row's own ones; `tail`: after them (and `entrypoint` exists). */
  readonly envelope: 'head' | 'tail'
  readonly gitBranch: boolean
  /** Rows carry the session's three-word `slug`. */
  readonly slug: boolean
  readonly model: string
  readonly usage: 'plain' | 'classes' | 'geo' | 'full' | 'details'
  readonly stopReason: 'null' | 'last' | 'all'
  /** Parallel results: one after another, or each on its own tool_use row. */
  readonly parallel: 'chain' | 'tree'
  readonly agents: 'sidechain' | 'flat' | 'subagents' | 'subagents-meta'
  readonly agentTool: 'Task' | 'Agent'
  readonly todoTool: 'TodoWrite' | 'TaskCreate'
  readonly progress: boolean
  readonly attachments: 'none' | 'plain' | 'rendered'
  readonly sourceUuid: boolean
  readonly origin: boolean
  readonly sessionIdTwin: boolean
  readonly lastPrompt: 'none' | 'text' | 'leaf'
  /** Read results number lines `     1→` or `1\t`. */
  readonly lineNumbers: 'arrow' | 'tab'
  readonly caller: boolean
  /** Share among generated sessions, after the bytes per version of the public transcripts. */
  readonly weight: number
}

const OLDEST: Profile = {
  version: '1.0.53',
  envelope: 'head',
  gitBranch: false,
  slug: false,
  model: 'claude-sonnet-4-20250514',
  usage: 'plain',
  stopReason: 'null',
  parallel: 'chain',
  agents: 'sidechain',
  agentTool: 'Task',
  todoTool: 'TodoWrite',
  progress: false,
  attachments: 'none',
  sourceUuid: false,
  origin: false,
  sessionIdTwin: false,
  lastPrompt: 'none',
  lineNumbers: 'arrow',
  caller: false,
  weight: 7,
}
const V1_0_120: Profile = { ...OLDEST, version: '1.0.120', gitBranch: true, usage: 'classes', weight: 5 }
const V2_0_76: Profile = {
  ...V1_0_120,
  version: '2.0.76',
  model: 'claude-opus-4-5-20251101',
  agents: 'flat',
  slug: true,
  weight: 5,
}
const V2_1_5: Profile = { ...V2_0_76, version: '2.1.5', parallel: 'tree', progress: true, weight: 13 }
const V2_1_29: Profile = {
  ...V2_1_5,
  version: '2.1.29',
  sourceUuid: true,
  todoTool: 'TaskCreate',
  weight: 15,
}
const V2_1_45: Profile = {
  ...V2_1_29,
  version: '2.1.45',
  model: 'claude-opus-4-6',
  usage: 'geo',
  agents: 'subagents',
  weight: 9,
}
const V2_1_53: Profile = { ...V2_1_45, version: '2.1.53', caller: true, weight: 9 }
const V2_1_101: Profile = {
  ...V2_1_53,
  version: '2.1.101',
  envelope: 'tail',
  usage: 'full',
  stopReason: 'last',
  progress: false,
  attachments: 'plain',
  agents: 'subagents-meta',
  agentTool: 'Agent',
  lastPrompt: 'text',
  lineNumbers: 'tab',
  weight: 12,
}
const V2_1_126: Profile = {
  ...V2_1_101,
  version: '2.1.126',
  stopReason: 'all',
  lastPrompt: 'leaf',
  slug: false,
  weight: 8,
}
const V2_1_178: Profile = {
  ...V2_1_126,
  version: '2.1.178',
  model: 'claude-opus-4-8',
  origin: true,
  weight: 6,
}
const V2_1_226: Profile = { ...V2_1_178, version: '2.1.226', sessionIdTwin: true, slug: true, weight: 6 }
const V2_1_325: Profile = {
  ...V2_1_226,
  version: '2.1.325',
  model: 'claude-opus-5-5',
  usage: 'details',
  attachments: 'rendered',
  weight: 5,
}

/** All versions the generator can write, oldest first. */
export const PROFILES: readonly Profile[] = [
  OLDEST,
  V1_0_120,
  V2_0_76,
  V2_1_5,
  V2_1_29,
  V2_1_45,
  V2_1_53,
  V2_1_101,
  V2_1_126,
  V2_1_178,
  V2_1_226,
  V2_1_325,
]

export const NEWEST: Profile = V2_1_325

export function profileOf(version: string): Profile {
  const found = PROFILES.find((profile) => profile.version === version)
  if (!found)
    throw new Error(`unknown version ${version}; known: ${PROFILES.map((p) => p.version).join(', ')}`)
  return found
}
