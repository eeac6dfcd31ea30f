import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAll } from '../../../store/src/files/archive/archive-all.ts'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import type { Database } from '../../../store/src/database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh, type RefreshProgress } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { generateSession } from '../corpus/session.ts'
import { indexContent } from './index-content.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = freshFolder('index')
  root = join(folder, 'config')
  mkdirSync(root)
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const A = '11111111-1111-4111-8111-111111111111'
const B = '22222222-2222-4222-8222-222222222222'

describe('refresh', () => {
  it('reads everything once, and nothing when nothing changed', async () => {
    writeSessions({ root, count: 12, seed: 'once', turns: 2 })
    const { transcripts } = discover([root])
    const first = await refresh({ home, db, roots: [root] })
    expect(first.filesRead).toBe(transcripts.length)
    expect(verifyIndex(home, db)).toEqual([])
    const content = indexContent(db)
    expect(await refresh({ home, db, roots: [root] })).toEqual({
      filesSeen: transcripts.length,
      filesRead: 0,
      filesRemoved: 0,
      bytesRead: 0,
      linesParsed: 0,
      rowsWritten: 0,
      diagnostics: [],
    })
    expect(indexContent(db)).toEqual(content)
  })

  it('reads what was appended and nothing before it', async () => {
    const path = transcript(A, sessionLines('append'))
    await refresh({ home, db, roots: [root] })
    const line = promptLine('one more')
    appendFileSync(path, line)
    const { filesRead, bytesRead, linesParsed } = await refresh({ home, db, roots: [root] })
    // The line, and 2 KB at each end of what was known.
    expect({ filesRead, bytesRead, linesParsed }).toEqual({
      filesRead: 1,
      bytesRead: 2 * 2048 + line.length,
      linesParsed: 1,
    })
    expect(readingsOf(path)).toBe(1)
    await expectAsCold()
  })

  it('does the same work for a line appended to a small file and to a large one', async () => {
    const small = transcript(A, sessionLines('small').repeat(1))
    const large = transcript(B, sessionLines('large').repeat(200))
    expect(statSync(large).size).toBeGreaterThan(100 * statSync(small).size)
    await refresh({ home, db, roots: [root] })
    const counts = []
    for (const path of [small, large]) {
      appendFileSync(path, promptLine('one more'))
      counts.push(await refresh({ home, db, roots: [root] }))
    }
    expect(counts[1]).toEqual(counts[0])
  })

  it.each<[string, (path: string) => void]>([
    ['shortened', (path) => truncateSync(path, lineEnds(path)[3])],
    [
      'shortened and written on',
      (path) => (truncateSync(path, lineEnds(path)[3]), appendFileSync(path, promptLine('x').repeat(400))),
    ],
    [
      'replaced by another',
      (path) => (writeFileSync(`${path}.new`, sessionLines('other')), renameSync(`${path}.new`, path)),
    ],
    ['written anew and longer', (path) => writeFileSync(path, sessionLines('longer').repeat(3))],
    ['emptied', (path) => truncateSync(path, 0)],
    [
      'changed at the same size',
      (path) => {
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"text"', '"TEXT"'))
        utimesSync(path, 1, 1)
      },
    ],
    [
      'changed at its start only, and longer',
      (path) => {
        const text = readFileSync(path, 'utf8')
        writeFileSync(path, text.replace('"', ' "').slice(0, -1) + '\n'.repeat(3))
      },
    ],
  ])('reads a file anew that was %s', async (_, change) => {
    const path = transcript(A, sessionLines('anew'))
    transcript(B, sessionLines('anew'))
    await refresh({ home, db, roots: [root] })
    change(path)
    await refresh({ home, db, roots: [root] })
    expect(readingsOf(path)).toBe(2)
    await expectAsCold()
  })

  it('forgets a file that is gone, and its messages belong to the copy', async () => {
    const path = transcript(A, sessionLines('copied'))
    const copy = transcript(B, sessionLines('copied'))
    await refresh({ home, db, roots: [root] })
    expect(owners(path)).toBeGreaterThan(0)
    expect(owners(copy)).toBe(0)
    rmSync(path)
    const { filesRemoved } = await refresh({ home, db, roots: [root] })
    expect(filesRemoved).toBe(1)
    await expectAsCold()
  })

  it('knows a file under its new name', async () => {
    const path = transcript(A, sessionLines('renamed'))
    await refresh({ home, db, roots: [root] })
    renameSync(path, path.replace(A, B))
    await refresh({ home, db, roots: [root] })
    expect(Object.keys(indexContent(db))).toEqual([path.replace(A, B)])
    await expectAsCold()
  })

  it('keeps files that are out of sight, or under a root it was not asked about', async () => {
    transcript(A, sessionLines('hidden'))
    await refresh({ home, db, roots: [root] })
    const content = indexContent(db)
    await refresh({ home, db, roots: [] })
    expect(indexContent(db)).toEqual(content)
    renameSync(join(root, 'projects', '-srv-app'), join(folder, 'away'))
    symlinkSync('x'.repeat(300), join(root, 'projects', '-srv-app'))
    const { diagnostics } = await refresh({ home, db, roots: [root] })
    expect(diagnostics.map(({ code }) => code)).toEqual(['unreadable'])
    expect(indexContent(db)).toEqual(content)
  })

  it('counts a last line without newline if it is whole, and goes on rightly behind it', async () => {
    const path = transcript(A, sessionLines('unended') + promptLine('the end').trimEnd())
    await refresh({ home, db, roots: [root] })
    expect(lastPrompt(path)).toBe('the end')
    await expectAsCold()
    appendFileSync(path, `\n${promptLine('behind the end')}`)
    await refresh({ home, db, roots: [root] })
    expect(lastPrompt(path)).toBe('behind the end')
    expect(readingsOf(path)).toBe(1)
    await expectAsCold()
  })

  it('reads anew where the next line stands on the line that had no newline', async () => {
    const path = transcript(A, sessionLines('joined') + promptLine('the end').trimEnd())
    await refresh({ home, db, roots: [root] })
    appendFileSync(path, promptLine('on the same line'))
    await refresh({ home, db, roots: [root] })
    expect(readingsOf(path)).toBe(2)
    await expectAsCold()
  })

  it('waits for the rest of a line that is being written', async () => {
    const line = promptLine('being written')
    const path = transcript(A, sessionLines('torn') + line.slice(0, 50))
    await refresh({ home, db, roots: [root] })
    const before = rowsOf(path)
    expect(verifyIndex(home, db)).toEqual([])
    appendFileSync(path, line.slice(50, 60))
    await refresh({ home, db, roots: [root] })
    expect(rowsOf(path)).toBe(before)
    appendFileSync(path, line.slice(60))
    await refresh({ home, db, roots: [root] })
    expect(rowsOf(path)).toBe(before + 1)
    expect(readingsOf(path)).toBe(1)
    await expectAsCold()
  })

  it('gives a flat sub-agent the session that its rows name, however late they do', async () => {
    const path = join(root, 'projects', '-srv-app', 'agent-1a2b3c4.jsonl')
    write(path, '{"type":"queue-operation"}\n')
    await refresh({ home, db, roots: [root] })
    expect(sessionOf(path)).toBe('')
    appendFileSync(path, promptLine('go', A))
    await refresh({ home, db, roots: [root] })
    expect(sessionOf(path)).toBe(A)
    await expectAsCold()
  })

  it.each([
    ['before', [A, B]],
    ['after', [B, A]],
  ])('finds the file of a summary that was read %s it', async (_, order) => {
    const lines: Record<string, string> = {
      [A]: `{"type":"summary","summary":"about it","leafUuid":"${B}"}\n`,
      [B]: promptLine('x').replace(/"uuid":"[^"]*"/, `"uuid":"${B}"`),
    }
    for (const session of order) {
      transcript(session, lines[session])
      await refresh({ home, db, roots: [root] })
    }
    const rows = db.prepare('SELECT text, path FROM summary JOIN file ON file.id = target').all()
    expect(rows).toEqual([{ text: 'about it', path: join(root, 'projects', '-srv-app', `${B}.jsonl`) }])
    rmSync(join(root, 'projects', '-srv-app', `${B}.jsonl`))
    await refresh({ home, db, roots: [root] })
    expect(db.prepare('SELECT target FROM summary').all()).toEqual([{ target: null }])
  })

  it('keeps a deleted session that the archive has, and reads it from there without a catalogue', async () => {
    writeSessions({ root, count: 6, seed: 'archived', turns: 2 })
    await refresh({ home, db, roots: [root] })
    await archiveAll(home, discover([root]).transcripts)
    const content = indexContent(db)
    rmSync(join(root, 'projects'), { recursive: true })
    const { filesRead, filesRemoved } = await refresh({ home, db, roots: [root] })
    expect({ filesRead, filesRemoved }).toEqual({ filesRead: 0, filesRemoved: 0 })
    const archived = Object.fromEntries(
      Object.entries(content).map(([path, file]) => [
        path,
        { ...(file as object), place: 'archive', inode: 0 },
      ]),
    )
    expect(indexContent(db)).toEqual(archived)
    await expectAsCold()
    expect(verifyIndex(home, db)).toEqual([])
  })

  it('loses nothing when cache.db is deleted', async () => {
    writeSessions({ root, count: 8, seed: 'deleted', turns: 2 })
    await refresh({ home, db, roots: [root] })
    const content = indexContent(db)
    db.close()
    for (const name of readdirSync(home.folder))
      if (name.startsWith('cache.db')) rmSync(join(home.folder, name))
    db = openCache(home).db
    expect(indexContent(db)).toEqual({})
    await refresh({ home, db, roots: [root] })
    expect(indexContent(db)).toEqual(content)
  })

  it('reads a long file chapter by chapter, and goes on behind the last one when it was stopped', async () => {
    const line = (i: number): string =>
      `{"type":"assistant","message":{"id":"m${Math.floor(i / 1000)}","usage":{"output_tokens":${i % 1000}}}}\n`
    const path = transcript(A, Array.from({ length: 150_000 }, (_, i) => line(i)).join(''))
    const stop = new AbortController()
    const onProgress = ({ bytesDone }: RefreshProgress): void => (bytesDone > 0 ? stop.abort() : undefined)
    const stopped = refresh({ home, db, roots: [root], onProgress, signal: stop.signal, batchBlocks: 1 })
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect(rowsOf(path)).toBeGreaterThan(0)
    expect(rowsOf(path)).toBeLessThan(150_000)
    expect(verifyIndex(home, db)).toEqual([])
    await refresh({ home, db, roots: [root] })
    expect(rowsOf(path)).toBe(150_000)
    expect(readingsOf(path)).toBe(1)
    const sums = db.prepare('SELECT count(*) AS messages, sum(output) AS output FROM message')
    expect(sums.get()).toEqual({ messages: 150, output: 150 * 999 })
    await expectAsCold()
  })

  it('reads in threads what it reads alone', async () => {
    writeSessions({ root, count: 30, seed: 'threads', turns: 3 })
    transcript(A, sessionLines('long').repeat(300))
    await refresh({ home, db, roots: [root], threads: 2 })
    await expectAsCold()
  })
})

