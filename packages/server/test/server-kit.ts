import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skeinHome, type Database, type SkeinHome } from '@skein/store'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '../src/app-env.ts'
import { OneTimeLinks, type LinkRequest } from '../src/auth/one-time-links.ts'
import { SILENT, type Logger } from '../src/lifecycle/logger.ts'
import { openServerState } from '../src/server-state.ts'
import { startServer, type RunningServer, type StartOptions } from '../src/lifecycle/start-server.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}

export interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: string
}

/** A real server with routes that do nothing but say who asks. */
export class ServerKit {
  readonly folder = mkdtempSync(join(tmpdir(), 'skein-server-'))
  readonly home: SkeinHome = skeinHome({ SKEIN_HOME: join(this.folder, 'home') })
  readonly state: Database = openServerState(this.home)
  readonly links = new OneTimeLinks(this.state, () => this.now)
  readonly running: RunningServer[] = []
  now = Date.UTC(2026, 4, 1)

  async start(options: Partial<StartOptions> = {}, log: Logger = SILENT): Promise<RunningServer> {
    const server = await startServer(
      { state: this.state, log, now: () => this.now },
      {
        hosts: ['127.0.0.1'],
        port: 0,
        basePath: '',
        tls: null,
        tunnel: null,
        auth: 'token',
        trustProxy: false,
        appFolder: this.appFolder(),
        api: stubApi(),
        ...options,
      },
    )
    this.running.push(server)
    return server
  }

  /** A small app as Vite builds one. */
  appFolder(): string {
    const folder = join(this.folder, 'app')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>Skein</title></head></html>')
    writeFileSync(join(folder, 'assets', 'index-C87hV9tA.js'), `console.log("${'skein '.repeat(400)}")`)
    return folder
  }

  /** The cookie of a new device. */
  cookie(server: RunningServer, scope: 'all' | 'read' = 'all'): string {
    return `skein_${server.reach.port}=${server.devices.add({ kind: 'browser', name: 'Test', scope }).secret}`
  }

  link(server: RunningServer, link: Partial<LinkRequest> = {}): string {
    const { token } = this.links.make({ purpose: 'open', name: 'Test', scope: 'all', ...link })
    return `${server.reach.basePath}/open?token=${token}`
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((server) => server.stop()))
    this.state.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** One request over a connection of its own. */
export function ask(
  server: RunningServer,
  { method = 'GET', path, headers = {}, body }: Ask,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(
      { host: server.reach.hosts[0], port: server.reach.port, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          const whole = Buffer.concat(chunks)
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: whole,
            text: whole.toString(),
          })
        })
      },
    )
    sent.on('error', fail)
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body))
    sent.end(body)
  })
}

/** The code of a refusal, which has the shape that every refusal has. */
export function codeOf(answer: Answer): string {
  const { error } = JSON.parse(answer.text) as {
    error: { code: string; message: string; remedy: string | null }
  }
  return error.code
}

/** Sends bytes as they are and gives back all that came until the connection ended. */
export function askRaw(server: RunningServer, bytes: string): Promise<string> {
  return new Promise((done) => {
    const socket = rawSocket(server)
    let text = ''
    socket.on('data', (data) => (text += data.toString('latin1')))
    socket.on('close', () => done(text))
    socket.write(bytes)
  })
}

export function rawSocket(server: RunningServer): Socket {
  const socket = connect(server.reach.port, server.reach.hosts[0])
  socket.on('error', () => {})
  return socket
}

function stubApi(): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/me', (c) => c.json({ device: c.get('device') }))
    .get('/large', (c) => c.json({ text: 'x'.repeat(4000) }))
    .get('/things/:thing', (c) => c.json({ thing: c.req.param('thing') }))
    .post('/things/:thing', async (c) => c.json({ got: await c.req.text() }))
    .get('/broken', () => {
      throw new Error('secret text of /home/ada/file')
    })
    .get('/live', (c) =>
      streamSSE(c, async (stream) => {
        await stream.writeSSE({ data: 'hello' })
        await new Promise<void>((done) => stream.onAbort(done))
      }),
    )
    .post('/live/:client', (c) => c.json({ done: true }))
}
