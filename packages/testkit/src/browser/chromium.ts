import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { isLong } from '../long-runs.ts'

/** Debian's Chromium; `npm test` installs it where it may. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function chromiumPath(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null
}

/** `SKEIN_SLOW_PAGES=300 npm run test:browser`: what only holds on a quick machine falls over. */
const SLOW_BY_MS = Number(process.env['SKEIN_SLOW_PAGES'] ?? 0)

export interface Screen {
  readonly name: 'wide' | 'phone'
  readonly width: number
  readonly height: number
}

export const WIDE: Screen = { name: 'wide', width: 1440, height: 900 }
export const PHONE: Screen = { name: 'phone', width: 390, height: 844 }

/** A real browser with a home of its own. */
export class TestBrowser {
  readonly #browser: Browser
  readonly #home: string

  private constructor(browser: Browser, home: string) {
    this.#browser = browser
    this.#home = home
  }

  static #shared: Promise<TestBrowser> | null = null

  /** One for all that this process does; it ends with the process. Visitors have nothing of each other. */
  static ofThisProcess(): Promise<TestBrowser> {
    TestBrowser.#shared ??= TestBrowser.launch().then((browser) => {
      process.once('exit', () => rmSync(browser.#home, { recursive: true, force: true }))
      return browser
    })
    return TestBrowser.#shared
  }

  static async launch(): Promise<TestBrowser> {
    const executablePath = chromiumPath()
    if (executablePath === null) throw new Error('there is no Chromium on this machine')
    const home = mkdtempSync(join(tmpdir(), 'skein-chromium-'))
    const browser = await chromium.launch({
      executablePath,
      args: [
        // Its own sandbox needs rights that containers do not give; it opens nothing but our server.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // Whatever is not on this machine is asked of a proxy that nobody runs, so nothing leaves it.
        '--proxy-server=http://127.0.0.1:9',
        '--proxy-bypass-list=127.0.0.1;localhost;[::1]',
      ],
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' },
    })
    return new TestBrowser(browser, home)
  }

  /** A person with a screen: cookies and storage are shared by the pages of one, by nobody else. */
  async visitor(screen: Screen, options: { readonly dark?: boolean } = {}): Promise<Visitor> {
    const context = await this.#browser.newContext({
      viewport: { width: screen.width, height: screen.height },
      hasTouch: screen.name === 'phone',
      isMobile: screen.name === 'phone',
      colorScheme: options.dark === true ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    })
    return new Visitor(context, screen)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/**
 * Contract: whatever goes wrong in a page of a visitor (a script error, a breach of the page's policy, a request that
 * leaves the machine) is in `troubles`, and a test that does not look at them is none. What went wrong in the frame that
 * draws diagrams, which has no rights, is in `refusals` instead. Neither depends on the words of a browser's messages.
 */
export class Visitor {
  readonly context: BrowserContext
  readonly screen: Screen
  readonly #complaints: Complaint[] = []
  readonly #unanswered = new Set<string>()

  constructor(context: BrowserContext, screen: Screen) {
    this.context = context
    this.screen = screen
  }

  get troubles(): string[] {
    return this.#said().flatMap(({ url, text }) => (DIAGRAM_FRAME.test(url) ? [] : [text]))
  }

  get refusals(): string[] {
    return this.#said().flatMap(({ url, text }) => (DIAGRAM_FRAME.test(url) ? [text] : []))
  }

  async page(): Promise<Page> {
    const page = await this.context.newPage()
    const say = (url: string, text: string): number => this.#complaints.push({ url, text })
    page.on('pageerror', (error) => say(page.url(), `script error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') say(message.location().url, `${CONSOLE}${message.text()}`)
    })
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      const isOurs = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
      if (/^(https?|wss?):$/.test(protocol) && !isOurs) say(askedBy(request), `${LEFT}${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.#unanswered.add(response.url())
    })
    page.on('requestfailed', (request) => this.#unanswered.add(request.url()))
    await page.exposeBinding('tellRefusal', ({ frame }, text: string) => say(frame.url(), `${POLICY}${text}`))
    await page.addInitScript(TELL_REFUSALS)
    if (SLOW_BY_MS > 0) await slowDown(page)
    return page
  }

  /** Without what is no trouble: a failed answer, which the app deals with, and a request that the policy held back. */
  #said(): Complaint[] {
    const refused = this.#complaints.flatMap(({ text }) =>
      text.startsWith(POLICY) ? [text.split(' ')[2]] : [],
    )
    return this.#complaints.filter(({ url, text }) => {
      if (text.startsWith(CONSOLE)) return !this.#unanswered.has(url)
      return !(text.startsWith(LEFT) && refused.includes(text.slice(LEFT.length)))
    })
  }

  /** In a long run, keeps a picture of a page for people to look at: `.cache/screenshots/<name>-<screen>.png`. */
  async keep(page: Page, name: string): Promise<void> {
    if (!isLong) return
    const folder = join(process.cwd(), '.cache', 'screenshots')
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}-${this.screen.name}.png`) })
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}

/** The page or frame; a worker's requests have none. */
function askedBy(request: Request): string {
  return request.serviceWorker() === null ? request.frame().url() : ''
}

interface Complaint {
  /** Of the page or script that it is about. */
  readonly url: string
  readonly text: string
}

const CONSOLE = 'console: '
const LEFT = 'left the machine: '
const POLICY = 'policy: '
const DIAGRAM_FRAME = /\/mermaid\.(?:html|js)$/
const TELL_REFUSALS = `addEventListener('securitypolicyviolation', (event) =>
  tellRefusal(event.effectiveDirective + ' ' + event.blockedURI))`

/** Answers of the server come late, each by another time, and the page itself takes four times as long for all it does. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SLOW_BY_MS))
    // A page that was left meanwhile wants no answer.
    await route.continue().catch(() => undefined)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
