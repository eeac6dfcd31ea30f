import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTranscript, Transcript, type NewRow } from '@skein/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testProgram } from '../../../../testkit/src/test-program.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { writeAgentMeta } from './agent-meta.ts'
import { SessionWriter, type Written, type WriterOptions } from './session-writer.ts'
import { WriteFailure } from './write-failure.ts'

const ID = '5e551017-0000-4000-8000-000000000001'
const head = { sessionId: ID, cwd: '/w', version: '2.1.325', gitBranch: 'main' }
let folder: string
let home: SkeinHome
let path: string
const opened: SessionWriter[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-writer-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  path = join(folder, 'config', 'projects', '-w', `${ID}.jsonl`)
  mkdirSync(join(path, '..'), { recursive: true })
})

afterEach(async () => {
  for (const writer of opened.splice(0)) await writer.close()
  rmSync(folder, { recursive: true })
})

async function tryOpen(at = path, options: Partial<WriterOptions> = {}) {
  const writer = await SessionWriter.open(at, { home, head, create: true, ...options })
  if (writer instanceof SessionWriter) opened.push(writer)
  return writer
}

async function open(at = path, options: Partial<WriterOptions> = {}): Promise<SessionWriter> {
  const writer = await tryOpen(at, options)
  if (writer instanceof WriteFailure) throw writer
  return writer
}

function told(result: SessionWriter | Written | WriteFailure): unknown {
  return result instanceof WriteFailure ? [result.code, result.message] : 'done'
}

const prompt = (content: string): NewRow => ({ kind: 'user', content })
const call = (id: string): NewRow => ({
  kind: 'assistant',
  message: {
    id: `m-${id}`,
    model: 'm',
    content: [{ type: 'tool_use', id, name: 'Bash', input: {} }],
    usage: {},
  },
})
const rows = (): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a new transcript', () => {
  it('is its owner’s alone, and has what was written when that is said', async () => {
    const writer = await open()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const first = await writer.append(prompt('one'))
    expect(rows().map(({ uuid }) => [uuid])).toEqual([[...(first as Written).uuids]])
    const second = await writer.append({ kind: 'mode', mode: 'normal' })
    const { offset } = second as Written
    expect(readFileSync(path, 'utf8').slice(offset)).toBe(
      `{"type":"mode","mode":"normal","sessionId":"${ID}"}\n`,
    )
    expect(writer.transcript.rowCount).toBe(2)
  })

  it('takes rows that wait together, in order', async () => {
    const writer = await open()
    const results = await Promise.all(Array.from({ length: 200 }, (_, at) => writer.append(prompt(`p${at}`))))
    expect(results.map(told)).toEqual(results.map(() => 'done'))
    const written = rows()
    expect(written.map(({ message }) => (message as { content: string }).content)).toEqual(
      Array.from({ length: 200 }, (_, at) => `p${at}`),
    )
    expect(written.map(({ parentUuid }) => parentUuid)).toEqual([
      null,
      ...written.slice(0, -1).map(({ uuid }) => uuid),
    ])
    const { offset } = readTranscript(readFileSync(path)).scan.columns
    expect(results.map((result) => (result as Written).offset)).toEqual(Array.from(offset.slice(0, 200)))
  })

  it('of a sub-agent has its side file', async () => {
    const agent = join(path.replace('.jsonl', ''), 'subagents', 'agent-a0123456789abcdef.jsonl')
    const writer = await open(agent, { head: { ...head, agentId: 'a0123456789abcdef' } })
    await writer.append(prompt('look'))
    const meta = {
      finished: false,
      agentType: 'Explore',
      isBuiltIn: true,
      description: 'd',
      toolUseId: 't',
      spawnDepth: 1,
    }
    expect(writeAgentMeta(agent, meta)).toBeNull()
    expect(JSON.parse(readFileSync(agent, 'utf8'))).toMatchObject({
      parentUuid: null,
      isSidechain: true,
      sessionId: ID,
    })
    expect(readFileSync(agent.replace('.jsonl', '.meta.json'), 'utf8')).toBe(
      '{"agentType":"Explore","isBuiltIn":true,"description":"d","toolUseId":"t","spawnDepth":1,"finished":false}',
    )
    expect(readdirSync(join(agent, '..'))).toHaveLength(2)
    expect(writeAgentMeta(join(folder, 'none', 'agent-a.jsonl'), meta)).toMatchObject({ code: 'gone' })
  })
})

