import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAll, type ArchiveReport } from '../../../store/src/files/archive/archive-all.ts'
import { archivedSessions } from '../../../store/src/files/archive/archived.ts'
import { restore } from '../../../store/src/files/archive/restore.ts'
import { verifyArchive } from '../../../store/src/files/archive/verify.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { freshFolder, hashesBelow, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome

beforeEach(() => {
  folder = freshFolder('archive')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

function archive(): Promise<ArchiveReport> {
  return archiveAll(home, discover([root]).transcripts)
}

describe('the archive', () => {
  it('gives 1,000 sessions back byte for byte after their originals were deleted', async () => {
    const sessions = writeSessions({ root, count: 1000, seed: 'archive' })
    const before = hashesBelow(root)
    const report = await archive()
    expect(report).toMatchObject({
      sessions: 1000,
      filesStored: Object.keys(before).length,
      diagnostics: [],
    })
    expect(await archive()).toMatchObject({ filesStored: 0, bytesRead: 0 })

    rmSync(root, { recursive: true })
    for (const session of sessions) await restore(home, session)
    expect(hashesBelow(root)).toEqual(before)
  })

  it('gives back the newest of what was appended, and every version of what was rewritten', async () => {
    const sessions = writeSessions({ root, count: 40, seed: 'changes', turns: 2 })
    await archive()
    const transcripts = discover([root]).transcripts.filter(({ agent }) => agent === null)
    const oldHashes = hashesBelow(root)
    for (const [i, { path, size }] of transcripts.entries()) {
      if (i % 3 === 0) appendFileSync(path, '{"type":"user","appended":true}\n')
      else if (i % 3 === 1) writeFileSync(path, '{"type":"user","rewritten":true}\n')
      else truncateSync(path, Math.floor(size / 2))
    }
    const newHashes = hashesBelow(root)
    await archive()
    expect(await verifyArchive(home)).toMatchObject({ problems: [] })

    rmSync(root, { recursive: true })
    for (const session of sessions) await restore(home, session)
    expect(hashesBelow(root)).toEqual(newHashes)

    const versions = new Map(
      archivedSessions(home).sessions.flatMap(({ files }) =>
        files.map(({ path, versions: all }) => [path, all.map(({ sha256 }) => sha256)] as const),
      ),
    )
    for (const [i, { path }] of transcripts.entries()) {
      const name = path.slice(root.length + 1)
      const expected = i % 3 === 0 ? [newHashes[name]] : [oldHashes[name], newHashes[name]]
      expect(versions.get(name)).toEqual(expected)
    }
    const rewritten = transcripts[1]
    const to = join(folder, 'elsewhere')
    const name = rewritten.path.slice(root.length + 1)
    await restore(home, rewritten.session, { to, version: oldHashes[name] })
    expect(hashesBelow(to)[name]).toBe(oldHashes[name])
  })
})
