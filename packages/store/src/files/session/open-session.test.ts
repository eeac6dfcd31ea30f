import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { archiveAll } from '../archive/archive-all.ts'
import { openFileBytes } from '../bytes/open-bytes.ts'
import { openNamed } from '../bytes/open-named.ts'
import { discover } from '../discovery/discover.ts'
import { openDisk, openSession } from './open-session.ts'
import { openTranscript } from './open-transcript.ts'
import type { SessionPlace } from './session-place.ts'

const SESSION = '0b54a5f2-0000-4000-8000-000000000001'
let folder: string
let home: SkeinHome
let place: SessionPlace
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-open-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'skein') })
  place = { root: join(folder, 'config'), project: '-p', session: SESSION, agent: null }
  path = join(place.root, 'projects', '-p', `${SESSION}.jsonl`)
  write(path, row('a') + row('b'))
  write(join(dirname(path), SESSION, 'subagents', 'agent-x1.jsonl'), row('c'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function row(uuid: string): string {
  return `${JSON.stringify({ type: 'user', uuid, sessionId: SESSION, message: { role: 'user', content: uuid } })}\n`
}

async function opened(at: Parameters<typeof openSession>[1], options = {}) {
  const open = await openSession(home, at, options)
  const { id, place: there, main, owner } = open
  const agents = open.agents().map(({ agentId, transcript }) => ({ agentId, rows: transcript.rowCount }))
  const first = Buffer.from(main.source.read([{ offset: 0, length: 1 }])[0]).toString()
  open.close()
  return {
    id,
    place: there,
    path: open.path,
    rows: main.transcript.rowCount,
    size: main.size,
    owner,
    agents,
    first,
    file: main.path,
  }
}

describe('openSession', () => {
  it('reads a session with its sub-agents, by its place or its path', async () => {
    const all = {
      id: SESSION,
      place,
      path,
      rows: 2,
      size: row('a').length * 2,
      owner: null,
      agents: [{ agentId: 'x1', rows: 1 }],
      first: '{',
      file: path,
    }
    expect(await opened(place)).toEqual(all)
    expect(await opened({ file: path })).toEqual(all)
  })

  it('unpacks one that only the archive has, for the time it is open', async () => {
    await archiveAll(home, discover([place.root]).transcripts)
    rmSync(place.root, { recursive: true })
    const { file, ...rest } = await opened(place)
    expect(rest).toMatchObject({ path, rows: 2, agents: [{ agentId: 'x1', rows: 1 }], first: '{' })
    expect({ isElsewhere: file !== path, isLeft: existsSync(file) }).toEqual({
      isElsewhere: true,
      isLeft: false,
    })
  })

  it('reads a sub-agent by its own place', async () => {
    expect(await opened({ ...place, agent: 'x1' })).toMatchObject({ rows: 1, agents: [] })
  })

  it('reads a file that lies anywhere', async () => {
    const file = join(folder, 'notes', 'mine.jsonl')
    write(file, row('a'))
    expect(await opened({ file })).toMatchObject({ id: 'mine', place: null, rows: 1, agents: [] })
  })

  it('leaves a last line without newline away where it is live, and reads no further than it is told', async () => {
    appendFileSync(path, row('d').trimEnd())
    const lengths = [row('a').length, row('a').length * 2, row('a').length * 3 - 1]
    expect([
      (await opened(place, { upTo: lengths[0] })).rows,
      (await opened(place, { live: true })).rows,
      (await opened(place)).rows,
      (await opened(place, { from: lengths[0] })).rows,
    ]).toEqual([1, 2, 3, 2])
    expect((await opened(place, { live: true })).size).toBe(lengths[1])
  })

  it('says where neither disk nor archive has it', async () => {
    rmSync(path)
    await expect(openSession(home, place)).rejects.toMatchObject({ name: 'StoreError', code: 'not-found' })
    const file = join(folder, 'none.jsonl')
    await expect(openSession(home, { file })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a transcript that changes while it is open', () => {
  it('is told to have become shorter, while its structure is read as when bodies are', () => {
    expect(() => openTranscript(() => openDisk(path), { upTo: 10_000 })).toThrow('became shorter')
    for (const closed of [undefined, 'between'] as const) {
      write(path, row('a') + row('b'))
      const { source, close } = openTranscript(() => openDisk(path), closed === undefined ? {} : { closed })
      truncateSync(path, 10)
      expect(() => source.read([{ offset: 0, length: 20 }])).toThrow('became shorter')
      close()
    }
  })

  it('is not taken for another one under its name', () => {
    const { source } = openTranscript(() => openDisk(path), { closed: 'between' })
    write(`${path}.new`, row('x') + row('y'))
    renameSync(`${path}.new`, path)
    expect(() => source.read([{ offset: 0, length: 1 }])).toThrow(
      expect.objectContaining({ code: 'changed' }),
    )
  })
})

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  it('is refused at once: a pipe that nobody writes to, a folder, a device, links that go round', async () => {
    const pipe = join(dirname(path), '0b54a5f2-0000-4000-8000-000000000002.jsonl')
    execFileSync('mkfifo', [pipe])
    const loop = join(folder, 'loop.jsonl')
    symlinkSync(loop, loop)
    const codes = [pipe, folder, '/dev/null', loop].map((file) => {
      try {
        return openFileBytes(file).look.size
      } catch (error) {
        return (error as NodeJS.ErrnoException).code
      }
    })
    expect(codes).toEqual(['ENOTFILE', 'EISDIR', 'ENOTFILE', 'ELOOP'])
    await expect(openSession(home, { file: pipe })).rejects.toMatchObject({ code: 'unreadable' })
  })

  it('is read to its end where somebody names a pipe and writes to it', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    // Nobody writes: there is nothing to wait for.
    const empty = openNamed(pipe)
    expect(empty.look.size).toBe(0)
    empty.close()
    execFileSync('sh', ['-c', 'cat "$1" > "$2" & exec true', 'sh', path, pipe], { stdio: 'ignore' })
    for (;;) {
      const { transcript, size, close } = openTranscript(() => openNamed(pipe))
      close()
      // The other side may not have come yet.
      if (size > 0) return expect(transcript.rowCount).toBe(2)
    }
  })
})
