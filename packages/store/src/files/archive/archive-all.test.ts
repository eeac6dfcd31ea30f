import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discover } from '../discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { archiveAll, type ArchiveReport } from './archive-all.ts'
import { archivedSessions, listArchived } from './archived.ts'
import { verifyArchive } from './verify.ts'

let folder: string
let root: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-archive-'))
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

const S = '11111111-2222-4333-8444-555555555555'
const TRANSCRIPT = `projects/-srv-app/${S}.jsonl`
const row = (fields: object): string => `${JSON.stringify({ type: 'user', sessionId: S, ...fields })}\n`

function lay(files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content, { mode: 0o600 })
  }
}

function archive(): Promise<ArchiveReport> {
  return archiveAll(home, discover([root]).transcripts)
}

/** All versions of all files of all sessions, unpacked by hand as README.txt says. */
function contents(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const kind of ['sessions', 'projects'])
    for (const name of readdirSync(join(home.archiveFolder, kind))) {
      const manifest = JSON.parse(readFileSync(join(home.archiveFolder, kind, name), 'utf8'))
      for (const { path, versions } of manifest.files)
        found[path] = versions.map(({ chunks }: { chunks: string[] }) =>
          chunks
            .map((chunk) =>
              gunzipSync(readFileSync(join(home.archiveFolder, 'objects', chunk.slice(0, 2), `${chunk}.gz`))),
            )
            .join(''),
        )
    }
  return found
}

