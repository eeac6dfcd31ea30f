import type { PriceTable } from '@skein/view'
import { isSampled, isTraced } from '../config/projects.ts'
import { LANGFUSE_PROFILE, OTLP_PROFILE } from '../dialects/profile.ts'
import type { KnownOrigins } from '../ledger/known-origins.ts'
import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import { traceTurns } from '../spans/trace-turns.ts'
import type { TracedTurn } from '../spans/turn.ts'
import type { Target } from '../target/target.ts'
import { wireTurn } from '../wire/to-wire.ts'
import type { WireSpan } from '../wire/wire-span.ts'
import { Delivery } from './delivery.ts'
import type { Exporter } from './exporter.ts'
import { freshSpans } from './fresh-spans.ts'
import { isOfTheSystem, openTracedSession } from './open-traced-session.ts'
import { noCounts, type SendCounts, type SendReport } from './send-report.ts'
import { isSame, type SessionFiles } from './session-files.ts'

/** What sending needs, all for one target. */
export interface SenderParts {
  readonly target: Target
  readonly ledger: TargetLedger
  readonly origins: KnownOrigins
  readonly prices: PriceTable
  /** Of placeholders, see `Scrubber`. */
  readonly key: Uint8Array
  /** Null for a look at what would be sent. */
  readonly exporter: Exporter | null
  /** The user's home folder, which `~/` in patterns stands for. */
  readonly home: string
  readonly tell: (line: string) => void
}

export interface SessionOptions {
  /** Nobody writes to the session any more. */
  readonly settled: boolean
  /** Only turns that began at this moment or later, in ms. */
  readonly since?: number
  /** Whatever is marked as done is looked at again. */
  readonly again?: boolean
}

export interface SessionOutcome {
  /** Nothing was new, and nothing was read. */
  readonly unchanged: boolean
  /** Turns that have not ended: there will be more. */
  readonly open: number
}

