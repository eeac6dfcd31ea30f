import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import type { Database } from '../../../store/src/database.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { readQuery } from '../../../store/src/reader/query/read-query.ts'
import type { Query } from '../../../store/src/reader/query/query.ts'
import { rawPlan } from '../../../store/src/embedded/search/raw/raw-plan.ts'
import { helpSearch, VERDICT } from '../../../store/src/embedded/search/scan-helper.ts'
import { search } from '../../../store/src/embedded/search/search.ts'
import { searchResult } from '../../../store/src/reader/search.ts'
import { searchEverything, type OracleHit } from '../../../store/test/search-oracle.ts'
import { OUTPUT_NAMES, searchLine, searchQuery, searchText } from './search-rows.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = freshFolder('search')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('search', () => {
  it('finds what reading everything finds, whatever the text and whoever wrote it', async () => {
    const asked = searchText.chain((text) => fc.array(searchQuery(text), { minLength: 12, maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(history, asked, async (files, queries) => {
        rmSync(root, { recursive: true, force: true })
        files.forEach(({ lines, outputs }, i) => {
          writeOutputs(i, outputs)
          writeTranscript(i, `${lines.join('\n')}\n${i % 2 === 0 ? '' : UNENDED}`)
        })
        await index()
        for (const text of queries) await expectSame(text)
      }),
      { numRuns: 25 },
    )
  })

  it('does so over many blocks, in segments and loose, as lines are appended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(searchLine, { minLength: 12, maxLength: 12 }), async (lines) => {
        rmSync(root, { recursive: true, force: true })
        writeOutputs(0, ['Straße word7x1', '你好 error', 'the\nfile'])
        const padded = lines.map((line, i) => `${line}\n${filler(i)}`)
        writeTranscript(0, padded.slice(0, 8).join('\n') + '\n')
        for (let i = 1; i < 70; i++) writeTranscript(i, `${filler(i * 100)}\n${lines[i % lines.length]}\n`)
        await index()
        for (const line of [...padded.slice(8), lines[0]]) {
          appendFileSync(pathOf(0), `${line}\n`)
          await index()
        }
        for (const text of [
          '你好',
          'word7x*',
          '"the file"',
          'STRASSE',
          'absent',
          '/wor[d]1\\d\\b/',
          'error -naïve',
        ])
          await expectSame(text)
        expect(verifyIndex(home, db)).toEqual([])
        rmSync(pathOf(1))
        await index()
        await expectSame('word100x')
        await expectSame('世界')
      }),
      { numRuns: 3 },
    )
  })

  it('does so where a second thread looks ahead', async () => {
    const asked = searchText.chain((text) => fc.array(searchQuery(text), { minLength: 12, maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(history, asked, async (files, queries) => {
        rmSync(root, { recursive: true, force: true })
        files.forEach(({ lines, outputs }, i) => {
          writeOutputs(i, outputs)
          writeTranscript(i, `${lines.join('\n')}\n${i % 2 === 0 ? '' : UNENDED}`)
        })
        await index()
        for (const text of queries) expectNoneOverlooked(text)
      }),
      { numRuns: 25 },
    )
  })

  it('does so on generated sessions', async () => {
    writeSessions({ root, count: 12, seed: 'search', turns: 3 })
    await index()
    for (const text of [
      'error',
      '"the file" OR import',
      'is',
      'tests -error',
      '/func\\w+/',
      'in:thinking the',
      'a b',
      '"not found"',
    ])
      await expectSame(text)
  })

  it('looks into lines that are too long for the index', async () => {
    const text = `${'long '.repeat(3_500_000)} needle at its end`
    writeTranscript(
      0,
      `${filler(1)}\n${JSON.stringify({ type: 'user', message: { content: text } })}\n${filler(2)}\n`,
    )
    await index()
    await expectSame('"needle at its end"')
    await expectSame('needle -word1x')
  })

  it('gives the newest first, and the same ones whatever the limit', async () => {
    writeSessions({ root, count: 8, seed: 'order', turns: 3 })
    await index()
    const all = (await found('e', 100_000)).filter(({ time }) => time !== null)
    expect(all.length).toBeGreaterThan(60)
    expect(all.map(({ time }) => time)).toEqual(
      all.map(({ time }) => time).sort((a, b) => Number(b) - Number(a)),
    )
    for (const limit of [1, 7, 50]) expect(await found('e', limit)).toEqual(all.slice(0, limit))
  })
})