/** A new catalogue of the same files says the same, and each says what a fresh reading does. */
async function expectAsCold(): Promise<void> {
  const apart = skeinHome({ SKEIN_HOME: join(folder, 'cold') })
  rmSync(apart.folder, { recursive: true, force: true })
  const cold = openCache(apart).db
  // The archive is where the transcripts are, so both read the same one.
  const archive = { ...apart, archiveFolder: home.archiveFolder }
  await refresh({ home: archive, db: cold, roots: [root], threads: 0 })
  try {
    expect(indexContent(db)).toEqual(indexContent(cold))
    expect(verifyIndex(home, db)).toEqual([])
  } finally {
    cold.close()
  }
}

function transcript(session: string, text: string): string {
  const path = join(root, 'projects', '-srv-app', `${session}.jsonl`)
  write(path, text)
  return path
}

function write(path: string, text: string): void {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function sessionLines(seed: string): string {
  return new TextDecoder().decode(generateSession({ seed, turns: 6 }).bytes)
}

let prompts = 0

function promptLine(text: string, sessionId = A): string {
  const uuid = `00000000-0000-4000-8000-${String(++prompts).padStart(12, '0')}`
  return `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: text },
    uuid,
    timestamp: '2026-01-01T00:00:00.000Z',
    sessionId,
  })}\n`
}

function lineEnds(path: string): number[] {
  const bytes = readFileSync(path)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at + 1)
  return ends
}

function fileColumn(path: string, column: string): unknown {
  return db.prepare(`SELECT ${column} AS value FROM file WHERE path = ?`).get(path)?.['value']
}

const readingsOf = (path: string): unknown => fileColumn(path, 'readings')
const sessionOf = (path: string): unknown => fileColumn(path, 'session')
const lastPrompt = (path: string): unknown => fileColumn(path, "facts ->> 'lastPrompt'")
const rowsOf = (path: string): number => Number(fileColumn(path, "facts ->> 'rows'"))

function owners(path: string): number {
  const row = db
    .prepare('SELECT sum(owner) AS count FROM message JOIN file ON file.id = message.file WHERE path = ?')
    .get(path)
  return Number(row?.['count'])
}
