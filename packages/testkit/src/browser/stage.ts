import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { TestApp, type TestAppOptions } from '../server/test-app.ts'
import { chromiumPath, TestBrowser, type Screen, type Visitor } from './chromium.ts'
import { SessionFolder } from './session-folder.ts'

/** The app as `npm run build` leaves it. */
export const BUILT_APP = fileURLToPath(new URL('../../../web/dist/app', import.meta.url))
/** The sessions that come with Skein. */
export const DEMO_ROOT = fileURLToPath(new URL('../../../cli/demo', import.meta.url))

/** One server with the real app for all tests of a file, and the browser that all files of a worker share. */
export class Stage {
  readonly app: TestApp
  readonly browser: TestBrowser
  readonly sessions: SessionFolder
  readonly #visitors: Visitor[] = []

  private constructor(app: TestApp, browser: TestBrowser, sessions: SessionFolder) {
    this.app = app
    this.browser = browser
    this.sessions = sessions
  }

  /** `write` puts sessions on the machine before the server starts. */
  static async open(
    write: (sessions: SessionFolder) => void,
    options: Omit<TestAppOptions, 'appFolder'> = {},
  ): Promise<Stage> {
    const app = new TestApp({ ...options, appFolder: BUILT_APP })
    const sessions = new SessionFolder(app.root)
    write(sessions)
    const [browser] = await Promise.all([TestBrowser.ofThisProcess(), app.start()])
    return new Stage(app, browser, sessions)
  }

  /** A visitor whose browser the server does not know. */
  async stranger(screen: Screen, options: { readonly dark?: boolean } = {}): Promise<Visitor> {
    const visitor = await this.browser.visitor(screen, options)
    this.#visitors.push(visitor)
    return visitor
  }

  /** A visitor whose browser is signed in, with a page at a path of the app. */
  async visit(
    screen: Screen,
    path: string,
    options: { readonly dark?: boolean } = {},
  ): Promise<{ readonly visitor: Visitor; readonly page: Page }> {
    const visitor = await this.stranger(screen, options)
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.app.url })
    await visitor.context.request.get(this.app.link())
    const page = await visitor.page()
    await page.goto(this.at(path))
    return { visitor, page }
  }

  at(path: string): string {
    return `${this.app.url}/${path}`
  }

  /** All visitors close their browsers: after each test. */
  async leave(): Promise<void> {
    for (const visitor of this.#visitors.splice(0)) await visitor.close()
  }

  async close(): Promise<void> {
    await this.leave()
    await this.app.remove()
  }
}

/** Whether there is no browser here to test with. */
export function isBrowserMissing(): boolean {
  return chromiumPath() === null
}
