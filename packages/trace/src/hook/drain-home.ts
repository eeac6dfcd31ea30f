import { basename, dirname } from 'node:path'
import { liveSessions, type SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import type { ExportSeams } from '../export/backoff.ts'
import { REAL_SEAMS } from '../export/backoff.ts'
import { sessionFiles } from '../export/session-files.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import { tryLock, type TargetLock } from '../ledger/target-lock.ts'
import type { TranscriptMarks } from '../ledger/transcript-marks.ts'
import type { Target } from '../target/target.ts'
import { sessionsBehind } from './behind.ts'
import { drain, type Drained, type DrainSeams, type Exported, type SessionToExport } from './drain.ts'
import { Installs } from './installs.ts'
import { Spool } from './spool.ts'
import { SpoolTarget } from './spool-target.ts'
import { logLine, reasonOf } from './trace-log.ts'
import { spooledEnvironments, traceFolder } from './trace-folder.ts'

export interface DrainOptions {
  readonly home: SkeinHome
  /** Config roots. */
  readonly roots: readonly string[]
  readonly targets: readonly Target[]
  /** Whose notes are sent, see `environmentName`; of hooks without variables unless said. */
  readonly environment?: string
  /** No variable has a say in where traces go: notes of all environments are sent. */
  readonly isShared?: boolean
  readonly prices: PriceTable
  /** Skein's. */
  readonly version: string
  /** The user's home folder. */
  readonly userHome: string
  readonly seams?: ExportSeams
}

/**
 * Sends what hooks have pointed to, to every target. What goes wrong stands in the log. Without a target pointers stay:
 * the variables that name one may be set where another Claude Code was started.
 *
 * Contract: what a hook noted whose variables name other targets is not looked at, nor is a session of a project in which no hook of
 * ours ran: it may be somebody else's. Each environment has a spool and a lock of its own.
 */
export async function drainHome(options: DrainOptions): Promise<Drained> {
  const { home, roots, environment = '', isShared = environment === '', seams = REAL_SEAMS } = options
  const place = traceFolder(home.folder, environment)
  const log = (line: string): void => logLine(place.log, line, seams.now())
  const spoolOf = (name: string): Spool =>
    new Spool(traceFolder(home.folder, name).spool, () =>
      log('spool: something that is no pointer was thrown away'),
    )
  if (options.targets.length === 0) {
    log('drain: no target is configured, so that nothing is sent')
    const spool = spoolOf(environment)
    if (spool.count > MOST_WITHOUT_TARGET) forgetOldest(spool, () => spoolLock(home, environment))
    return { ran: false, exported: 0, failed: 0 }
  }
  const targets = options.targets.map((target) => new SpoolTarget(target, options, log))
  const installs = new Installs(place.installs)
  const drainOne = (name: string, behind: DrainSeams['behind']): Promise<Drained> =>
    drain({
      spool: spoolOf(name),
      lock: () => spoolLock(home, name),
      exportOne: (session) => exportTo(targets, session),
      behind,
      stampOf,
      pause: (milliseconds) => seams.sleep(milliseconds),
      log,
    })
  try {
    const own = await drainOne(environment, (transcripts) => {
      const live = new Set(liveSessions(roots).map(({ session }) => session))
      const folders = new Set(transcripts.map((transcript) => dirname(transcript)))
      const isOurs = (transcript: string): boolean => isShared || folders.has(dirname(transcript))
      return withMarks(options, (marks) =>
        sessionsBehind(transcripts, {
          openTranscripts: () => marks.flatMap((known) => known.withOpenTurns().filter(isOurs)),
          isSeen: (path, size) => marks.every((known) => known.get(path)?.size === size),
          since: (folderName) => installs.since(folderName, seams.now()),
          isLive: (transcript) => live.has(basename(transcript, '.jsonl')),
          now: seams.now(),
          failed: (error) => log(`recovery: ${reasonOf(error)}`),
        }),
      )
    })
    // Hooks without variables wait for whoever has a target.
    const others = isShared ? spooledEnvironments(home.folder) : ['']
    let { exported, failed } = own
    for (const name of others) {
      if (name === environment) continue
      const more = await drainOne(name, () => [])
      exported += more.exported
      failed += more.failed
    }
    return { ran: own.ran, exported, failed }
  } finally {
    for (const target of targets) await target.close()
  }
}

/** Some months of sessions. */
const MOST_WITHOUT_TARGET = 1000

/** No target is called so: their names begin with a letter or a digit. */
function spoolLock(home: SkeinHome, environment: string): TargetLock | null {
  return tryLock(home, environment === '' ? '.spool' : `.spool-${environment}`)
}

/** The lock is taken for this only: whoever finds it taken relies on its holder to send. */
function forgetOldest(spool: Spool, take: () => TargetLock | null): void {
  const lock = take()
  if (lock === null) return
  try {
    spool.forgetOldest(MOST_WITHOUT_TARGET)
  } finally {
    lock.release()
  }
}

/** All targets at once: one that is slow or gone must not keep the others waiting. Throws when any of them failed. */
async function exportTo(
  targets: readonly SpoolTarget[],
  { transcript, settledAt }: SessionToExport,
): Promise<Exported> {
  const files = sessionFiles(transcript)
  // Nothing was ever written, or it is gone: there is nothing to wait for.
  if (files === null) return { open: false }
  const settled = settledAt !== null && files.main.stamp.size <= settledAt
  const results = await Promise.allSettled(targets.map((target) => target.export(files, settled)))
  let isOpen = false
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    isOpen ||= result.value.open > 0
  }
  return { open: isOpen }
}

function stampOf(transcript: string): string {
  const files = sessionFiles(transcript)
  return files === null ? '' : [files.main, ...files.agents].map(({ stamp }) => stamp.size).join()
}

function withMarks<T>({ home, targets }: DrainOptions, use: (marks: readonly TranscriptMarks[]) => T): T {
  const ledger = TraceLedger.open(home)
  try {
    return use(targets.map(({ name }) => ledger.target(name, null).marks))
  } finally {
    ledger.close()
  }
}
