import { applyDamage } from './damage.ts'
import type { DamagePlan } from './damage.ts'
import type { Random } from './prng.ts'
import type { DamageRecord, ForkRecord, LastPromptRecord, RowRecord } from './records.ts'
import type { Profile } from './versions.ts'

/** Where finished lines go: text in order, and raw bytes where damage made them something else. */
export interface Sink {
  text(chunk: string): void
  raw(bytes: Uint8Array): void
}

/** One written line waiting in the window; side rows have no record. */
export interface PendingLine {
  line: string
  readonly record?: RowRecord
  readonly lastPrompt?: LastPromptRecord
  readonly time: number
}

export interface WriterOptions {
  readonly random: Random
  readonly profile: Profile
  readonly sessionId: string
  readonly cwd: string
  readonly gitBranch: string
  readonly slug: string
  readonly startTime: number
  readonly sink: Sink
  readonly damage?: DamagePlan
  readonly agentId?: string
  /** Remember all lines, for a fork of the session. */
  readonly keep?: boolean
}

export interface LastPromptRow {
  readonly type: 'last-prompt'
  readonly lastPrompt?: string
  readonly leafUuid?: string
  readonly explicit?: true
  readonly sessionId: string
}

/** The facts of a chain row that the truth needs, beside its bytes. */
export type RowFacts = Partial<Pick<RowRecord, 'message' | 'toolUses' | 'result' | 'prompt' | 'boundary'>> & {
  readonly parent?: string | null
  readonly uuid?: string
}

/**
 * Writes one transcript: keeps the leaf the next row hangs on, the clock and the records. Rows wait in a window of one
 * turn, where they can still be reordered, interleaved or damaged; `flush` settles them.
 */
export class Writer {
  readonly random: Random
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly records: RowRecord[] = []
  readonly lastPrompts: LastPromptRecord[] = []
  readonly forks: ForkRecord[] = []
  readonly damage: DamageRecord[] = []
  readonly versions: string[] = []
  lines = 0
  bytes = 0
  profile: Profile
  cwd: string
  gitBranch: string
  entrypoint = 'cli'
  slug: string
  promptId: string
  leaf: string | null = null
  sidechain: boolean
  /** Milliseconds since the epoch of the last row. */
  clock: number
  /** Two writers of one file keep to even and odd milliseconds, so no two leaves share a time. */
  parity: 0 | 1 | undefined
  window: PendingLine[] = []
  /** Settled lines, where the options asked to keep them. */
  readonly kept: PendingLine[] = []
  private readonly sink: Sink
  private readonly keep: boolean
  readonly damagePlan: DamagePlan | undefined

  constructor(options: WriterOptions) {
    this.random = options.random
    this.sessionId = options.sessionId
    this.agentId = options.agentId
    this.sidechain = options.agentId !== undefined
    this.profile = options.profile
    this.cwd = options.cwd
    this.gitBranch = options.gitBranch
    this.slug = options.slug
    this.clock = options.startTime
    this.sink = options.sink
    this.keep = options.keep ?? false
    this.damagePlan = options.damage
    this.promptId = this.random.uuid()
    this.versions.push(options.profile.version)
  }

  switchTo(profile: Profile): void {
    this.profile = profile
    if (!this.versions.includes(profile.version)) this.versions.push(profile.version)
  }

  /** Lets `ms` pass and says the new time as the rows write it. */
  tick(ms: number): string {
    this.clock += ms
    if (this.parity !== undefined && this.clock % 2 !== this.parity) this.clock++
    return new Date(this.clock).toISOString()
  }

  /**
   * Appends a chain row and makes it the leaf. `body` gets the row's uuid and time and says the row's own fields in
   * the order the program writes them.
   */
  chain(
    type: RowRecord['type'],
    body: (uuid: string, time: string) => object,
    facts: RowFacts = {},
  ): RowRecord {
    const uuid = facts.uuid ?? this.random.uuid()
    const parent = facts.parent === undefined ? this.leaf : facts.parent
    const time = this.tick(this.random.int(3, type === 'assistant' ? 2400 : 60))
    const record: RowRecord = {
      type,
      uuid,
      parent,
      sidechain: this.sidechain,
      time: this.clock,
      lost: false,
      doubtful: false,
      ...(facts.message ? { message: facts.message } : {}),
      ...(facts.toolUses ? { toolUses: facts.toolUses } : {}),
      ...(facts.result ? { result: facts.result } : {}),
      ...(facts.prompt ? { prompt: facts.prompt } : {}),
      ...(facts.boundary ? { boundary: facts.boundary } : {}),
    }
    this.window.push({
      line: this.line(record, JSON.stringify(body(uuid, time)).slice(1, -1)),
      record,
      time: this.clock,
    })
    this.leaf = uuid
    return record
  }

  /** Appends a row outside the chain. */
  side(row: object): void {
    this.window.push({ line: JSON.stringify(row), time: this.clock })
  }

  lastPrompt(row: LastPromptRow): void {
    const lastPrompt = row.leafUuid === undefined ? undefined : { leafUuid: row.leafUuid }
    this.window.push({ line: JSON.stringify(row), time: this.clock, ...(lastPrompt ? { lastPrompt } : {}) })
  }

  /** Settles the window: damages it by plan, then hands it on. The last flush of a file says `end`. */
  flush(end = false): void {
    if (this.damagePlan) {
      applyDamage({ window: this.window, plan: this.damagePlan, end, writer: this })
    } else if (this.window.length > 0) {
      let out = ''
      for (const pending of this.window) {
        out += pending.line + '\n'
        this.settle(pending)
      }
      this.lines += this.window.length
      this.emit(out)
    }
    this.window = []
  }

  /** Puts a line's facts into the records, in file order. */
  settle(pending: PendingLine, lost = false): void {
    if (pending.record) {
      pending.record.lost = lost
      this.records.push(pending.record)
      if (this.keep) this.kept.push(pending)
    }
    if (pending.lastPrompt && !lost) this.lastPrompts.push(pending.lastPrompt)
  }

  emit(text: string): void {
    this.bytes += Buffer.byteLength(text)
    this.sink.text(text)
  }

  emitRaw(bytes: Uint8Array): void {
    this.bytes += bytes.length
    this.sink.raw(bytes)
  }

  private line(record: RowRecord, own: string): string {
    const { profile } = this
    const parent = record.parent === null ? 'null' : `"${record.parent}"`
    const logical = record.boundary
      ? `"logicalParentUuid":${JSON.stringify(record.boundary.logicalParent)},`
      : ''
    const start = `{"parentUuid":${parent},${logical}"isSidechain":${record.sidechain},`
    const place = `"cwd":${JSON.stringify(this.cwd)},"sessionId":"${this.sessionId}","version":"${profile.version}"`
    const branch = profile.gitBranch ? `,"gitBranch":${JSON.stringify(this.gitBranch)}` : ''
    const agent = this.agentId ? `"agentId":"${this.agentId}",` : ''
    const slug = profile.slug ? `"slug":"${this.slug}"` : ''
    if (profile.envelope === 'head') {
      return `${start}"userType":"external",${place}${branch},${agent}${slug && `${slug},`}${own}}`
    }
    const prompt = record.type === 'user' ? `"promptId":"${this.promptId}",` : ''
    const twin = profile.sessionIdTwin ? `"session_id":"${this.sessionId}",` : ''
    return `${start}${prompt}${agent}${own},${twin}"userType":"external","entrypoint":"${this.entrypoint}",${place}${branch}${slug && `,${slug}`}}`
  }
}
