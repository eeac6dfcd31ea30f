import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { everyTool, teller, twoLines } from './stories.ts'
import { smallTargets } from './touch-targets.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())

describe.skipIf(isMissing)('on a phone (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines, wordy] = ['', '', '']

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
      wordy = sessions.told(longLine())
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([
    { screen: PHONE, dark: false, where: 'transcript' },
    { screen: PHONE, dark: true, where: 'panel' },
    { screen: WIDE, dark: false, where: 'transcript' },
  ])(
    'wraps long lines of a diff on a phone, and only there ($screen.name, $where)',
    async ({ screen, dark, where }) => {
      const isPanel = where === 'panel'
      const path = `s/${wordy}?density=full${isPanel ? '&panel=diff' : ''}`
      const { visitor, page } = await stage.visit(screen, path, { dark })
      const row = page.locator(`${isPanel ? '[aria-label=Inspector] ' : ''}.diff-added`)
      await seen(row)
      await row.first().scrollIntoViewIfNeeded()
      const isWrapped = screen === PHONE
      await eventually(async () => (await shapeOf(page, isPanel)).isSideways).toBe(!isWrapped)
      const { numbers, starts } = await shapeOf(page, isPanel)
      expect(starts.length > 1).toBe(isWrapped)
      // Where a line goes on, it stands farther in than where it began.
      const [first, ...others] = starts
      expect(others.every((start) => start > first + 4)).toBe(true)
      expect(numbers).toEqual(['', '3'])
      await looksRight(visitor, page, `long-diff-${where}`)
    },
  )

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
        isThere: (page: Page) => seen(page.getByText('3 sessions')),
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

const LONG_LINE =
  '  return 2 + amplitudes.reduce((sum, { amplitude, speed, phase }) => sum + amplitude * Math.cos(speed * hours - phase), 0)'

function longLine() {
  const story = teller('browser long line', '2026-06-06T09:00:00.000Z')
  story.prompt('Use all the constants.')
  story.beat({ calls: [story.workspace.edit('src/tide.ts', '  return 2 + Math.sin(hours)', LONG_LINE)] })
  return story.beat({ say: 'All of them are in use.' }).endTurn('A long line')
}

interface Shape {
  /** It can be moved along its lines. */
  readonly isSideways: boolean
  /** Of the added line, before and after. */
  readonly numbers: readonly string[]
  /** Where each line that it is drawn in begins, from above; what it is indented with counts. */
  readonly starts: readonly number[]
}

/** How the added line of the diff is drawn. */
async function shapeOf(page: Page, isPanel: boolean): Promise<Shape> {
  return page.evaluate(`(() => {
    const row = document.querySelector(${JSON.stringify(`${isPanel ? '[aria-label=Inspector] ' : ''}.diff-added`)})
    const diff = row.closest('.diff')
    const range = document.createRange()
    range.selectNodeContents(row.querySelector('.diff-text'))
    const lines = new Map()
    for (const { top, left, width } of range.getClientRects())
      if (width > 0) lines.set(Math.round(top / 8), Math.min(left, lines.get(Math.round(top / 8)) ?? Infinity))
    return {
      isSideways: diff.scrollWidth > diff.clientWidth,
      numbers: [...row.querySelectorAll('.diff-number')].map(({ dataset }) => dataset.line),
      starts: [...lines].sort(([a], [b]) => a - b).map(([, left]) => left),
    }
  })()`)
}