describe('a transcript that is there', () => {
  it('is gone on with, whether nothing, a part or all of it was read before', async () => {
    const one = await open()
    await one.append(prompt('one'))
    await one.append(call('t1'))
    await one.close()
    const bytes = readFileSync(path)
    for (const known of [0, 40, bytes.length]) {
      const transcript = new Transcript()
      transcript.append(bytes.subarray(0, known))
      const writer = await open(path, { transcript })
      expect([writer.openCalls, writer.transcript.rowCount]).toEqual([['t1'], 2])
      await writer.close()
    }
  })

  it('with a torn last line loses nothing more', async () => {
    const one = await open()
    await one.append(prompt('one'))
    await one.close()
    appendFileSync(path, '{"type":"user","uuid":"torn","mess')
    const before = readFileSync(path)
    const writer = await open()
    await writer.append(prompt('two'))
    const after = readFileSync(path)
    expect(after.subarray(0, before.length)).toEqual(before)
    const read = readTranscript(after)
    expect(read.path.length).toBe(2)
    expect([...writer.transcript.path.rows()]).toEqual([...read.path.rows()])
    expect(writer.transcript.scan.columns.offset.slice(0, 3)).toEqual(read.scan.columns.offset.slice(0, 3))
  })

  it('without its last newline goes on from that line', async () => {
    writeFileSync(
      path,
      '{"type":"user","uuid":"a","parentUuid":null,"message":{"role":"user","content":"x"}}',
    )
    const writer = await open()
    await writer.append(prompt('two'))
    expect(rows().map(({ parentUuid }) => parentUuid)).toEqual([null, 'a'])
  })

  it('is not made where nobody asks for that', async () => {
    expect(told(await tryOpen(path, { create: false }))).toEqual([
      'gone',
      `there is no file any more at ${path}`,
    ])
    expect(existsSync(path)).toBe(false)
  })
})

describe('one owner', () => {
  it('the second is told who it is, by whatever name it asks', async () => {
    await open()
    linkSync(path, join(folder, 'hard.jsonl'))
    symlinkSync(path, join(folder, 'soft.jsonl'))
    const isHeld = ['held', `Skein writes to the session (process ${process.pid})`]
    for (const name of [path, join(folder, 'hard.jsonl'), join(folder, 'soft.jsonl')])
      expect(told(await tryOpen(name))).toEqual(isHeld)
    // Another file of the same name is another file.
    renameSync(path, `${path}.old`)
    expect(told(await tryOpen())).toBe('done')
  })

  it('another process is told too, and one that was killed holds nothing', async () => {
    const child = spawn(process.execPath, [testProgram('writer-holder'), path, home.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe('held')
    expect(told(await tryOpen())).toEqual(['held', `Skein writes to the session (process ${child.pid})`])
    child.kill('SIGKILL')
    await once(child, 'exit')
    const writer = await open()
    expect(told(await writer.append(prompt('mine')))).toBe('done')
    await writer.close()
    expect(readdirSync(join(home.folder, 'writers'))).toEqual([])
  })

  it('a running Claude Code is one, unless asked to write beside it', async () => {
    mkdirSync(join(folder, 'config', 'sessions'))
    writeFileSync(
      join(folder, 'config', 'sessions', `${process.pid}.json`),
      JSON.stringify({ sessionId: ID }),
    )
    expect(told(await tryOpen())).toEqual([
      'held',
      `Claude Code has the session open (process ${process.pid})`,
    ])
    expect(told(await tryOpen(path, { beside: true }))).toBe('done')
  })

  it('gives the file free when it closes', async () => {
    const writer = await open()
    const last = writer.append(prompt('last'))
    await writer.close()
    expect(told(await last)).toBe('done')
    expect(told(await writer.append(prompt('late')))).toEqual(['closed', `nobody writes to ${path} any more`])
    expect(told(await tryOpen())).toBe('done')
  })
})

describe('somebody else', () => {
  it('who appends is noticed before anything is written', async () => {
    const writer = await open()
    await writer.append(prompt('one'))
    appendFileSync(path, '{"type":"mode","mode":"normal"}\n')
    const before = readFileSync(path)
    const changed = ['changed', `somebody else wrote to ${path}`]
    const results = await Promise.all([writer.append(prompt('two')), writer.append(prompt('three'))])
    expect(results.map(told)).toEqual([changed, changed])
    expect(told(await writer.append(prompt('four')))).toEqual(changed)
    expect(readFileSync(path)).toEqual(before)
    await writer.close()
    const again = await open()
    expect(told(await again.append(prompt('two')))).toBe('done')
  })

  it('who replaces or removes the file is noticed', async () => {
    const writer = await open()
    await writer.append(prompt('one'))
    const bytes = readFileSync(path)
    renameSync(path, `${path}.old`)
    writeFileSync(path, bytes)
    expect(told(await writer.append(prompt('two')))).toMatchObject({ 0: 'changed' })
    await writer.close()
    const other = await open()
    rmSync(path)
    expect(told(await other.append(prompt('two')))).toMatchObject({ 0: 'gone' })
    expect(existsSync(path)).toBe(false)
  })
})

describe('an interruption', () => {
  it('answers every open call and says so in one go', async () => {
    const writer = await open()
    for (const row of [prompt('one'), call('t1')]) await writer.append(row)
    const done = await writer.interrupt({ by: 'user', running: ['t1'], promptId: 'p' })
    expect(writer.openCalls).toEqual([])
    expect(rows().slice(2)).toMatchObject([
      { uuid: (done as Written).uuids[0], toolDenialKind: 'user-rejected', promptId: 'p' },
      {
        uuid: (done as Written).uuids[1],
        message: { content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] },
      },
    ])
  })

  it('of a process that died is made up for by the next', async () => {
    const one = await open()
    for (const row of [prompt('one'), call('t1')]) await one.append(row)
    await one.close()
    const two = await open()
    await two.interrupt({ by: 'death' })
    expect(two.openCalls).toEqual([])
    expect(rows().slice(2)).toMatchObject([
      { toolDenialKind: 'interrupted' },
      { message: { model: '<synthetic>' } },
    ])
    expect(await two.interrupt({ by: 'death' })).toMatchObject({ uuids: [] })
  })
})
