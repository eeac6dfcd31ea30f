import { changeByLook, changeOf, isSameLook, openFile } from '@skein/store'
import type { PriceTable } from '@skein/view'
import type { KnownOrigins } from '../ledger/known-origins.ts'
import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import { isUnchanged, type PrepareSettings, type SessionTask } from '../prepare/prepared-turn.ts'
import { Preparers } from '../prepare/preparers.ts'
import type { Target } from '../target/target.ts'
import { startPreparer } from '../workers/start-preparer.ts'
import type { Exporter } from './exporter.ts'
import { isUnreadable } from './open-traced-session.ts'
import { noCounts, type SendCounts, type SendReport } from './send-report.ts'
import type { SessionFile, SessionFiles } from './session-files.ts'
import { SessionRun } from './session-run.ts'

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
    return this.begin(files, options, null)()
  }

  /** The same in two steps: preparers have it from now on, and what is returned is called when it is its turn. */
  begin(
    files: SessionFiles,
    options: SessionOptions,
    preparers: Preparers | null,
  ): () => Promise<SessionOutcome> {
    const known = this.#marksOf(files)
    if (!this.isNew(files, options)) {
      const outcome = { unchanged: true, open: known.get(files.main.path)?.open.length ?? 0 }
      return async () => outcome
    }
    const task: SessionTask = { files, options, known: standing(known, files) }
    const prepared = preparers?.prepare(task) ?? null
    return async () => {
      try {
        const run = new SessionRun(task, { ...this.#parts, settings: this.#settings }, this.#counts)
        return await run.send(prepared)
      } catch (error) {
        // What was read as rows is JSON: where it is none, it is not the file any more that was looked at.
        const isOther = error instanceof SyntaxError || codeOf(error) === 'changed'
        if (!isOther && !isUnreadable(error)) throw error
        this.#counts.unreadable++
        this.#parts.tell(
          `cannot be read (${isOther ? 'changed meanwhile' : codeOf(error)}): ${files.main.path}`,
        )
        return { unchanged: false, open: 0 }
      }
    }
  }

  /** Threads that prepare sessions for `begin`. Whoever asks for them closes them. */
  preparers(threads: number): Preparers {
    const { origins } = this.#parts
    return new Preparers({ threads, origins, start: () => startPreparer(this.#settings) })
  }

  /** Whether a transcript has changed since all of it was sent, as far as that shows without its sub-agents. */
  mayBeNew(path: string, changed: number): boolean {
    const mark = this.#parts.ledger.marks.get(path)
    return mark === null || mark.mtime < changed
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

  get #settings(): PrepareSettings {
    const { target, prices, key, home } = this.#parts
    return { profile: target.profile, settings: target.settings, prices, key, home }
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

type Known = SessionTask['known']

/** Whether nothing can be new: no file has changed, and what was waited for is not given up. */
function isDone({ main, agents }: SessionFiles, known: Known, { settled }: SessionOptions): boolean {
  const mark = known.get(main.path)
  if (mark === undefined || !isSameLook(mark, main.stamp)) return false
  if (agents.some((agent) => !isUnchanged(agent, known))) return false
  return mark.settled || !settled || mark.open.length === 0
}

/** Without the mark of a transcript that was not only written on, but written anew. */
function standing(known: Known, { main }: SessionFiles): Known {
  const mark = known.get(main.path)
  if (mark === undefined || hasOnlyGrown(mark, main)) return known
  const others = new Map(known)
  others.delete(main.path)
  return others
}

/** The ends of a mark are those of all that was there. */
function hasOnlyGrown(mark: TranscriptMark, { file, stamp }: SessionFile): boolean {
  const { size: offset, ends } = mark
  if (ends === '') return changeByLook({ ...mark, offset }, stamp) !== 'other'
  let bytes: ReturnType<typeof openFile>
  try {
    bytes = openFile(file)
  } catch (error) {
    // Whoever reads it next says why.
    if (isUnreadable(error)) return false
    throw error
  }
  try {
    return changeOf({ ...mark, offset, ends: Buffer.from(ends, 'hex') }, stamp, bytes) !== 'other'
  } finally {
    bytes.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
