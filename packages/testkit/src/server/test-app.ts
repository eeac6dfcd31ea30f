import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type Served } from '@skein/server'
import { CLAUDE_PRICES } from '@skein/view'

/** The whole server over a fresh machine, which can be stopped and started again. */
export class TestApp {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'skein-app-')))
  readonly root = join(this.folder, 'config')
  readonly #appFolder = join(this.folder, 'app')
  #served: Served | null = null

  constructor() {
    mkdirSync(join(this.root, 'projects'), { recursive: true })
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
      port: 0,
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
      demoRoot: join(this.folder, 'none'),
      archive: options.archive === true,
      // Nobody here waits for an answer that is long in coming.
      limits: { stopTimeout: 200 },
    })
    if ('pid' in served) throw new Error('another server has this folder')
    this.#served = served
  }

  /** The secret of a new device; it is good after a restart too. */
  device(): string {
    return this.served.server.devices.add({ kind: 'browser', name: 'Test', scope: 'all' }).secret
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
