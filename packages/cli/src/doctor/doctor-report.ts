import { diagnose, SERIOUS, type Diagnosis } from '@skein/view'
import { shownValue } from '@skein/redact'
import { StoreError, unreadableReason, type Session, type Store } from '@skein/store'
import { openStored } from '../store/open-stored.ts'
import { inertLine } from '../terminal/inert.ts'
import { Progress } from '../terminal/progress.ts'

/** What `skein doctor --json` prints. */
export interface DoctorReport {
  readonly examined: number
  readonly sessions: readonly SickSession[]
  readonly unreadable: readonly Unreadable[]
}

/** What could not be read, and why; `id` is null where it is not known as a session. */
export interface Unreadable {
  readonly id: string | null
  readonly path: string
  readonly reason: string
}

export interface SickSession extends Diagnosis {
  readonly id: string
  readonly title: string
  readonly path: string
}

export interface DoctorOptions {
  /** List sessions too whose findings cost nothing. */
  readonly harmless: boolean
  /** What looking for sessions could not read. */
  readonly passedOver: readonly Unreadable[]
}

/** Examines every session of the store, one after the other; those with findings are reported. */
export async function doctorReport(
  store: Store,
  { harmless, passedOver }: DoctorOptions,
): Promise<DoctorReport> {
  const { sessions: all } = await store.list()
  const progress = new Progress(all.reduce((sum, { size }) => sum + size, 0))
  const sessions: SickSession[] = []
  const unreadable: Unreadable[] = []
  let done = 0
  try {
    for (const session of all) {
      const examined = examine(store, session)
      done += session.size
      progress.at(done)
      if (typeof examined === 'string')
        unreadable.push({ id: session.id, path: session.path, reason: examined })
      else if (examined.findings.some(({ kind }) => harmless || !HARMLESS.has(kind)))
        sessions.push({
          id: session.id,
          title: inertLine(session.title.text),
          path: session.path,
          ...examined,
        })
    }
  } finally {
    progress.end()
  }
  const weight = ({ findings }: SickSession): number =>
    findings.filter(({ kind }) => SERIOUS.has(kind)).length
  return shownValue({
    examined: all.length,
    sessions: sessions.toSorted((a, b) => b.lost - a.lost || weight(b) - weight(a)),
    unreadable: [...passedOver, ...unreadable],
  })
}

const HARMLESS: ReadonlySet<string> = new Set([
  'unanswered-calls',
  'omitted-thinking',
  'unknown-types',
  'new-version',
])

/** The diagnosis, or why there is none. */
function examine(store: Store, session: Session): Diagnosis | string {
  try {
    const opened = openStored(store.home, session)
    try {
      return diagnose(opened.transcript, opened.source)
    } finally {
      opened.close()
    }
  } catch (error) {
    // The path stands beside it.
    if (error instanceof StoreError) return error.message.replace(`: ${session.path}`, '')
    if (error instanceof Error && 'syscall' in error) return `cannot be read (${unreadableReason(error)})`
    throw error
  }
}
