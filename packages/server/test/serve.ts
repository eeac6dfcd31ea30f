import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { CLAUDE_PRICES } from '@skein/view'
import { Hono } from 'hono'
import type { AppEnv } from '../src/app-env.ts'
import { withScope } from '../src/auth/guards.ts'
import { ROUTES, type Route, type RouteName } from '../src/api/route-table.ts'
import { apiError } from '../src/api/schemas/parts.ts'
import { createContext, type ContextOptions, type ServerContext } from '../src/context.ts'
import { internal, isApiFailure } from '../src/errors.ts'
import { SILENT } from '../src/lifecycle/logger.ts'
import type { AskingDevice } from '../src/routes/answer.ts'
import { routes } from '../src/routes/index.ts'

export interface Answer<T = unknown> {
  readonly status: number
  readonly body: T
  readonly text: string
  readonly headers: Headers
}

/** The routes behind a real socket, over a fresh machine; every answer is held to its schema. */
export class TestServer {
  readonly folder: string
  readonly root: string
  context!: ServerContext
  device: AskingDevice = { id: 'd1', name: 'test', scope: 'all' }
  #close: () => Promise<unknown> = async () => {}
  #url = ''

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'skein-server-'))
    this.root = join(this.folder, 'config')
  }

  async start(options: Partial<ContextOptions> = {}): Promise<this> {
    this.context = await createContext({
      env: { HOME: this.folder, SKEIN_HOME: join(this.folder, 'home'), CLAUDE_CONFIG_DIR: this.root },
      prices: CLAUDE_PRICES,
      log: SILENT,
      version: '1.2.3',
      demoRoot: null,
      patience: 60_000,
      ...options,
    })
    const app = new Hono<AppEnv>()
    app.use(async (c, next) => {
      c.set('device', this.device)
      await next()
    })
    app.use(withScope(''))
    app.route('/api', routes(this.context))
    app.onError((error) => {
      const failure = isApiFailure(error) ? error : internal(error)
      if (!isApiFailure(error)) console.error(error)
      return Response.json(failure.toBody(), { status: failure.status })
    })
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
    this.#close = () => new Promise((done) => server.close(done))
    if (!server.listening) await new Promise<void>((done) => void server.once('listening', () => done()))
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return this
  }

  /** Asks, and checks that the answer fits what the table says of the request. */
  async ask<T = unknown>(name: RouteName, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await this.raw(path, {
      method: name.split(' ')[0],
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const route: Route = ROUTES[name]
    if (answer.status !== 200) apiError.parse(answer.body)
    else if (route.response !== undefined) route.response.parse(answer.body)
    return answer as Answer<T>
  }

  async raw(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, init)
    const text = await response.text()
    let body: unknown = null
    if (response.headers.get('content-type')?.startsWith('application/json') === true) body = JSON.parse(text)
    return { status: response.status, body, text, headers: response.headers }
  }

  async stop(): Promise<void> {
    await this.#close()
    this.context?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
