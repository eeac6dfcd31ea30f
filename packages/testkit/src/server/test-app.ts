import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkAddress, serve, type Served } from '@skein/server'
import { CLAUDE_PRICES } from '@skein/view'

export interface TestAppOptions {
  /** The built app; without it the server has a page with nothing on it. */
  readonly appFolder?: string
  /** Sessions to show where the machine has none. */
  readonly demoRoot?: string
}

/** The whole server over a fresh machine, which can be stopped and started again, at the same address. */
export class TestApp {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'skein-app-')))
  readonly root = join(this.folder, 'config')
  readonly #options: TestAppOptions
  readonly #appFolder: string
  #served: Served | null = null
  #port = 0

  constructor(options: TestAppOptions = {}) {
    this.#options = options
    this.#appFolder = options.appFolder ?? join(this.folder, 'app')
    mkdirSync(join(this.root, 'projects'), { recursive: true })
    if (options.appFolder !== undefined) return
    mkdirSync(this.#appFolder)
    writeFileSync(join(this.#appFolder, 'index.html'), '<!doctype html><html><head></head></html>')
  }

  get served(): Served {
    if (this.#served === null) throw new Error('the server is not running')
    return this.#served
  }

  get url(): string {
    return this.served.server.url
  }

  async start(options: { readonly archive?: boolean } = {}): Promise<void> {
    const served = await serve({
      hosts: ['127.0.0.1'],
      // Any free one; after a restart the one that pages know.
      port: this.#port,
      basePath: '',
      tls: null,
      tunnel: null,
      auth: 'token',
      trustProxy: false,
      appFolder: this.#appFolder,
      env: { HOME: this.folder, SKEIN_HOME: join(this.folder, 'home'), CLAUDE_CONFIG_DIR: this.root },
      roots: [],
      prices: CLAUDE_PRICES,
      version: '0.0.0',
      demoRoot: this.#options.demoRoot ?? join(this.folder, 'none'),
      archive: options.archive === true,
      // Nobody here waits for an answer that is long in coming.
      limits: { stopTimeout: 200 },
    })
    if ('pid' in served) throw new Error('another server has this folder')
    this.#served = served
    this.#port = served.server.reach.port
  }

  /** The secret of a new device; it is good after a restart too. */
  device(): string {
    return this.served.server.devices.add({ kind: 'browser', name: 'Test', scope: 'all' }).secret
  }

  /** A link that signs a browser in, once; with `read` it may look and change nothing. */
  link(scope: 'all' | 'read' = 'all'): string {
    const { links } = this.served.server
    return linkAddress(this.url, links.make({ purpose: 'open', name: 'Test', scope }).token)
  }

  /** A figure of `/metrics`. */
  figure(name: string): number {
    const line = new RegExp(`^${name} (.*)$`, 'm').exec(this.served.server.metrics.text())
    if (line === null) throw new Error(`there is no figure ${name}`)
    return Number(line[1])
  }

  async stop(): Promise<void> {
    await this.#served?.stop()
    this.#served = null
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
