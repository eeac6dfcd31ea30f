import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { openDatabase, type Database } from '../../../store/src/database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import type { RefreshProgress } from '../../../store/src/embedded/index/refresh.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { indexContent } from './index-content.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = freshFolder('index-errors')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

describe('refresh', () => {
  it('on a full disk says so, leaves the old catalogue readable and goes on when there is room', async () => {
    writeSessions({ root, count: 6, seed: 'full' })
    await refresh({ home, db, roots: [root] })
    const content = indexContent(db)
    // What SQLite says when its file cannot grow is what it says when the disk is full.
    const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
    db.exec(`PRAGMA max_page_count = ${pages}`)
    writeSessions({ root, count: 60, seed: 'more', turns: 2 })
    await expect(refresh({ home, db, roots: [root] })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'disk-full',
    })
    expect(indexContent(db)).toEqual(content)
    db.exec('PRAGMA max_page_count = 1000000')
    await refresh({ home, db, roots: [root] })
    await expectAsCold()
  })

  it('of a catalogue that cannot be written reads on, and says so when there is something to write', async () => {
    writeSessions({ root, count: 4, seed: 'read-only' })
    await refresh({ home, db, roots: [root] })
    const reader = openDatabase(home.cacheFile, { readOnly: true })
    const unchanged = await refresh({ home, db: reader, roots: [root] })
    expect(unchanged.filesRead).toBe(0)
    const content = indexContent(reader)
    appendFileSync(discover([root]).transcripts[0].path, '{"type":"user","uuid":"u"}\n')
    await expect(refresh({ home, db: reader, roots: [root] })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'read-only',
    })
    expect(indexContent(reader)).toEqual(content)
    reader.close()
  })

  it('that is stopped keeps what it read, says that it was stopped, and goes on the next time', async () => {
    writeSessions({ root, count: 20, seed: 'stopped' })
    const stop = new AbortController()
    const onProgress = ({ filesDone }: RefreshProgress): void => {
      if (filesDone > 3) stop.abort()
    }
    const stopped = refresh({ home, db, roots: [root], onProgress, signal: stop.signal, batchBlocks: 1 })
    await expect(stopped).rejects.toMatchObject({ name: 'StoreError', code: 'cancelled' })
    const known = Object.keys(indexContent(db)).length
    expect(known).toBeGreaterThan(3)
    expect(known).toBeLessThan(discover([root]).transcripts.length)
    expect(verifyIndex(home, db)).toEqual([])
    await refresh({ home, db, roots: [root] })
    await expectAsCold()
  })

  it('that is stopped ends its threads', async () => {
    writeSessions({ root, count: 20, seed: 'threads' })
    const stop = new AbortController()
    const stopped = refresh({
      home,
      db,
      roots: [root],
      threads: 2,
      onProgress: () => stop.abort(),
      signal: stop.signal,
    })
    await expect(stopped).rejects.toMatchObject({ name: 'StoreError', code: 'cancelled' })
    await refresh({ home, db, roots: [root] })
    await expectAsCold()
  })

  it('tells how far it is, from nothing to all', async () => {
    writeSessions({ root, count: 5, seed: 'progress' })
    const { transcripts } = discover([root])
    const bytesTotal = transcripts.reduce((sum, { size }) => sum + size, 0)
    const filesTotal = transcripts.length
    const told: RefreshProgress[] = []
    await refresh({ home, db, roots: [root], onProgress: (progress) => told.push(progress), batchBlocks: 1 })
    expect(told[0]).toEqual({ bytesDone: 0, bytesTotal, filesDone: 0, filesTotal })
    expect(told.at(-1)).toEqual({ bytesDone: bytesTotal, bytesTotal, filesDone: filesTotal, filesTotal })
    expect(told.map(({ bytesDone }) => bytesDone)).toEqual(
      told.map(({ bytesDone }) => bytesDone).toSorted((a, b) => a - b),
    )
  })
})

async function expectAsCold(): Promise<void> {
  const apart = skeinHome({ SKEIN_HOME: join(folder, 'cold') })
  const cold = openCache(apart).db
  await refresh({ home: apart, db: cold, roots: [root], threads: 0 })
  expect(indexContent(db)).toEqual(indexContent(cold))
  expect(verifyIndex(home, db)).toEqual([])
  cold.close()
}
