import type { Session, Store } from '@skein/store'
import { shownLine } from '../session/shown-line.ts'
import { openStored } from '../store/open-stored.ts'
import { Progress } from '../terminal/progress.ts'
import { diagnose, type Diagnosis } from './diagnose.ts'
import { SERIOUS } from './words.ts'

/** What `skein doctor --json` prints. */
export interface DoctorReport {
  readonly examined: number
  readonly sessions: readonly SickSession[]
  /** Sessions that could not be read, with the reason. */
  readonly unreadable: readonly { readonly id: string; readonly path: string; readonly reason: string }[]
}

export interface SickSession extends Diagnosis {
  readonly id: string
  readonly title: string
  readonly path: string
}

export interface DoctorOptions {
  /** List sessions too whose findings cost nothing. */
  readonly harmless: boolean
}

/** Examines every session of the store, one after the other; those with findings are reported. */
export function doctorReport(store: Store, { harmless }: DoctorOptions): DoctorReport {
  const all = store.sessions()
  const progress = new Progress(all.reduce((sum, { size }) => sum + size, 0))
  const sessions: SickSession[] = []
  const unreadable: { id: string; path: string; reason: string }[] = []
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
          title: shownLine(session.title.text),
          path: session.path,
          ...examined,
        })
    }
  } finally {
    progress.end()
  }
  const weight = ({ findings }: SickSession): number =>
    findings.filter(({ kind }) => SERIOUS.has(kind)).length
  return {
    examined: all.length,
    sessions: sessions.toSorted((a, b) => b.lost - a.lost || weight(b) - weight(a)),
    unreadable,
  }
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
    return error instanceof Error ? error.message : String(error)
  }
}
