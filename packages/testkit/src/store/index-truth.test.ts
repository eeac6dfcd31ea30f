import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { skeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { writeCorpus } from '../corpus/layout.ts'
import { freshFolder } from './written-sessions.ts'

let folder: string

beforeEach(() => (folder = freshFolder('index-truth')))
afterEach(() => rmSync(folder, { recursive: true }))

describe('the catalogue of a generated history', () => {
  it.each(['a', 'b'])('counts each message once, forks and sub-agents included: seed %s', async (seed) => {
    const root = join(folder, 'config')
    const { usage, transcripts, lines, bytes } = writeCorpus({ bytes: 4_000_000, seed, out: root, damage: 0 })
    const home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
    const { db } = openCache(home)
    const report = await refresh({ home, db, roots: [root] })
    expect({ ...report, bytesRead: 0, rowsWritten: 0 }).toEqual({
      filesSeen: transcripts,
      filesRead: transcripts,
      filesRemoved: 0,
      bytesRead: 0,
      linesParsed: lines,
      rowsWritten: 0,
      diagnostics: [],
    })
    const sums = db.prepare(`
      SELECT sum(input) AS input, sum(output) AS output, sum(cache_read) AS cacheRead,
        sum(cache_write_5m) AS cacheWrite5m, sum(cache_write_1h) AS cacheWrite1h
      FROM message WHERE owner = 1`)
    expect(sums.get()).toEqual(usage)
    const read = db.prepare("SELECT sum(offset) AS bytes, sum(facts ->> 'rows') AS rows FROM file").get()
    expect(read).toEqual({ bytes, rows: lines })
    db.close()
  })
})
