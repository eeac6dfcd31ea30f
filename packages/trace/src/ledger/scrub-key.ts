import { randomBytes } from 'node:crypto'
import type { Database } from '@skein/store'

/** The key of placeholders and hashes: made once, so that a secret has the same placeholder in every run. */
export function scrubKey(db: Database): Uint8Array {
  const read = db.prepare('SELECT key FROM trace_key')
  const known = read.get()
  if (known !== undefined) return known['key'] as Uint8Array
  db.prepare('INSERT INTO trace_key VALUES (1, ?) ON CONFLICT DO NOTHING').run(randomBytes(32))
  // Another process may have been first.
  return read.get()?.['key'] as Uint8Array
}
