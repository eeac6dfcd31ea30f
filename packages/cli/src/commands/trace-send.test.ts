import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tryLock } from '@skein/trace'
import { skeinHome } from '@skein/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { BIN, prompt } from '../../test/run-skein.ts'

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`

let machine: Machine
let out: string

beforeEach(() => {
  machine = new Machine()
  out = join(machine.bench.folder, 'out.jsonl')
  machine.touch(machine.turn('s1', `my token is ${SECRET}`, 'noted'), 1_700_000_000)
  machine.touch(machine.turn('s2', 'second', 'done', 'other'), 1_700_000_000)
})
afterEach(() => machine.remove())

function configured(config: object): void {
  mkdirSync(machine.home, { recursive: true })
  const file = join(machine.home, 'trace.json')
  writeFileSync(file, JSON.stringify(config))
  chmodSync(file, 0o600)
}

describe('skein trace send', () => {
  it('wants to be told which sessions, and where to', () => {
    expect(machine.run('trace', 'send')).toMatchObject({
      code: 2,
      stderr:
        'skein: which sessions are to be sent is not said: name --session, --project or --since, or say --all\n',
    })
    expect(machine.run('trace', 'send', '--all')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^skein: there is no target to send to: .*\n$/) as string,
    })
  })

  it('sends to a target what it does not have, and says so', () => {
    configured({ targets: { lines: { kind: 'file', path: out } } })
    expect(machine.json('trace', 'send', '--all', '--dry-run')).toMatchObject({
      dryRun: true,
      targets: [{ target: 'lines', sessions: 2, turns: 2, spans: 4, sent: 0 }],
    })
    expect(machine.json('trace', 'status')).toMatchObject({ targets: [{ name: 'lines', acknowledged: 0 }] })
    expect(machine.json('trace', 'send', '--project', 'other')).toMatchObject({ targets: [{ sessions: 0 }] })
    expect(machine.json('trace', 'send', '--session', 's1')).toMatchObject({
      targets: [{ sent: 2, turns: 1 }],
    })
    expect(machine.run('trace', 'send', '--all').stdout).toMatch(
      /^lines: 2 spans of 1 turn sent, .* in 1 request; 2 sessions looked at, 1 unchanged\n$/,
    )
    expect(machine.json('trace', 'status')).toMatchObject({
      targets: [{ name: 'lines', kind: 'file', url: out, acknowledged: 4, pending: 0, openTurns: 0 }],
    })
    expect(machine.run('trace', 'status').stdout).toContain('4 spans acknowledged')
  })

  it('writes a file of OTLP JSON lines for its owner alone, once, and remembers nothing', () => {
    expect(machine.json('trace', 'send', '--all', '--otlp-file', out)).toMatchObject({
      targets: [{ target: 'file', sent: 4 }],
    })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const before = readFileSync(out, 'utf8')
    const [line] = before.trimEnd().split('\n')
    expect(JSON.parse(line)).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ scope: { name: 'skein' } }] }],
    })
    expect(machine.run('trace', 'send', '--all', '--otlp-file', out)).toMatchObject({
      code: 1,
      stderr: `skein: there is already a file ${out}: name another one\n`,
    })
    expect(readFileSync(out, 'utf8')).toBe(before)
    expect(machine.json('trace', 'status')).toMatchObject({ targets: [] })
  })

  it('says which turns cannot be sent, since nothing says when they were', () => {
    machine.touch(
      machine.session('s3', [{ ...prompt('s3-1', null, 'third', 0), timestamp: undefined }]),
      1_700_000_000,
    )
    const { code, stdout } = machine.run('trace', 'send', '--all', '--otlp-file', out)
    expect(code).toBe(0)
    expect(stdout).toContain('\n  1 turn skipped: no row of its session has a time\n')
  })

  it('replaces secrets before they leave, unless told not to', () => {
    machine.run('trace', 'send', '--all', '--otlp-file', out)
    expect(readFileSync(out, 'utf8')).not.toContain(SECRET)
    const raw = join(machine.bench.folder, 'raw.jsonl')
    machine.run('trace', 'send', '--all', '--no-redact', '--otlp-file', raw)
    expect(readFileSync(raw, 'utf8')).toContain(SECRET)
  })
})

describe('projects', () => {
  it('are known by the folder that the first readable row says', () => {
    const path = machine.turn('s3', 'third', 'done', 'odd')
    const rows = readFileSync(path, 'utf8')
    writeFileSync(path, `{"cwd":"C:\\dev","type":"user"}\n{"cwd":"/srv/odd ü/api"}\n${rows}`)
    machine.touch(path, 1_700_000_000)
    expect(machine.json('trace', 'send', '--project', '/srv/odd ü', '--otlp-file', out)).toMatchObject({
      targets: [{ sessions: 1, turns: 1 }],
    })
  })

  it('are not known by a folder that a tool was given', () => {
    const path = machine.turn('s3', 'third', 'done', 'odd')
    const rows = readFileSync(path, 'utf8')
    writeFileSync(path, `{"type":"user","toolUseResult":{"cwd":"/tmp/elsewhere"},"cwd":"/srv/odd"}\n${rows}`)
    machine.touch(path, 1_700_000_000)
    const sent = (project: string): unknown =>
      machine.json('trace', 'send', '--project', project, '--dry-run', '--otlp-file', out)
    expect(sent('elsewhere')).toMatchObject({ targets: [{ sessions: 0 }] })
    expect(sent('/srv/odd')).toMatchObject({ targets: [{ sessions: 1 }] })
  })

  it('are known by the name of their folder where no row says more', () => {
    const path = machine.session('s4', [{ type: 'summary', summary: 'x' }], '-srv-odd-api')
    machine.touch(path, 1_700_000_000)
    expect(machine.json('trace', 'send', '--project', '/srv/odd', '--otlp-file', out)).toMatchObject({
      targets: [{ sessions: 1 }],
    })
  })
})

describe('several targets', () => {
  it('get what is theirs, whatever becomes of the others', () => {
    configured({
      targets: { bad: { kind: 'file', path: machine.root }, lines: { kind: 'file', path: out } },
    })
    expect(machine.run('trace', 'send', '--all')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('lines: 4 spans of 2 turns sent') as string,
      stderr: `skein: cannot write ${machine.root} (EISDIR): name a file that can be written\n`,
    })
  })
})

describe('skein trace status', () => {
  it('shows what went wrong also where no target is named', () => {
    const folder = join(machine.home, 'trace')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'trace.log'), '2026-01-01T00:00:00.000Z drain: no target is configured\n')
    const { stdout } = machine.run('trace', 'status')
    expect(stdout).toMatch(
      /^No target\. Set .*\n\nlog: .*trace\.log\n {2}.* drain: no target is configured\n$/,
    )
  })
})

describe('a target on the network', () => {
  let server: Server
  let status = 200
  let requests = 0
  let onRequest = (): void => {}

  beforeEach(async () => {
    status = 200
    requests = 0
    onRequest = () => {}
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        requests++
        onRequest()
        response.writeHead(status).end(`no: ${String(request.headers.authorization)}`)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  /** Beside this process, which must go on to answer it. */
  async function skein(
    args: readonly string[],
    onStderr: (all: string) => void = () => {},
    onStart: (child: ChildProcess) => void = () => {},
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const { port } = server.address() as AddressInfo // It listens on a port, not on a pipe.
    const env = {
      ...machine.bench.env({ SKEIN_HOME: machine.home }),
      LANGFUSE_PUBLIC_KEY: 'pk-lf-made-up',
      LANGFUSE_SECRET_KEY: 'sk-lf-made-up',
      LANGFUSE_BASE_URL: `http://127.0.0.1:${port}`,
    }
    const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onStart(child)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
    child.stderr.on('data', (data: Buffer) => onStderr((stderr += data.toString())))
    const [code] = (await once(child, 'close')) as [number]
    return { code, stdout, stderr }
  }

  it('that does not take the keys ends it: one request, one line, no key in it or anywhere', async () => {
    status = 401
    const ran = await skein(['trace', 'send', '--all'])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toBe(
      'skein: langfuse: the keys were not accepted (HTTP 401: no: ***): check the keys of the target\n',
    )
    expect(requests).toBe(1)
    const told = await skein(['trace', 'status'])
    expect(told.stdout).toContain('the keys were not accepted')
    const key = Buffer.from('pk-lf-made-up:sk-lf-made-up').toString('base64')
    for (const text of [
      ran.stdout,
      ran.stderr,
      told.stdout,
      readFileSync(join(machine.home, 'state.db'), 'latin1'),
    ])
      for (const secret of ['sk-lf-made-up', key]) expect(text).not.toContain(secret)
    status = 200
    expect((await skein(['trace', 'send', '--all'])).stdout).toContain('4 spans of 2 turns sent')
  })

  it('that refuses everything is told, and fails', async () => {
    status = 400
    const ran = await skein(['trace', 'send', '--session', 's1'])
    const refused = 'skein: langfuse: 1 span was refused by the target: HTTP 400: no: ***\n'
    expect(ran).toEqual({
      code: 1,
      stdout: expect.stringContaining('2 spans failed: the target will not take them') as string,
      stderr: `${refused}${refused}skein: not everything was sent: the lines above say what is missing\n`,
    })
  })

  it('that another process is sending to is waited for, with a line that says so', async () => {
    const lock = tryLock(skeinHome({ SKEIN_HOME: machine.home }), 'langfuse')
    const ran = await skein(['trace', 'send', '--all'], (stderr) => {
      if (stderr.includes('another process')) lock?.release()
    })
    expect(ran).toEqual({
      code: 0,
      stdout: expect.stringContaining('4 spans of 2 turns sent') as string,
      stderr: 'skein: another process is sending to langfuse; this one goes on when it is done\n',
    })
  })

  it('is left alone after Ctrl-C, and gets the rest the next time', async () => {
    status = 503
    const ran = await skein(
      ['trace', 'send', '--all'],
      () => {},
      (child) => (onRequest = () => void child.kill('SIGINT')),
    )
    expect(ran).toEqual({
      code: 130,
      stdout: expect.stringContaining('0 spans') as string,
      // The answer may be there before the signal is.
      stderr: expect.stringMatching(
        /^(skein: langfuse: HTTP 503: .*; trying again\n)?skein: stopped: run it again to go on: what was sent is remembered\n$/,
      ) as string,
    })
    expect(requests).toBe(1)
    onRequest = () => {}
    status = 200
    expect((await skein(['trace', 'send', '--all'])).stdout).toContain('4 spans of 2 turns sent')
  })
})