describe('archiveAll', () => {
  it('keeps a session with everything that belongs to it', async () => {
    const own = {
      [TRANSCRIPT]: row({ slug: 'warm-blue-river' }),
      [`projects/-srv-app/${S}/subagents/agent-a1.jsonl`]: row({ agentId: 'a1' }),
      [`projects/-srv-app/${S}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
      [`projects/-srv-app/${S}/tool-results/toolu_1.txt`]: 'long output',
      [`projects/-srv-app/${S}/custom-title.json`]: '{"customTitle":"x"}',
      [`projects/-srv-app/${S}/something-new/of-tomorrow.bin`]: '?',
      'projects/-srv-app/agent-abc1234.jsonl': row({ agentId: 'abc1234' }),
      'projects/-srv-app/memory/MEMORY.md': '# memory',
      [`file-history/${S}/0123456789abcdef@v1`]: 'old file',
      [`tasks/${S}/1.json`]: '{}',
      [`todos/${S}-agent-${S}.json`]: '[]',
      'plans/warm-blue-river.md': '# plan',
      'plans/warm-blue-river-agent-a1.md': '# plan of a1',
      'paste-cache/00ff00ff.txt': 'pasted',
    }
    const others = {
      'plans/other-plan.md': 'not this one',
      'paste-cache/11ee11ee.txt': 'not this one',
      [`tasks/another-session/1.json`]: '{}',
      'settings.json': '{}',
      'history.jsonl':
        `${JSON.stringify({ sessionId: S, pastedContents: { 1: { id: 1, contentHash: '00ff00ff' } } })}\n` +
        `{"sessionId":"${S}","pastedContents":{"1":{"contentHash":"../../settings"}}}\n` +
        `{"sessionId":"another","pastedContents":{"1":{"contentHash":"11ee11ee"}}}\n` +
        'not json with "contentHash"\n',
    }
    lay({ ...own, ...others })
    const report = await archive()
    expect(contents()).toEqual(Object.fromEntries(Object.entries(own).map(([path, text]) => [path, [text]])))
    const bytes = Object.values(own).join('').length
    expect(report).toEqual({
      sessions: 1,
      filesSeen: 14,
      filesStored: 14,
      bytesRead: bytes,
      bytesStored: report.bytesStored,
      diagnostics: [],
    })
    expect(report.bytesStored).toBeGreaterThan(0)
    expect(await verifyArchive(home)).toMatchObject({ files: 14, unused: 0, problems: [] })
  })

  it('lists the transcripts it has, as they were', async () => {
    lay({
      [TRANSCRIPT]: row({}),
      [`projects/-srv-app/${S}/subagents/agent-a1.jsonl`]: row({ agentId: 'a1' }),
      'projects/-srv-app/agent-abc1234.jsonl': row({ agentId: 'abc1234' }),
    })
    const found = discover([root]).transcripts
    await archive()
    const expected = found.map(({ path, agent, size, mtime }) => ({
      path,
      root,
      project: '-srv-app',
      session: S,
      agent,
      size,
      mtime,
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    }))
    rmSync(root, { recursive: true })
    const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
    expect(listArchived(home).toSorted(byPath)).toEqual(expected.toSorted(byPath))
  })

  it('reads nothing where nothing changed, and only what changed otherwise', async () => {
    lay({ [TRANSCRIPT]: row({ n: 1 }), [`tasks/${S}/1.json`]: '{}' })
    await archive()
    const before = readdirSync(join(home.archiveFolder, 'sessions'))
    expect(await archive()).toMatchObject({ filesSeen: 2, filesStored: 0, bytesRead: 0, bytesStored: 0 })
    expect(readdirSync(join(home.archiveFolder, 'sessions'))).toEqual(before)
    appendFileSync(join(root, TRANSCRIPT), row({ n: 2 }))
    const size = statSync(join(root, TRANSCRIPT)).size
    expect(await archive()).toMatchObject({ filesSeen: 2, filesStored: 1, bytesRead: size })
  })

  it('stores only the last chunk of a file that grew', async () => {
    // Random, so that the size of what is stored is the size of what is new.
    const chunk = 1024 * 1024
    const bytes = new Uint8Array(2 * chunk + 1000)
    crypto.getRandomValues(bytes.subarray(0, 65_536))
    for (let at = 65_536; at < bytes.length; at += 65_536)
      crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, bytes.length)))
    lay({ [TRANSCRIPT]: bytes.subarray(0, 2 * chunk + 500) })
    await archive()
    lay({ [TRANSCRIPT]: bytes })
    const { bytesStored } = await archive()
    expect(bytesStored).toBeGreaterThanOrEqual(1000)
    expect(bytesStored).toBeLessThan(1200)
    const [{ files }] = archivedSessions(home).sessions
    expect(files[0].versions.map(({ size }) => size)).toEqual([2 * chunk + 1000])
  })

  it('replaces the version that a file continues, and keeps the one it does not', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    await archive()
    lay({ [TRANSCRIPT]: 'one\ntwo\n' })
    await archive()
    expect(contents()[TRANSCRIPT]).toEqual(['one\ntwo\n'])
    lay({ [TRANSCRIPT]: 'uno\ntwo\nthree\n' })
    await archive()
    expect(contents()[TRANSCRIPT]).toEqual(['one\ntwo\n', 'uno\ntwo\nthree\n'])
    lay({ [TRANSCRIPT]: 'uno\n' })
    await archive()
    expect(contents()[TRANSCRIPT]).toEqual(['one\ntwo\n', 'uno\ntwo\nthree\n', 'uno\n'])
    lay({ [TRANSCRIPT]: 'one\ntwo\nfour\n' })
    await archive()
    // The newest continues the oldest: that one is in it, byte for byte.
    expect(contents()[TRANSCRIPT]).toEqual(['uno\ntwo\nthree\n', 'uno\n', 'one\ntwo\nfour\n'])
  })

  it('sees a rewrite that changed one byte in the middle and kept the size', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'a')
    lay({ [TRANSCRIPT]: bytes })
    await archive()
    bytes[1_500_000] = 0x62
    lay({ [TRANSCRIPT]: bytes })
    await archive()
    const versions = contents()[TRANSCRIPT]
    expect(versions.map((text) => [text.length, text.indexOf('b')])).toEqual([
      [bytes.length, -1],
      [bytes.length, 1_500_000],
    ])
  })

  it('takes a file whose time alone changed for the same version', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    await archive()
    utimesSync(join(root, TRANSCRIPT), 1_700_000_000, 1_700_000_000)
    await archive()
    expect(contents()[TRANSCRIPT]).toEqual(['one\n'])
    expect(await archive()).toMatchObject({ bytesRead: 0 })
  })

  it('keeps what was deleted, and goes on with what is left', async () => {
    lay({ [TRANSCRIPT]: 'one\n', [`tasks/${S}/1.json`]: '{}' })
    await archive()
    rmSync(join(root, 'tasks'), { recursive: true })
    appendFileSync(join(root, TRANSCRIPT), 'two\n')
    await archive()
    expect(contents()).toEqual({ [TRANSCRIPT]: ['one\ntwo\n'], [`tasks/${S}/1.json`]: ['{}'] })
  })

  it('finds the plan that came after the transcript was archived', async () => {
    lay({ [TRANSCRIPT]: row({ slug: 'warm-blue-river' }) })
    await archive()
    lay({ 'plans/warm-blue-river.md': '# plan' })
    expect(await archive()).toMatchObject({ filesStored: 1, bytesRead: 6 })
    expect(contents()['plans/warm-blue-river.md']).toEqual(['# plan'])
  })

  it('does not follow links to sidecars, and reads no folder as a file', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    mkdirSync(join(root, `projects/-srv-app/${S}/tool-results`), { recursive: true })
    writeFileSync(join(folder, 'outside.txt'), 'outside')
    symlinkSync(join(folder, 'outside.txt'), join(root, `projects/-srv-app/${S}/tool-results/link.txt`))
    mkdirSync(join(root, 'plans'))
    mkdirSync(join(root, `todos/${S}-agent-${S}.json`), { recursive: true })
    const { diagnostics } = await archive()
    expect(contents()).toEqual({ [TRANSCRIPT]: ['one\n'] })
    expect(diagnostics).toEqual([
      { code: 'not-a-file', path: join(root, `todos/${S}-agent-${S}.json`), message: 'not a file; left out' },
    ])
  })

  it('lets neither a name nor a row lead it elsewhere', async () => {
    lay({
      'projects/-srv-app/agent-abc1234.jsonl': '{"sessionId":"../../../outside"}\n',
      'projects/-srv-app/...jsonl': 'the session is named ..\n',
    })
    writeFileSync(join(folder, 'outside'), 'outside')
    const { diagnostics } = await archive()
    expect(contents()).toEqual({
      'projects/-srv-app/agent-abc1234.jsonl': ['{"sessionId":"../../../outside"}\n'],
    })
    expect(diagnostics).toEqual([
      {
        code: 'odd-name',
        path: join(root, 'projects/-srv-app/...jsonl'),
        message: 'its name cannot stand in an archive; left out',
      },
    ])
  })

  it('joins what two archivers wrote at the same moment', async () => {
    lay({ [TRANSCRIPT]: 'one\n', [`tasks/${S}/1.json`]: '1' })
    await archive()
    const sessions = join(home.archiveFolder, 'sessions')
    const [first] = readdirSync(sessions)
    const text = readFileSync(join(sessions, first))
    lay({ [TRANSCRIPT]: 'one\ntwo\n', [`tasks/${S}/1.json`]: '2' })
    await archive()
    // The other one came from a slower program, which had read the files before they changed.
    writeFileSync(join(sessions, first), text)
    expect(listArchived(home).map(({ size }) => size)).toEqual([8])
    expect(await archive()).toMatchObject({ filesSeen: 2, bytesRead: 9 })
    expect(readdirSync(sessions)).toHaveLength(1)
    expect(contents()).toEqual({ [TRANSCRIPT]: ['one\ntwo\n'], [`tasks/${S}/1.json`]: ['1', '2'] })
  })

  it('stores equal bytes once', async () => {
    const other = `projects/-srv-other/${S}.jsonl`
    lay({ [TRANSCRIPT]: 'the same\n', [other]: 'the same\n' })
    await archive()
    const { objects, unused } = await verifyArchive(home)
    const stored = readdirSync(join(home.archiveFolder, 'objects'), { recursive: true }).filter((name) =>
      String(name).endsWith('.gz'),
    )
    expect({ objects, unused, stored: stored.length }).toEqual({ objects: 2, unused: 0, stored: 1 })
  })

  it('archives one session that stands in two places as two', async () => {
    const other = join(folder, 'other')
    lay({ [TRANSCRIPT]: 'one\n' })
    mkdirSync(join(other, 'projects/-srv-app'), { recursive: true })
    linkSync(join(root, TRANSCRIPT), join(other, TRANSCRIPT))
    await archiveAll(home, discover([root, other]).transcripts)
    const places = archivedSessions(home).sessions.map((session) => session.root)
    expect(new Set(places)).toEqual(new Set([root, other]))
  })

  it('makes an archive that only its owner can read', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    await archive()
    const all = readdirSync(home.folder, { recursive: true, withFileTypes: true })
    const modes = new Set(
      all.map((entry) => {
        const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
        return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`
      }),
    )
    expect(modes).toEqual(new Set(['file 600', 'folder 700']))
  })

  it('stops when told to, with a sound archive', async () => {
    for (let i = 0; i < 20; i++) lay({ [`projects/-srv-app/s${i}.jsonl`]: `session ${i}\n` })
    const stop = new AbortController()
    const { transcripts } = discover([root])
    const options = {
      signal: stop.signal,
      onProgress: ({ done }: { done: number }) => done === 5 && stop.abort(),
    }
    await expect(archiveAll(home, transcripts, options)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'cancelled',
    })
    expect(await verifyArchive(home)).toMatchObject({ problems: [] })
    await archive()
    expect(Object.keys(contents())).toHaveLength(20)
  })

  it('says which disk cannot be written', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    mkdirSync(home.folder)
    writeFileSync(home.archiveFolder, 'a file in the way')
    await expect(archive()).rejects.toMatchObject({ name: 'StoreError', code: 'exists' })
  })

  it('goes on beside a manifest that was damaged', async () => {
    lay({ [TRANSCRIPT]: 'one\n' })
    await archive()
    const sessions = join(home.archiveFolder, 'sessions')
    const [name] = readdirSync(sessions)
    writeFileSync(join(sessions, name), readFileSync(join(sessions, name), 'utf8').replace('0600', '0777'))
    const { diagnostics } = await archive()
    expect(diagnostics).toEqual([
      { code: 'damaged-manifest', path: join(sessions, name), message: 'it is not what was written' },
    ])
    expect(listArchived(home).map(({ path }) => path)).toEqual([join(root, TRANSCRIPT)])
  })
})
