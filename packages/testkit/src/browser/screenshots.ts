import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PHONE, WIDE, type Screen } from './chromium.ts'
import { DEMO_ROOT, Stage } from './stage.ts'

/** Makes the pictures of the README from the demo sessions: `npm run screenshots [folder]`. The app has to be built. */
const folder = process.argv[2] ?? 'docs/images'

interface Shot {
  readonly name: string
  readonly screen: Screen
  readonly dark: boolean
  readonly path: (session: string) => string
  readonly ready: (page: Page) => Promise<unknown>
}

const SHOTS: readonly Shot[] = [
  {
    name: 'app-dark',
    screen: { ...WIDE, height: 860 },
    dark: true,
    path: (session) => `s/${session}?panel=files`,
    ready: async (page) => {
      await page.getByRole('complementary', { name: 'Inspector' }).getByRole('link').first().waitFor()
      await page.locator('[data-turn]').last().locator('[data-activity]').click()
      await page.locator('section[aria-label^="Edit"]').first().waitFor()
    },
  },
  {
    name: 'app-light',
    screen: { ...WIDE, height: 860 },
    dark: false,
    path: (session) => `s/${session}?panel=trace&density=short`,
    ready: (page) => page.getByRole('tree', { name: 'Spans' }).waitFor(),
  },
  {
    name: 'phone',
    screen: PHONE,
    dark: true,
    path: (session) => `s/${session}`,
    ready: (page) => page.locator('[data-turn]').last().waitFor(),
  },
]

/** The demo session with most to see: a sub-agent, edits, a branch. */
const STORY = 'CSV export for a week of tides'

mkdirSync(folder, { recursive: true })
const stage = await Stage.open(() => undefined, { demoRoot: DEMO_ROOT })
try {
  for (const { name, screen, dark, path, ready } of SHOTS) {
    const { visitor, page } = await stage.visit(screen, '', { dark })
    const link = page.getByRole('link', { name: STORY })
    await link.waitFor()
    const session = (await link.getAttribute('data-session')) ?? ''
    await page.goto(stage.at(path(session)))
    await page.locator('[data-turn]').last().waitFor()
    await ready(page)
    // Fonts and colours of code come a moment later.
    await page.evaluate('document.fonts.ready')
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file })
    console.log(`${file}  ${Math.round(statSync(file).size / 1000)} kB`)
    if (visitor.troubles.length > 0) throw new Error(visitor.troubles.join('\n'))
  }
} finally {
  await stage.close()
}
