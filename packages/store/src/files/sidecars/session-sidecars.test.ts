import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveAll } from '../archive/archive-all.ts'
import { discover } from '../discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { sessionSidecars } from './session-sidecars.ts'

const S = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'
const PROJECT = 'projects/-srv-app'
const TRANSCRIPT = `${PROJECT}/${S}.jsonl`
const SECONDS = 1_770_000_000

let folder: string
let root: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-sidecars-'))
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

function lay(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    utimesSync(join(root, path), SECONDS, SECONDS)
  }
}

const PASTED = {
  display: '[Pasted text #1]',
  pastedContents: { 1: { contentHash: 'abc' } },
  sessionId: S,
  timestamp: 1,
}
const SIDECARS = {
  [`${PROJECT}/${S}/tool-results/toolu_1.txt`]: 'a long output',
  [`tasks/${S}/1.json`]: '{"id":"1"}',
  [`todos/${S}-agent-${S}.json`]: '[]',
  'plans/quiet-harbour.md': '# Plan',
  'paste-cache/abc.txt': 'pasted',
  [`file-history/${S}/0123@v1`]: '',
  [`${PROJECT}/${S}/subagents/agent-a1.meta.json`]: '{}',
  [`${PROJECT}/memory/MEMORY.md`]: 'Remember',
  [`${PROJECT}/${S}/custom-title.json`]: '{"customTitle":"x"}',
}
const KINDS = ['tool-result', 'task', 'task', 'plan', 'paste', 'file-history', 'sub-agent', 'memory', 'other']

const expected = (place: 'disk' | 'archive'): object[] =>
  Object.entries(SIDECARS).map(([path, content], i) => ({
    kind: KINDS[i],
    path: join(root, path),
    place,
    size: content.length,
    time: SECONDS * 1000,
  }))

function layAll(): void {
  lay({
    ...SIDECARS,
    [TRANSCRIPT]: `${JSON.stringify({ type: 'user', sessionId: S, slug: 'quiet-harbour' })}\n`,
    [`${PROJECT}/${S}/subagents/agent-a1.jsonl`]: '{}\n',
    'history.jsonl': `${JSON.stringify(PASTED)}\n`,
    // Of others.
    'plans/other-plan.md': 'x',
    'paste-cache/other.txt': 'x',
    [`tasks/${OTHER}/1.json`]: '{}',
    [`${PROJECT}/${OTHER}/tool-results/x.txt`]: 'x',
  })
}

it('finds what belongs to a session, and the memory of its project', async () => {
  layAll()
  expect(await sessionSidecars(home, join(root, TRANSCRIPT))).toEqual({
    sidecars: expected('disk'),
    diagnostics: [],
  })
})

it('finds them in the archive when they are gone', async () => {
  layAll()
  await archiveAll(home, discover([root]).transcripts)
  rmSync(root, { recursive: true })
  expect(await sessionSidecars(home, join(root, TRANSCRIPT))).toEqual({
    sidecars: expected('archive'),
    diagnostics: [],
  })
})

it('tells what is empty or damaged, and lists it', async () => {
  lay({
    [TRANSCRIPT]: '{}\n',
    [`${PROJECT}/${S}/tool-results/gone.txt`]: '',
    [`tasks/${S}/1.json`]: '{"id":',
    [`tasks/${S}/.lock`]: '',
    [`${PROJECT}/${S}/tool-results/data.json`]: 'not JSON, as the tool put it out',
  })
  const { sidecars, diagnostics } = await sessionSidecars(home, join(root, TRANSCRIPT))
  expect(sidecars.length).toBe(4)
  expect(diagnostics).toEqual([
    {
      code: 'empty',
      path: join(root, `${PROJECT}/${S}/tool-results/gone.txt`),
      message: 'nothing stands in it',
    },
    { code: 'damaged', path: join(root, `tasks/${S}/1.json`), message: 'it is not JSON' },
  ])
})

it('finds the folder beside a transcript outside any config root, and follows no link', async () => {
  lay({ 's1.jsonl': '{}\n', 's1/tool-results/a.txt': 'x', 'elsewhere/b.txt': 'y' })
  symlinkSync(join(root, 'elsewhere'), join(root, 's1/tool-results/linked'))
  const { sidecars } = await sessionSidecars(home, join(root, 's1.jsonl'))
  expect(sidecars.map(({ kind, path }) => ({ kind, path }))).toEqual([
    { kind: 'tool-result', path: join(root, 's1/tool-results/a.txt') },
  ])
})

it('has nothing for a transcript of which nothing is left', async () => {
  expect(await sessionSidecars(home, join(root, TRANSCRIPT))).toEqual({ sidecars: [], diagnostics: [] })
})
