import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { bulkFeatures, SESSION_BYTES } from './bulk.ts'
import type { AgentFiles } from './conversation.ts'
import { Random } from './prng.ts'
import type { Usage } from './records.ts'
import { writeSession } from './session.ts'
import { ChunkSink } from './sinks.ts'
import { word } from './text-pool.ts'
import { sumByModel, sumUsage } from './truth.ts'
import type { SessionTruth, UsageByModel } from './truth.ts'
import type { Profile } from './versions.ts'
import { NEWEST, PROFILES } from './versions.ts'

export interface CorpusOptions {
  readonly bytes: number
  readonly seed: string
  readonly out: string
  readonly damage: number
  /** Size of one more session, beside the others. */
  readonly huge?: number
  readonly profiles?: readonly Profile[]
  readonly onProgress?: (written: number) => void
}

export interface CorpusSummary {
  readonly sessions: number
  readonly transcripts: number
  readonly lines: number
  readonly bytes: number
  /** Once per message, copies in forked sessions not counted again. */
  readonly usage: Usage
  readonly models: UsageByModel
}

/** Writes a corpus laid out like a config root under `out`, the truth beside it, and says what it holds. */
export function writeCorpus(options: CorpusOptions): CorpusSummary {
  const random = new Random(`corpus ${options.seed}`)
  const profiles = options.profiles ?? PROFILES
  const projects = projectPaths(random, options.bytes)
  const totals = new Totals()
  const perProfile = new Map(profiles.map((profile) => [profile, 0]))
  const largest = options.bytes >= LARGE ? 60_000_000 : Math.max(50_000, options.bytes / 24)
  mkdirSync(join(options.out, 'truth'), { recursive: true })

  const session = (targetBytes: number, profile: Profile) => {
    const before = totals.bytes
    writeOne({
      options,
      totals,
      targetBytes,
      profile,
      cwd: random.pick(projects),
      seed: `${options.seed}/${totals.sessions}`,
    })
    perProfile.set(profile, (perProfile.get(profile) ?? 0) + totals.bytes - before)
    options.onProgress?.(totals.bytes)
  }
  if (options.huge !== undefined) session(options.huge, profiles.includes(NEWEST) ? NEWEST : profiles[0])
  const until = options.bytes + totals.bytes
  // A corpus large enough for it always has one session of the largest size.
  if (options.bytes >= LARGE) session(largest, behind(perProfile))
  while (totals.bytes < until) {
    const drawn = Math.min(random.quantile(SESSION_BYTES), largest)
    session(Math.min(drawn, Math.max(50_000, until - totals.bytes)), behind(perProfile))
  }
  const summary = totals.summary()
  writeJson(join(options.out, 'truth', 'corpus.json'), summary)
  return summary
}

/** From here on a corpus has sessions of all sizes; a smaller one keeps them small, or one would be most of it. */
const LARGE = 600_000_000

/** Every character outside `[A-Za-z0-9]` becomes `-`. The generator's paths are short, so nothing is cut. */
export function slugOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-')
}

class Totals {
  sessions = 0
  transcripts = 0
  lines = 0
  bytes = 0
  private readonly models: UsageByModel[] = []

  add(truth: SessionTruth): void {
    this.sessions++
    const own = [truth, ...truth.agents.flatMap((agent) => agent.truth ?? [])]
    for (const transcript of own) {
      this.transcripts++
      this.lines += transcript.lines
      this.bytes += transcript.bytes
      this.models.push(transcript.models)
    }
    for (const [model, usage] of Object.entries(truth.forkOf?.copiedModels ?? {}))
      this.models.push({ [model]: negative(usage) })
  }

  summary(): CorpusSummary {
    const { sessions, transcripts, lines, bytes } = this
    const models = sumByModel(this.models)
    return { sessions, transcripts, lines, bytes, usage: sumUsage(Object.values(models)), models }
  }
}

interface OneSession {
  readonly options: CorpusOptions
  readonly totals: Totals
  readonly targetBytes: number
  readonly profile: Profile
  readonly cwd: string
  readonly seed: string
}

function writeOne({ options, totals, targetBytes, profile, cwd, seed }: OneSession): void {
  const project = slugOf(cwd)
  const folder = join(options.out, 'projects', project)
  mkdirSync(folder, { recursive: true })
  // The session's id is drawn inside; the file gets its name when it is known.
  let file: number | undefined
  let sessionId = ''
  const sink = new ChunkSink((bytes) =>
    writeSync((file ??= openSync(join(folder, `${sessionId}.jsonl`), 'w', 0o600)), bytes),
  )
  const made = writeSession({
    seed,
    version: profile.version,
    features: bulkFeatures(profile),
    damage: options.damage,
    sink,
    realistic: true,
    project,
    cwd,
    targetBytes,
    onStart: (id) => (sessionId = id),
  })
  sink.flush()
  if (file !== undefined) closeSync(file)
  writeSidecars(folder, made.truth, made)
  totals.add(made.truth)
  writeTruth(options.out, made.truth)
  for (const fork of made.forks) {
    writeFileSync(join(folder, `${fork.truth.sessionId}.jsonl`), fork.bytes, { mode: 0o600 })
    writeSidecars(folder, fork.truth, fork)
    totals.add(fork.truth)
    writeTruth(options.out, fork.truth)
  }
}

interface Sidecars {
  readonly agents: readonly AgentFiles[]
  readonly toolResults: readonly { readonly name: string; readonly text: string }[]
}

function writeSidecars(folder: string, truth: SessionTruth, { agents, toolResults }: Sidecars): void {
  const own = join(folder, truth.sessionId)
  if (agents.some((agent) => agent.place === 'subagents'))
    mkdirSync(join(own, 'subagents'), { recursive: true })
  for (const agent of agents) {
    const at = agent.place === 'flat' ? folder : join(own, 'subagents')
    writeFileSync(join(at, `agent-${agent.id}.jsonl`), agent.bytes, { mode: 0o600 })
    if (agent.meta) writeJson(join(at, `agent-${agent.id}.meta.json`), agent.meta)
  }
  if (toolResults.length > 0) mkdirSync(join(own, 'tool-results'), { recursive: true })
  for (const { name, text } of toolResults) writeFileSync(join(own, 'tool-results', name), text)
}

function writeTruth(out: string, truth: SessionTruth): void {
  writeJson(join(out, 'truth', `${truth.sessionId}.json`), truth)
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value))
}

function projectPaths(random: Random, bytes: number): string[] {
  const count = Math.max(3, Math.min(40, Math.round(bytes / 25_000_000)))
  return Array.from({ length: count }, (_, i) => {
    const name = `${word(random)}-${word(random)}${random.chance(0.2) ? `_${i}` : ''}`
    return random.chance(0.1)
      ? `C:\\work\\${name}`
      : `${random.pick(['/home/dev/code', '/Users/sam/src', '/srv/build'])}/${name}`
  })
}

/** The profile whose bytes are furthest below its share. */
function behind(perProfile: ReadonlyMap<Profile, number>): Profile {
  let best: Profile | undefined
  let least = Infinity
  for (const [profile, bytes] of perProfile) {
    // A small head start by weight orders the first round.
    const share = (bytes + 1) / profile.weight
    if (share < least) {
      least = share
      best = profile
    }
  }
  return best ?? NEWEST
}

function negative(usage: Usage): Usage {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = usage
  return {
    input: -input,
    output: -output,
    cacheRead: -cacheRead,
    cacheWrite5m: -cacheWrite5m,
    cacheWrite1h: -cacheWrite1h,
  }
}
