import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { message, toolUse, type ScriptedReply } from '../../../testkit/src/scripted-api/reply.ts'
import { ScriptedApi, type RecordedRequest } from '../../../testkit/src/scripted-api/server.ts'
import { Machine } from '../../test/machine.ts'
import { answer, BIN, prompt, type Ran } from '../../test/run-skein.ts'

const ID = '5e551017-0000-4000-8000-000000000001'
const KEY = 'key-of-nobody'
let machine: Machine
let api: ScriptedApi | undefined

beforeEach(() => {
  machine = new Machine()
})
afterEach(async () => {
  await api?.close()
  api = undefined
  machine.remove()
})

interface Plan {
  readonly target: { readonly session: string; readonly path: string }
  readonly context: { readonly before: number; readonly after: number }
  readonly steps: readonly { readonly what: string; readonly count: number }[]
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
  readonly written: boolean
  readonly title: string | null
  readonly spent?: { readonly tokens: number }
}

const uuid = (n: number): string => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const long = (n: number): string =>
  `Answer ${n}. ${'It goes on and on like this. '.repeat(40)}The end of ${n}.`

/** A session of some turns with a long answer each. */
function session(turns: number): string {
  const rows = Array.from({ length: turns }, (_, n) => [
    prompt(uuid(2 * n + 1), n === 0 ? null : uuid(2 * n), `question ${n}`, 10 * n),
    answer(uuid(2 * n + 2), uuid(2 * n + 1), long(n), 10 * n + 5),
  ])
  return machine.session(ID, rows.flat())
}

/** The texts of a resume, one a message. */
function texts(id: string): string[] {
  const messages = machine.json('export', 'api', id) as { content: string | { text: string }[] }[]
  return messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  )
}