/** Sends what a target does not have, session after session. */
export class TraceSender {
  readonly #parts: SenderParts
  readonly #counts: SendCounts = noCounts()

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /** Whether there can be anything new in it; where not, it is counted as unchanged. */
  isNew(files: SessionFiles, options: SessionOptions): boolean {
    if (options.again === true || !isDone(files, this.#marksOf(files), options)) return true
    this.#counts.unchanged++
    return false
  }

  /**
   * Lines up what is new of a session.
   *
   * Contract: resolves when everything of it is lined up; the ledger marks the session as done when the last of it was
   * taken. Throws the `TraceError` by which the target stopped.
   */
  async session(files: SessionFiles, options: SessionOptions): Promise<SessionOutcome> {
    const known = this.#marksOf(files)
    if (!this.isNew(files, options))
      return { unchanged: true, open: known.get(files.main.path)?.open.length ?? 0 }
    const run = new SessionRun(files, { ...options, known }, this.#parts, this.#counts)
    try {
      return await run.send()
    } catch (error) {
      if (!isOfTheSystem(error)) throw error
      this.#counts.unreadable++
      this.#parts.tell(`cannot be read (${codeOf(error)}): ${files.main.path}`)
      return { unchanged: false, open: 0 }
    }
  }

  /** Resolves when everything that was lined up has arrived. */
  async flush(): Promise<void> {
    await this.#parts.exporter?.flush()
  }

  /** After a stop: resolves when no request is on its way any more. */
  async settle(): Promise<void> {
    await this.#parts.exporter?.settle()
  }

  report(): SendReport {
    const { exporter, target } = this.#parts
    return {
      target: target.name,
      ...this.#counts,
      ...(exporter?.totals ?? NOTHING_SENT),
      stopped: exporter?.stopped ?? null,
    }
  }

  #marksOf({ main, agents }: SessionFiles): ReadonlyMap<string, TranscriptMark> {
    const { marks } = this.#parts.ledger
    const found = new Map<string, TranscriptMark>()
    for (const { path } of [main, ...agents]) {
      const mark = marks.get(path)
      if (mark !== null) found.set(path, mark)
    }
    return found
  }
}

const NOTHING_SENT = { sent: 0, requests: 0, bytes: 0, wireBytes: 0, failed: 0, rejected: 0, resent: 0 }

type Known = ReadonlyMap<string, TranscriptMark>

/** Whether nothing can be new: no file has changed, and what was waited for is not given up. */
function isDone({ main, agents }: SessionFiles, known: Known, { settled }: SessionOptions): boolean {
  const mark = known.get(main.path)
  if (mark === undefined || !isSame(mark, main.stamp)) return false
  if (agents.some((agent) => !isUnchanged(agent, known))) return false
  const waits = mark.open.length > 0 || agents.length > 0
  return mark.settled || !settled || !waits
}

function isUnchanged({ path, stamp }: SessionFiles['main'], known: Known): boolean {
  const mark = known.get(path)
  return mark !== undefined && isSame(mark, stamp)
}

/** One look at one session. */
class SessionRun {
  readonly #files: SessionFiles
  readonly #options: SessionOptions & { readonly known: Known }
  readonly #parts: SenderParts
  readonly #counts: SendCounts
  readonly #open: string[] = []
  /** Nothing was left out that another look might send. */
  #isWhole = true

  constructor(
    files: SessionFiles,
    options: SessionOptions & { readonly known: Known },
    parts: SenderParts,
    counts: SendCounts,
  ) {
    this.#files = files
    this.#options = options
    this.#parts = parts
    this.#counts = counts
  }

  async send(): Promise<SessionOutcome> {
    const { target, origins, prices, key, exporter, ledger } = this.#parts
    const { thinking, redact } = target.settings
    const session = openTracedSession(this.#files)
    this.#counts.sessions++
    for (const { stamp } of [this.#files.main, ...this.#files.agents]) this.#counts.read += stamp.size
    const scrubber = new Scrubber({ key, redact })
    const delivery = new Delivery(() => this.#mark())
    const { settled, again = false } = this.#options
    for (const turn of traceTurns(session, { origins: origins.of(session.id), prices, thinking, settled })) {
      if (turn.state !== 'closed') {
        this.#counts.open++
        this.#open.push(turn.traceId)
        continue
      }
      const spans = this.#isNew(turn) ? this.#spansOf(turn) : []
      const fresh = freshSpans(spans, { ledger, counts: this.#counts, again })
      if (fresh.length === 0) continue
      this.#counts.turns++
      this.#counts.spans += fresh.length
      const wired = this.#wired(spans, new Set(fresh), scrubber)
      if (exporter === null) for (const span of wired) ledger.claim(span)
      else await exporter.send(wired, delivery)
    }
    if (exporter !== null) delivery.close()
    return { unchanged: false, open: this.#open.length }
  }

  /** Whether it may have spans that were not there at the last look. */
  #isNew(turn: TracedTurn): boolean {
    const { known, again, settled } = this.#options
    const { main, agents } = this.#files
    const mark = known.get(main.path)
    if (again === true || mark === undefined) return true
    const isReplaced = mark.size > main.stamp.size || (mark.inode !== main.stamp.inode && mark.inode !== 0)
    if (isReplaced || turn.endOffset > mark.size || mark.open.includes(turn.traceId)) return true
    // Which turn a sub-agent belongs to shows when spans are made.
    if (agents.length === 0) return false
    return (settled && !mark.settled) || agents.some((agent) => !isUnchanged(agent, known))
  }

  #spansOf(turn: TracedTurn): Span[] {
    const { settings } = this.#parts.target
    const { since } = this.#options
    if (!isSampled(turn.traceId, settings.sample)) {
      this.#counts.sampledOut++
      return []
    }
    if (!isTraced(turn.facts.project ?? '', settings, this.#parts.home)) {
      this.#counts.excluded++
      return []
    }
    const spans = turn.spans()
    if (since === undefined || spans.length === 0 || spans[0].start >= since) return spans
    this.#counts.tooOld++
    this.#isWhole = false
    return []
  }

  /** All spans of the turn are gone through, so that a secret that one of them gives away is none in the others. */
  #wired(spans: readonly Span[], fresh: ReadonlySet<Span>, scrubber: Scrubber): WireSpan[] {
    const { profile, settings } = this.#parts.target
    const wired = wireTurn(spans, profile === 'langfuse' ? LANGFUSE_PROFILE : OTLP_PROFILE, {
      scrubber,
      dialects: ['genai', 'langfuse', ...(settings.openInference ? (['openinference'] as const) : [])],
      userId: settings.user,
      environment: settings.environment,
      ...(settings.tags.length === 0 ? {} : { tags: settings.tags }),
    })
    return fresh.size === spans.length ? wired : wired.filter((_, i) => fresh.has(spans[i]))
  }

  #mark(): void {
    if (!this.#isWhole) return
    const { settled } = this.#options
    const marks = new Map<string, TranscriptMark>()
    for (const { path, stamp } of this.#files.agents) marks.set(path, { ...stamp, settled, open: [] })
    marks.set(this.#files.main.path, { ...this.#files.main.stamp, settled, open: this.#open })
    this.#parts.ledger.marks.set(marks)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
