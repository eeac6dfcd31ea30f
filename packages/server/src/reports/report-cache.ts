import { agentsOf, type CataloguedTranscript, type Database } from '@skein/store'
import type { OpenSession } from '../sessions/open-session.ts'

/**
 * Reports that were made of whole transcripts, kept as long as these are what they were: a panel that is opened again, or a
 * second reader, costs nothing. Answers are bounded, and so is their number.
 */
export class ReportCache {
  readonly #known = new Map<string, { readonly state: string; readonly report: unknown }>()

  /** The report of this name, made by `make` where the session or one of its sub-agents has changed. */
  async of<T>(name: ReportName, make: () => Promise<T> | T): Promise<T> {
    const { db, session, file, report, query } = name
    const key = JSON.stringify([file.path, report, query])
    const state = JSON.stringify([
      session.model.cursor,
      agentsOf(db, file).map(({ path, size }) => [path, size]),
    ])
    const known = this.#known.get(key)
    this.#known.delete(key)
    // Made by the same `make` for the same report.
    const value = known?.state === state ? (known.report as T) : await make()
    this.#known.set(key, { state, report: value })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break
      this.#known.delete(oldest)
    }
    return value
  }
}

const MOST_KEPT = 64

export interface ReportName {
  readonly db: Database
  readonly session: OpenSession
  readonly file: CataloguedTranscript
  readonly report: string
  readonly query: object
}