/** Sessions: their lines, and outputs that lines may stand for. */
const history = fc.array(
  fc.record({
    lines: fc.array(searchLine, { minLength: 1, maxLength: 30 }),
    outputs: fc.array(searchText, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** The last line of a file may lack its newline. */
const UNENDED = JSON.stringify({ type: 'user', message: { content: 'Read the file 你好世界' } })

function pathOf(number: number): string {
  const name = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}.jsonl`
  return join(root, 'projects', '-work-app', name)
}

function writeTranscript(number: number, text: string): void {
  mkdirSync(join(root, 'projects', '-work-app'), { recursive: true })
  writeFileSync(pathOf(number), text)
}

function writeOutputs(number: number, outputs: readonly string[]): void {
  const folder = join(pathOf(number).slice(0, -'.jsonl'.length), 'tool-results')
  mkdirSync(folder, { recursive: true })
  outputs.forEach((text, i) => writeFileSync(join(folder, OUTPUT_NAMES[i]), text))
  writeFileSync(join(folder, '..', 'secret.txt'), 'Read the file 你好世界 absent')
  symlinkSync('../secret.txt', join(folder, 'linked.txt'))
}

async function index(): Promise<void> {
  await refresh({ home, db, roots: [root], threads: 0 })
}

async function expectSame(text: string): Promise<void> {
  const expected = searchEverything(transcripts(), queryOf(text)).sort(byPlace)
  expect({ text, hits: (await found(text, 100_000)).sort(byPlace) }).toEqual({ text, hits: expected })
}

/** Every hit of reading everything stands in a block that the helping thread leaves to be read. */
function expectNoneOverlooked(text: string): void {
  const { needles, cover } = rawPlan(queryOf(text))
  if (cover === null) return
  const blocks = db
    .prepare('SELECT path, start, stop, odd FROM block JOIN file ON file.id = block.file')
    .all()
    .map(({ path, start, stop, odd }) => ({
      path: String(path),
      start: Number(start),
      stop: Number(stop),
      odd,
    }))
  const verdicts = new Int32Array(new SharedArrayBuffer(blocks.length * 4))
  blocks.forEach(({ odd }, i) => (verdicts[i] = odd === 0 ? VERDICT.open : VERDICT.look))
  const places = Float64Array.from(blocks.flatMap(({ start, stop }, i) => [i, start, stop]))
  helpSearch({ needles, cover }, { files: blocks.map(({ path }) => ({ path, offset: 0 })), places, verdicts })
  expect([...verdicts].every((verdict) => verdict === VERDICT.nothing || verdict === VERDICT.look)).toBe(true)
  const overlooked = searchEverything(transcripts(), queryOf(text)).filter(({ path, offset }) =>
    blocks.some(
      (block, i) =>
        verdicts[i] === VERDICT.nothing &&
        block.path === path &&
        offset >= block.start &&
        offset < block.stop,
    ),
  )
  expect({ text, overlooked }).toEqual({ text, overlooked: [] })
}

async function found(text: string, limit: number): Promise<OracleHit[]> {
  const { hits, diagnostics } = await searchResult(search(queryOf(text), { home, db, limit }))
  expect(diagnostics).toEqual([])
  return hits.map(({ path, offset, line, time }) => ({ path, offset, line, time }))
}

function queryOf(text: string): Query {
  return readQuery(text, { now: 1.8e12 })
}

function transcripts(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && name.startsWith('projects'))
    .map((name) => join(root, name))
}

function byPlace(a: OracleHit, b: OracleHit): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.offset - b.offset
}

/** A long answer of words that stand nowhere else: a third of a block. */
function filler(number: number): string {
  const words = Array.from({ length: 2500 }, (_, i) => `word${number}x${i}`).join(' ')
  const timestamp = new Date(1.7e12 + number * 1000).toISOString()
  return JSON.stringify({
    type: 'assistant',
    timestamp,
    message: { content: [{ type: 'text', text: words }] },
  })
}
