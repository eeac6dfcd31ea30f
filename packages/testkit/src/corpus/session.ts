import { pointBack, rewindTurn } from './branches.ts'
import type { AgentFiles, Conversation, SessionState } from './conversation.ts'
import { DAMAGE_KINDS } from './damage.ts'
import type { DamagePlan } from './damage.ts'
import { FeaturePlan } from './features.ts'
import type { FeatureRates } from './features.ts'
import { forkSession } from './forks.ts'
import type { ForkedSession } from './forks.ts'
import { opening } from './noise.ts'
import { Random } from './prng.ts'
import type { DamageKind } from './records.ts'
import { MemorySink } from './sinks.ts'
import { words } from './text-pool.ts'
import { transcriptTruth } from './truth.ts'
import type { SessionTruth } from './truth.ts'
import { nextTurn, pendingCall, plainTurn } from './turns.ts'
import { NEWEST, profileOf } from './versions.ts'
import { Writer } from './writer.ts'
import type { Sink } from './writer.ts'

export interface SessionOptions {
  readonly seed: string | number
  /** Turns to write; features that were asked for may add up to a few. Default 4. */
  readonly turns?: number
  readonly features?: FeatureRates
  /** One of `PROFILES`; the newest by default. */
  readonly version?: string
  /** Share of damaged lines, or a plan that names the kinds. Default none. */
  readonly damage?: number | { readonly rate: number; readonly kinds?: readonly DamageKind[] }
}

export interface GeneratedSession {
  readonly bytes: Uint8Array
  readonly truth: SessionTruth
  readonly agents: readonly AgentFiles[]
  readonly toolResults: readonly { readonly name: string; readonly text: string }[]
  /** Other sessions made from this one. */
  readonly forks: readonly ForkedSession[]
}

/** A small session, all in memory: tens of lines, the same bytes for the same options. */
export function generateSession(options: SessionOptions): GeneratedSession {
  const sink = new MemorySink()
  const made = writeSession({ ...options, sink, realistic: false, project: '-srv-app' })
  return { ...made, bytes: sink.bytes() }
}

export interface StreamOptions extends SessionOptions {
  readonly sink: Sink
  /** Lengths and counts as in real transcripts; otherwise everything is short. */
  readonly realistic: boolean
  readonly project: string
  readonly cwd?: string
  /** Goes on until the transcript has this size; `turns` is then not used. */
  readonly targetBytes?: number
  /** Hears the session's id before the first bytes. */
  readonly onStart?: (sessionId: string) => void
}

/** Writes a session to a sink; sub-agents, outputs and forks come back with the truth. */
export function writeSession(options: StreamOptions): Omit<GeneratedSession, 'bytes'> {
  const { random, conversation } = start(options)
  const { writer, plan, state } = conversation
  const turns = options.turns ?? 4
  options.onStart?.(writer.sessionId)
  opening(conversation)
  if (options.targetBytes === undefined) {
    for (let i = 0; i < turns || (i < turns + EXTRA_TURNS && plan.open.some(needsTurn)); i++)
      runTurn(conversation)
  } else {
    while (writer.bytes < options.targetBytes) runTurn(conversation)
  }
  if (plan.wants('lastPrompt')) {
    if (writer.forks.length === 0 && conversation.prompts.length > 0) rewindTurn(conversation, plainTurn)
    pointBack(conversation)
  }
  if (plan.wants('pendingTool')) pendingCall(conversation)
  writer.flush(true)
  const truth: SessionTruth = {
    ...transcriptTruth(writer),
    project: state.project,
    agents: state.agents,
    toolResults: state.toolResults.map(({ name }) => name),
  }
  const forks = plan.wants('forks')
    ? [forkSession({ conversation, truth, kind: random.pick(['fork-session', 'branch']) })]
    : []
  return { truth, agents: state.files, toolResults: state.toolResults, forks }
}

/** Turns that may be added so that every feature asked for happens. */
const EXTRA_TURNS = 5
const END_FEATURES = new Set(['forks', 'lastPrompt', 'pendingTool', 'gateway'])
/** 2026-01-05T09:00:00Z: an arbitrary Monday. Sessions start within half a year after it. */
const EPOCH = 1_767_603_600_000

function needsTurn(feature: string): boolean {
  return !END_FEATURES.has(feature)
}

/** Settles the turn before, then writes the next: the last one waits, so that its end can still be damaged. */
function runTurn(conversation: Conversation): void {
  conversation.writer.flush()
  nextTurn(conversation)
}

function start(options: StreamOptions): { random: Random; conversation: Conversation } {
  const random = new Random(options.seed)
  const features: FeatureRates = options.features ?? {}
  const plan = new FeaturePlan(random, features, options.turns ?? 4)
  const state: SessionState = {
    project: options.project,
    agents: [],
    files: [],
    toolResults: [],
    gateway: plan.wantsEver('gateway'),
    cacheClass: random.pick(['5m', '1h'] as const),
  }
  const damage = damagePlan(options.damage)
  const writer = new Writer({
    random,
    profile: options.version ? profileOf(options.version) : NEWEST,
    sessionId: random.uuid(),
    cwd: options.cwd ?? '/srv/app',
    gitBranch: random.pick(['main', 'main', `feature/${words(random, 1)}`]),
    slug: words(random, 3).replaceAll(' ', '-'),
    startTime: EPOCH + random.int(0, 180 * 24 * 60) * 60_000,
    sink: options.sink,
    keep: plan.allows('forks'),
    ...(damage ? { damage } : {}),
  })
  const scale = options.realistic
    ? (length: number) => length
    : (length: number) => Math.min(160, Math.ceil(length / 40))
  const conversation: Conversation = {
    writer,
    random,
    plan,
    state,
    scale,
    realistic: options.realistic,
    depth: 0,
    prompts: [],
    notices: [],
    context: 14_000,
    cached: 0,
  }
  return { random, conversation }
}

function damagePlan(damage: SessionOptions['damage']): DamagePlan | undefined {
  const { rate, kinds = DAMAGE_KINDS } = typeof damage === 'object' ? damage : { rate: damage ?? 0 }
  return rate > 0 ? { rate, kinds } : undefined
}
