import type { Database } from '../../database.ts'

/**
 * What a refresh has to remember beyond single files. `archive`: the archive as it was when all of it was last indexed.
 * `summaries`: there are summaries whose file is still to be looked for. `build`: see catalogue/first-build.ts.
 */
export type StampName = 'archive' | 'summaries' | 'build'

/** Whether a refresh that ended too early left something to do beyond single files. */
export function isUnfinished(db: Database): boolean {
  return (
    db.prepare("SELECT 1 FROM stamp WHERE name IN ('summaries', 'build') AND value <> ''").get() !== undefined
  )
}

export function stampOf(db: Database, name: StampName): string {
  return String(db.prepare('SELECT value FROM stamp WHERE name = ?').get(name)?.['value'] ?? '')
}

export function setStamp(db: Database, name: StampName, value: string): void {
  db.prepare('INSERT INTO stamp VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    name,
    value,
  )
}
