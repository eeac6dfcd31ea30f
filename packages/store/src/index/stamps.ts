import type { Database } from '../db/database.ts'

/**
 * What a refresh has to remember beyond single files. `archive`: the archive as it was when all of it was last indexed.
 * `summaries`: there are summaries whose file is still to be looked for. `sight`: see index/sight.ts, by config roots.
 */
export type StampName = 'archive' | 'summaries' | `sight ${string}`

export function stampOf(db: Database, name: StampName): string {
  return String(db.prepare('SELECT value FROM stamp WHERE name = ?').get(name)?.['value'] ?? '')
}

export function setStamp(db: Database, name: StampName, value: string): void {
  db.prepare('INSERT INTO stamp VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    name,
    value,
  )
}
