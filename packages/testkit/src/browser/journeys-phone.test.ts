import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE } from './chromium.ts'
import { seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { everyTool, twoLines } from './stories.ts'
import { smallTargets } from './touch-targets.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())

describe.skipIf(isMissing)('on a phone (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines] = ['', '']

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  describe('what is pressed is large enough for a finger', () => {
    const panel = (name: string, isThere: (inspector: Locator) => Promise<void>) => ({
      name: `panel ${name}`,
      path: () => `s/${name === 'tree' ? lines : tools}?panel=${name}`,
      isThere: (page: Page) => isThere(page.getByRole('complementary', { name: 'Inspector' })),
    })
    it.each([
      {
        name: 'inbox',
        path: () => '',
        isThere: (page: Page) => seen(page.locator('a[data-session]')),
      },
      {
        name: 'projects',
        path: () => '?list=projects',
        isThere: (page: Page) => seen(page.getByText('2 sessions')),
      },
      {
        name: 'transcript',
        path: () => `s/${tools}?density=full`,
        isThere: (page: Page) => seen(page.getByText('Heading of the answer')),
      },
      {
        name: 'branches',
        path: () => `s/${lines}?show=dead,bookkeeping`,
        isThere: (page: Page) => seen(page.getByRole('region', { name: 'Other branches' })),
      },
      {
        name: 'find',
        path: () => `s/${tools}?find=bollard`,
        isThere: (page: Page) => seen(page.getByText(/^0\/\d/)),
      },
      panel('files', (inspector) => seen(inspector.getByRole('link', { name: /tide\.ts/ }))),
      panel('diff', (inspector) => seen(inspector.locator('.diff-added'))),
      panel('context', (inspector) => seen(inspector.getByRole('heading', { name: 'What is in it' }))),
      panel('trace', (inspector) => seen(inspector.getByRole('treeitem'))),
      panel('raw', (inspector) => seen(inspector.locator('ol > li'))),
      panel('tree', async (inspector) => {
        await seen(inspector.getByText('Paint it blue.'))
        expect(await smallTargets(inspector.page())).toEqual([])
        await inspector.getByRole('link', { name: /^Compare with the live line/ }).click()
        await seen(inspector.getByText('It is blue.'), inspector.getByText('It is green.'))
      }),
      panel('doctor', (inspector) => seen(inspector.getByRole('heading'))),
      {
        name: 'search',
        path: () => 'search?q=bollard',
        isThere: (page: Page) => seen(page.locator('a[data-hit]')),
      },
      {
        name: 'search hints',
        path: () => 'search',
        isThere: (page: Page) => seen(page.getByRole('region', { name: 'What can be asked' })),
      },
      {
        name: 'palette',
        path: () => '',
        isThere: async (page: Page) => {
          await page.getByRole('button', { name: 'Search' }).click()
          const palette = page.getByRole('dialog', { name: 'Go to a session, search, do something' })
          await palette.getByRole('combobox').fill('bollard')
          await seen(palette.getByRole('option', { name: /bollard and a lamp/ }))
        },
      },
      {
        name: 'menu',
        path: () => `s/${tools}`,
        isThere: async (page: Page) => {
          await page.getByRole('button', { name: 'What is shown' }).click()
          await seen(page.getByRole('menuitemcheckbox', { name: 'Dead branches' }))
        },
      },
      {
        name: 'missing in a resume',
        path: () => `s/${tools}`,
        isThere: async (page: Page) => {
          await page.getByRole('button', { name: 'What is missing' }).click()
          await seen(page.getByRole('link', { name: 'prompt Look around first. line 1' }))
        },
      },
      {
        name: 'usage',
        path: () => 'usage?range=all',
        isThere: (page: Page) => seen(page.getByRole('heading', { name: 'The year' })),
      },
      {
        name: 'settings',
        path: () => 'settings',
        isThere: (page: Page) => seen(page.getByRole('heading', { level: 1 })),
      },
    ])('$name', async ({ name, path, isThere }) => {
      const { visitor, page } = await stage.visit(PHONE, path())
      await isThere(page)
      await visitor.keep(page, `touch-${name.replaceAll(' ', '-')}`)
      expect(await smallTargets(page)).toEqual([])
      expect(visitor.troubles).toEqual([])
    })
  })
})