describe('compress', () => {
  test('makes a session with shorter answers, and leaves the original as it was', () => {
    const path = session(4)
    const before = readFileSync(path)
    const plan = machine.json('compress', ID, '--band', '0-50%:40%') as Plan
    expect(plan).toMatchObject({
      written: true,
      title: 'question 0 (compressed)',
      steps: [{ what: 'answers shortened', count: 2 }],
    })
    expect(readFileSync(path)).toEqual(before)
    const [was, now] = [texts(ID), texts(plan.target.session)]
    expect(now.filter((text, i) => text !== was[i]).length).toBe(2)
    expect(now[0]).toBe('question 0')
    expect(now[1].length).toBeLessThanOrEqual(0.4 * was[1].length)
    expect(now[1]).toMatch(/^Answer 0\..*The end of 0\.$/s)
    expect(now.slice(4)).toEqual(was.slice(4))
  })

  test('tells in a dry run what would happen, and writes nothing', () => {
    session(4)
    const files = (): string[] => readdirSync(machine.root, { recursive: true, encoding: 'utf8' })
    const before = files()
    const ran = machine.run('compress', ID, '--dry-run')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toContain('answers shortened')
    expect(ran.stdout).toContain('Nothing was written')
    expect(files()).toEqual(before)
  })

  test('puts the older turns behind a boundary', () => {
    session(4)
    const { target } = machine.json('compress', ID, '--band', '0-50%:40%', '--boundary') as Plan
    const now = texts(target.session)
    // The summary and the prompt that follows it are both the user's: one message.
    expect(now.length).toBe(4)
    expect(now[0]).toContain('User:\nquestion 1')
    expect(now[0]).toContain('question 2')
    expect(now.slice(1)).toEqual(texts(ID).slice(5))
    expect(readFileSync(target.path, 'utf8')).toContain(long(0))
  })

  test('keeps what it replaced until it is undone', () => {
    session(4)
    const { target } = machine.json('compress', ID, '--band', '0-50%:40%') as Plan
    const now = texts(target.session)
    expect(machine.json('originals', target.session)).toEqual({
      session: target.session,
      from: ID,
      texts: [0, 1].map((n) => ({
        uuid: uuid(2 * n + 2),
        block: 0,
        part: 0,
        original: long(n),
        text: now[2 * n + 1],
        engine: 'extractive',
        fellBack: false,
      })),
    })
    const shown = machine.run('originals', target.session, '--width', '60')
    expect(shown.stdout).toContain(' │ Answer 0.')
    expect(Math.max(...shown.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(machine.run('undo', target.session).code).toBe(0)
    expect(machine.run('originals', target.session)).toMatchObject({
      code: 1,
      stderr: 'skein: the edit replaced no text, or was undone: name a session that `skein compress` made\n',
    })
  })

  test.each([
    [['--band', '0-50%'], 'skein: a band looks like 0-50%:35%'],
    [['--band', '0-50%:35%', '--band', '40-60%:35%'], 'skein: two bands overlap'],
    [['--band', '0-10%:35%'], 'skein: the bands take no long text of the 4 turns in the context'],
    [['--boundary', '--band', '0-100%:35%'], 'skein: a boundary needs a turn behind it'],
    [['--engine', 'llm'], 'skein: there is no key for the API: set ANTHROPIC_API_KEY'],
  ])('refuses %j in one line', (args, line) => {
    session(4)
    const before = readdirSync(join(machine.root, 'projects', 'app'))
    const ran = machine.run('compress', ID, ...args)
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: '' })
    expect(ran.stderr.startsWith(line)).toBe(true)
    expect(ran.stderr.trimEnd()).not.toContain('\n')
    expect(readdirSync(join(machine.root, 'projects', 'app'))).toEqual(before)
  })

  test('holds on a damaged session and says so of an empty one', () => {
    const path = session(4)
    const lines = readFileSync(path, 'utf8').split('\n')
    const torn = machine.bench.write(
      'torn.jsonl',
      [...lines.slice(0, 4), '{"torn', ...lines.slice(4)].join('\n'),
    )
    expect(machine.run('compress', `./${torn}`, '--band', '0-50%:40%')).toMatchObject({ code: 0 })
    const empty = machine.bench.write('empty.jsonl', '')
    expect(machine.run('compress', `./${empty}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no conversation') as string,
    })
  })
})

/** What a model that does as it is told answers. */
function obedient({ body }: RecordedRequest): ScriptedReply {
  const { messages } = body as { messages: { content: string }[] }
  const items = JSON.parse(messages[0].content) as { n: number; text: string }[]
  const short = items.map(({ n, text }) => ({ n, text: `In short: ${text.slice(0, 9)}` }))
  return message(toolUse('toolu_1', 'shortened', { texts: short }))
}

/** The command while this process serves the API. */
function running(args: readonly string[], key = KEY): { child: ChildProcess; ran: Promise<Ran> } {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: machine.bench.folder,
    env: machine.bench.env({ SKEIN_HOME: machine.home, ANTHROPIC_API_KEY: key }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (data: Buffer) => (said.stdout += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (said.stderr += data.toString()))
  const ran = new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ code, ...said })))
  return { child, ran }
}

describe('compress with a model', () => {
  const args = (url: string): string[] => [
    'compress',
    ID,
    '--engine',
    'llm',
    '--base-url',
    url,
    '--band',
    '0-50%:40%',
    '--concurrency',
    '1',
    '--json',
  ]

  test('asks the API, and keeps the key to itself', async () => {
    session(4)
    const server = await ScriptedApi.start(obedient)
    api = server
    const ran = await running(args(server.url)).ran
    expect(ran.stderr).toBe('')
    const plan = JSON.parse(ran.stdout) as Plan
    expect(plan).toMatchObject({ written: true, spent: { tokens: 30 } })
    expect(plan.warnings.map(({ code }) => code)).not.toContain('fell-back')
    expect(texts(plan.target.session).slice(0, 5)).toEqual([
      'question 0',
      'In short: Answer 0.',
      'question 1',
      'In short: Answer 1.',
      'question 2',
    ])
    expect(existsSync(join(machine.home, 'compress'))).toBe(false)
    for (const name of readdirSync(machine.home)) {
      const file = join(machine.home, name)
      expect(name === 'archive' || !readFileSync(file).includes(KEY)).toBe(true)
    }
  })

  test('asks nobody in a dry run', async () => {
    session(4)
    const server = await ScriptedApi.start(obedient)
    api = server
    const ran = await running([...args(server.url), '--dry-run'], '').ran
    const { warnings } = JSON.parse(ran.stdout) as Plan
    expect(warnings.map(({ code }) => code)).toContain('not-asked')
    expect(server.requests).toEqual([])
  })

  test('goes on after Ctrl-C where it was', async () => {
    session(8)
    let child: ChildProcess | undefined
    const server = await ScriptedApi.start((request, index) => {
      if (index === 2) child?.kill('SIGINT')
      // The third answer never comes whole; it is stopped before.
      return index === 2
        ? { ...message({ type: 'text', text: 'x'.repeat(100) }), pauseMs: 2000 }
        : obedient(request)
    })
    api = server
    const first = running(args(server.url))
    child = first.child
    const stopped = await first.ran
    expect(stopped).toMatchObject({
      code: 130,
      stdout: '',
      stderr: 'skein: stopped, and nothing was written: run it again: 2 finished parts are kept\n',
    })
    expect(readdirSync(join(machine.home, 'compress')).length).toBe(2)
    const second = await running(args(server.url)).ran
    expect(JSON.parse(second.stdout)).toMatchObject({ written: true })
    // Two of four were asked for before.
    expect(server.messageRequests.length).toBe(3 + 2)
    expect(existsSync(join(machine.home, 'compress'))).toBe(false)
  })
})
