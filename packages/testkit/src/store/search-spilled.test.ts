import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAll } from '../../../store/src/files/archive/archive-all.ts'
import { PIECE_BYTES } from '../../../store/src/files/bytes/text-pieces.ts'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import type { Database } from '../../../store/src/database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { readQuery } from '../../../store/src/reader/query/read-query.ts'
import { search } from '../../../store/src/embedded/search/search.ts'
import { searchResult, type SearchResult } from '../../../store/src/reader/search.ts'
import { standIn } from './search-rows.ts'
import { freshFolder } from './written-sessions.ts'

const SESSION = '11111111-1111-4111-8111-111111111111'

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = freshFolder('search-spilled')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('search in spilled outputs', () => {
  it('gives the entry that stands for the output, and shows the text of the output', async () => {
    write(`${SESSION}/tool-results/b1.txt`, `${'line\n'.repeat(20_000)}the needle stood here\n`)
    write(`${SESSION}.jsonl`, prompt('p', 'before') + result('r', 'b1.txt') + prompt('q', 'behind'))
    await index()
    expect(await hitsOf('needle')).toMatchObject([
      {
        uuid: 'r',
        line: 2,
        field: 'tool-result',
        snippet: { text: expect.stringContaining('the needle stood here') },
      },
    ])
    expect(await uuids('needle preview')).toEqual(['r'])
    expect(await uuids('"line the needle"')).toEqual(['r'])
    expect(await uuids('-needle')).toEqual(['p', 'q'])
  })

  it('finds what a sub-agent spilled in the folder of its session', async () => {
    write(`${SESSION}/tool-results/b1.txt`, 'needle')
    write(`${SESSION}.jsonl`, prompt('p', 'before'))
    write(`${SESSION}/subagents/agent-abc.jsonl`, result('r', 'b1.txt'))
    await index()
    expect(await hitsOf('needle')).toMatchObject([{ uuid: 'r', agent: 'abc', session: SESSION }])
  })

  it('reads no other file than one of that folder', async () => {
    write('secret.txt', 'needle')
    write(`${SESSION}/secret.txt`, 'needle')
    write(`${SESSION}/tool-results/inside/secret.txt`, 'needle')
    symlinkSync('../secret.txt', join(project(), SESSION, 'tool-results', 'linked.txt'))
    const paths = [
      '../secret.txt',
      join(project(), 'secret.txt'),
      'inside',
      '..',
      '.',
      '',
      'linked.txt',
      'a\0b',
    ]
    write(
      `${SESSION}.jsonl`,
      paths.map((path, i) => result(`r${i}`, path)).join('') + result('r', 'inside/secret.txt'),
    )
    write('other.jsonl', result('o', 'b1.txt'))
    symlinkSync(join(project(), SESSION), join(folder, 'target'))
    mkdirSync(join(project(), 'other'))
    symlinkSync(join(folder, 'target'), join(project(), 'other', 'tool-results'))
    write(`${SESSION}/b1.txt`, 'needle')
    await index()
    expect(await uuids('needle')).toEqual([])
    expect((await uuids('preview')).length).toBe(paths.length + 2)
  })

  it('has no hits in an output that was deleted, unless the archive has it', async () => {
    write(`${SESSION}/tool-results/b1.txt`, 'needle')
    write(`${SESSION}.jsonl`, result('r', 'b1.txt'))
    await index()
    rmSync(join(project(), SESSION), { recursive: true })
    expect(await uuids('needle')).toEqual([])
    expect(verifyIndex(home, db)).toEqual([])
    write(`${SESSION}/tool-results/b1.txt`, 'needle')
    await archiveAll(home, discover([root]).transcripts)
    rmSync(join(project(), SESSION), { recursive: true })
    expect(await uuids('needle')).toEqual(['r'])
    rmSync(join(project(), `${SESSION}.jsonl`))
    await index()
    expect(await hitsOf('needle')).toMatchObject([{ uuid: 'r', place: 'archive' }])
    expect(verifyIndex(home, db)).toEqual([])
  })

  it('indexes a session that only the archive has with what it spilled', async () => {
    write(`${SESSION}/tool-results/b1.txt`, 'needle')
    write(`${SESSION}.jsonl`, result('r', 'b1.txt'))
    await archiveAll(home, discover([root]).transcripts)
    rmSync(project(), { recursive: true })
    await index()
    expect(await uuids('needle')).toEqual(['r'])
  })

  it('gives such a row a block of its own, also when it is appended', async () => {
    write(`${SESSION}/tool-results/b1.txt`, 'needle')
    const lines = [prompt('p', 'a'), result('r', 'b1.txt'), prompt('q', 'b'), prompt('s', 'c')]
    write(`${SESSION}.jsonl`, lines.join(''))
    await index()
    appendFileSync(join(project(), `${SESSION}.jsonl`), result('t', 'b1.txt'))
    const appended = await index()
    appendFileSync(join(project(), `${SESSION}.jsonl`), prompt('u', 'd'))
    await index()
    const blocks = db.prepare('SELECT line, odd FROM block ORDER BY start').all()
    expect(blocks.map(({ line, odd }) => [line, odd])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
      [5, 1],
      [6, 0],
    ])
    expect(appended.linesParsed).toBe(1)
    expect(await uuids('needle')).toEqual(['r', 't'])
    expect(verifyIndex(home, db)).toEqual([])
  })

  it('searches all of an output that is very long, to its last bytes', async () => {
    const size = 20_000_000
    const lines = 'a line of a very long output\n'.repeat(Math.ceil(size / 29)).slice(0, size - 10)
    write(`${SESSION}/tool-results/b1.txt`, `${lines} zz needle`)
    write(`${SESSION}.jsonl`, prompt('p', 'before') + result('r', 'b1.txt'))
    await index()
    expect(await hitsOf('needle')).toMatchObject([
      { uuid: 'r', matchCount: 1, snippet: { text: expect.stringMatching(/zz needle$/) } },
    ])
    expect(await uuids('"zz needle"')).toEqual(['r'])
    expect(await uuids('/needle$/')).toEqual(['r'])
    expect(await uuids('needle preview')).toEqual(['r'])
    expect(await uuids('-needle')).toEqual(['p'])
    expect(await uuids('needles')).toEqual([])
    expect(verifyIndex(home, db)).toEqual([])
  })

  it('says of a long output that it cannot be read any more, and goes on', async () => {
    const path = write(`${SESSION}/tool-results/b1.txt`, `${'x\n'.repeat(PIECE_BYTES)}needle`)
    write(`${SESSION}.jsonl`, prompt('p', 'needle') + result('r', 'b1.txt'))
    await archiveAll(home, discover([root]).transcripts)
    await index()
    rmSync(path)
    expect(await uuids('needle')).toEqual(['p', 'r'])
    rmSync(join(home.archiveFolder, 'objects'), { recursive: true })
    expect(await searched('needle')).toMatchObject({
      hits: [{ uuid: 'p' }],
      diagnostics: [{ code: 'unreadable', path }],
    })
  })

  it('names an output that cannot be read', async () => {
    const path = write(`${SESSION}/tool-results/b1.txt`, 'needle')
    write(`${SESSION}.jsonl`, result('r', 'b1.txt') + result('s', 'x'.repeat(4000)))
    await archiveAll(home, discover([root]).transcripts)
    await index()
    rmSync(path)
    rmSync(join(home.archiveFolder, 'objects'), { recursive: true })
    expect(await searched('needle')).toMatchObject({ hits: [], diagnostics: [{ code: 'unreadable', path }] })
    expect(await searched('preview')).toMatchObject({
      hits: [{ uuid: 's' }, { uuid: 'r' }],
      diagnostics: [{ code: 'unreadable', path }],
    })
  })
})

function project(): string {
  return join(root, 'projects', '-work-app')
}

function write(name: string, text: string): string {
  const path = join(project(), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

function prompt(uuid: string, text: string): string {
  return `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: text } })}\n`
}

/** A row that stands for a spilled output. */
function result(uuid: string, path: string): string {
  const content = standIn(`/elsewhere/tool-results/${path}`, 'a preview')
  const blocks = [{ tool_use_id: 't1', type: 'tool_result', content, is_error: false }]
  return `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: blocks } })}\n`
}

async function index(): ReturnType<typeof refresh> {
  return refresh({ home, db, roots: [root], threads: 0 })
}

function searched(text: string): Promise<SearchResult> {
  return searchResult(search(readQuery(text, { now: 1.8e12 }), { home, db }))
}

async function hitsOf(text: string): Promise<SearchResult['hits']> {
  const { hits, diagnostics } = await searched(text)
  expect(diagnostics).toEqual([])
  return hits
}

async function uuids(text: string): Promise<string[]> {
  return (await hitsOf(text)).map(({ uuid }) => uuid ?? '').toSorted((a, b) => (a < b ? -1 : 1))
}
