import type { Database } from '@skein/store'

/**
 * All that the catalogue says of the transcripts, in a form that does not depend on the order in which they were read: ids are
 * left out, rows are sorted, uuids and blocks are taken together whatever pieces they were written in.
 */
export function indexContent(db: Database): Record<string, unknown> {
  const files = db.prepare('SELECT * FROM file ORDER BY path').all()
  return Object.fromEntries(
    files.map((file) => {
      // The trail depends on the pieces in which a file was read; the turns it counts are facts.
      const { id, path, facts, ends, trail: _, ...columns } = file
      return [
        String(path),
        {
          ...columns,
          // How often a file was read anew is its catalogue's history, not what it says.
          readings: 0,
          ends: hex(ends),
          facts: JSON.parse(String(facts)),
          messages: db.prepare(MESSAGES).all(Number(id)),
          sums: db.prepare(SUMS).all(Number(id)),
          summaries: db.prepare(SUMMARIES).all(Number(id)),
          uuids: uuids(db, Number(id)),
          blocks: db.prepare(BLOCKS).get(Number(id)),
        },
      ]
    }),
  )
}

const MESSAGES = `
  SELECT key, owner, forked, time, offset, model, tier, session, tools, input, output, cache_read, cache_write_5m,
    cache_write_1h, web_searches, web_fetches
  FROM message WHERE file = ? ORDER BY key`

const SUMS = `
  SELECT quarter, model, tier, step, messages, first, last, input, output, cache_read, cache_write_5m, cache_write_1h,
    web_searches, web_fetches
  FROM usage_sum WHERE file = ? ORDER BY quarter, model, tier, step`

const SUMMARIES = `
  SELECT leaf, text, summary.offset, target.path AS target
  FROM summary LEFT JOIN file AS target ON target.id = summary.target
  WHERE summary.file = ? ORDER BY summary.offset`

const BLOCKS = `
  SELECT min(start) AS start, max(stop) AS stop, sum(text) AS text, max(odd) AS odd, max(time) AS time
  FROM block WHERE file = ?`

function uuids(db: Database, fileId: number): string[] {
  const all = new Set<string>()
  for (const { hashes } of db.prepare('SELECT hashes FROM uuid_run WHERE file = ?').all(fileId)) {
    const text = hex(hashes)
    for (let at = 0; at < text.length; at += 16) all.add(text.slice(at, at + 16))
  }
  return [...all].sort()
}

function hex(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''
}
