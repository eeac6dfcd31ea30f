import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discover } from './discover.ts'
import type { FoundTranscript } from './found.ts'

const A = '11111111-1111-4111-8111-111111111111'
const B = '22222222-2222-4222-8222-222222222222'

let root: string

beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'skein-discover-')))))
afterEach(() => rmSync(root, { recursive: true }))

describe('discover', () => {
  it('finds transcripts and sub-agents in all three layouts, and nothing else', () => {
    const own = write(`projects/-p/${A}.jsonl`, 'x')
    const flat = write('projects/-p/agent-0a1b2c3.jsonl', 'xy')
    const agent = write(`projects/-p/${A}/subagents/agent-deep1.jsonl`, '')
    const nested = write(`projects/-p/${A}/subagents/runs/7/agent-deep2.jsonl`, '')
    const other = write(`projects/-q/${B}.jsonl`, 'xyz')
    for (const path of [
      `projects/-p/${A}/subagents/agent-deep1.meta.json`,
      `projects/-p/${A}/subagents/notes.jsonl`,
      `projects/-p/${A}/tool-results/agent-x.jsonl`,
      `projects/-p/${A}/custom-title.json`,
      'projects/-p/memory/MEMORY.md',
      'projects/stray.jsonl',
      'history.jsonl',
    ])
      write(path, 'no transcript')
    const { transcripts, diagnostics } = discover([root])
    expect(diagnostics).toEqual([])
    expect(sorted(transcripts)).toEqual(
      sorted([
        found(own, { project: '-p', session: A, agent: null }),
        found(flat, { project: '-p', session: '', agent: '0a1b2c3' }),
        found(agent, { project: '-p', session: A, agent: 'deep1' }),
        found(nested, { project: '-p', session: A, agent: 'deep2' }),
        found(other, { project: '-q', session: B, agent: null }),
      ]),
    )
  })

  it('says which folders it looked into, unless links lead on from them', () => {
    write(`projects/-p/${A}.jsonl`, 'x')
    write(`projects/-p/${A}/subagents/runs/agent-1.jsonl`, 'x')
    write(`projects/-p/${A}/tool-results/x.txt`, 'x')
    const folders = ['', '/-p', `/-p/${A}`, `/-p/${A}/subagents`, `/-p/${A}/subagents/runs`]
    const all = folders.map((path) => `${root}/projects${path}`)
    expect(discover([root]).folders?.toSorted()).toEqual(all)
    symlinkSync(root, join(root, 'projects', '-p', A, 'tool-results', 'ignored'))
    expect(discover([root]).folders?.toSorted()).toEqual(all)
    symlinkSync(join(root, 'nothing'), join(root, 'projects', 'linked'))
    expect(discover([root]).folders).toBe(null)
  })

  it('says nothing of a root without projects, and that a root is not there', () => {
    mkdirSync(join(root, 'fresh'))
    const gone = join(root, 'gone')
    expect(discover([join(root, 'fresh'), gone])).toEqual({
      transcripts: [],
      diagnostics: [{ code: 'vanished', path: gone, message: 'not there (any more)' }],
      folders: [join(root, 'fresh')],
    })
  })

  it('follows a linked project and a linked transcript', () => {
    const elsewhere = write(`elsewhere/${A}.jsonl`, 'x')
    mkdirSync(join(root, 'config', 'projects', '-q'), { recursive: true })
    symlinkSync(dirname(elsewhere), join(root, 'config', 'projects', '-p'))
    symlinkSync(elsewhere, join(root, 'config', 'projects', '-q', `${B}.jsonl`))
    const { transcripts, diagnostics } = discover([join(root, 'config')])
    expect(diagnostics).toEqual([])
    expect(sorted(transcripts).map(({ path, project, session }) => ({ path, project, session }))).toEqual([
      { path: join(root, 'config', 'projects', '-p', `${A}.jsonl`), project: '-p', session: A },
      { path: join(root, 'config', 'projects', '-q', `${B}.jsonl`), project: '-q', session: B },
    ])
  })

  it('follows no link in circles, and shows no folder twice', () => {
    const own = write(`projects/-p/${A}/subagents/agent-1.jsonl`, '')
    const loop = join(root, 'projects', '-p', A, 'subagents', 'again')
    const twice = join(root, 'projects', '-q')
    const itself = join(root, 'projects', '-r')
    symlinkSync(join(root, 'projects', '-p', A, 'subagents'), loop)
    symlinkSync(join(root, 'projects', '-p'), twice)
    symlinkSync(itself, itself)
    const { transcripts, diagnostics } = discover([root])
    expect(transcripts.map(({ path }) => path)).toEqual([own])
    expect(diagnostics.map(({ code, path }) => ({ code, path })).sort(byPath)).toEqual(
      [
        { code: 'link-loop', path: loop },
        { code: 'link-loop', path: twice },
        { code: 'link-loop', path: itself },
      ].sort(byPath),
    )
  })

  it('passes over what is named like a transcript and is none, and says so', () => {
    const folder = join(root, 'projects', '-p', `${A}.jsonl`)
    const pipe = join(root, 'projects', '-p', `${B}.jsonl`)
    const dangling = join(root, 'projects', '-p', 'gone.jsonl')
    mkdirSync(folder, { recursive: true })
    execFileSync('mkfifo', [pipe])
    symlinkSync(join(root, 'nowhere'), dangling)
    write('projects/not-a-folder', 'x')
    const { transcripts, diagnostics } = discover([root])
    expect(transcripts).toEqual([])
    expect(diagnostics.map(({ code, path }) => ({ code, path })).sort(byPath)).toEqual(
      [
        { code: 'not-a-file', path: folder },
        { code: 'not-a-file', path: pipe },
        { code: 'vanished', path: dangling },
      ].sort(byPath),
    )
  })

  it('says what cannot be looked at, and goes on', () => {
    const own = write(`projects/-p/${A}.jsonl`, 'x')
    const odd = join(root, 'projects', '-q')
    // Permissions bind no superuser; a link to a name that is too long binds everybody.
    symlinkSync('x'.repeat(300), odd)
    const { transcripts, diagnostics } = discover([root])
    expect(transcripts.map(({ path }) => path)).toEqual([own])
    expect(diagnostics).toEqual([
      { code: 'unreadable', path: odd, message: 'cannot be read (its name is too long); it was passed over' },
    ])
  })

  it('finds 5,000 files', () => {
    for (let i = 0; i < 50; i++) {
      mkdirSync(join(root, 'projects', `-p${i}`), { recursive: true })
      for (let j = 0; j < 100; j++) writeFileSync(join(root, 'projects', `-p${i}`, `${j}.jsonl`), '')
    }
    const { transcripts, diagnostics } = discover([root])
    expect(diagnostics).toEqual([])
    expect(new Set(transcripts.map(({ path }) => path)).size).toBe(5000)
  })
})

function write(path: string, text: string): string {
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return full
}

function found(path: string, named: Pick<FoundTranscript, 'project' | 'session' | 'agent'>): FoundTranscript {
  const { ino: inode, size, mtimeMs: mtime } = statSync(path)
  return { path, root, ...named, inode, size, mtime }
}

function sorted<T extends { readonly path: string }>(all: readonly T[]): T[] {
  return [...all].sort(byPath)
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1
}
