import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { generateSession } from '../corpus/session.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, gone, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { everyTool, SECRET, twoLines } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
const SCREENS = [
  { screen: WIDE, dark: true },
  { screen: PHONE, dark: false },
]

describe.skipIf(isMissing)('panels and pages (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines, torn] = ['', '', '']

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
      torn = sessions.generated(
        generateSession({ seed: 'browser torn', turns: 6, damage: { rate: 0.2, kinds: ['torn', 'glued'] } }),
      )
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each(SCREENS)('what was done to files, and the window ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${tools}`, { dark })
    await page.getByRole('button', { name: 'Open the inspector' }).click()
    const inspector = inspectorOf(page)
    const file = inspector.getByRole('link', { name: /tide\.ts/ }).first()
    await seen(file, inspector.getByText('3 files'))
    await looksRight(visitor, page, 'panel-files')
    await file.click()
    await seen(inspector.locator('.diff-added', { hasText: 'Math.cos(hours / 2)' }))
    await seen(inspector.locator('.diff-removed', { hasText: 'Math.sin(hours)' }))
    await looksRight(visitor, page, 'panel-diff')

    await inspector.getByRole('tab', { name: 'Context' }).click()
    await seen(inspector.getByRole('heading', { name: 'What is in it' }))
    await looksRight(visitor, page, 'panel-context')
    await inspector.getByRole('button', { name: /^Table ?: What is in it/ }).click()
    await seen(inspector.getByRole('table', { name: 'Parts of the window' }).getByRole('rowheader'))

    await inspector.getByRole('button', { name: 'Close the panel' }).click()
    await gone(inspector)
    await eventually(() => new URL(page.url()).searchParams.get('panel')).toBe(null)
  })

  it.each(SCREENS)('where the time went ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${tools}?panel=trace`, { dark })
    const spans = inspectorOf(page).getByRole('tree', { name: 'Spans' })
    // Eight turns, and the sub-agent within the fifth.
    await seen(spans.getByRole('treeitem', { name: /surveyor|Survey the harbour/ }))
    await eventually(() => spans.locator('[role=treeitem][aria-level="1"]').count()).toBe(8)
    await looksRight(visitor, page, 'panel-trace')
    await spans.getByRole('treeitem').first().focus()
    await page.keyboard.press('ArrowDown')
    await eventually(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('treeitem')
    expect(visitor.troubles).toEqual([])
  })

  it.each(SCREENS)('the tree, and two lines side by side ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${lines}?panel=tree`, { dark })
    const inspector = inspectorOf(page)
    await seen(inspector.getByText('Paint it blue.'), inspector.getByText('Paint it green.'))
    await looksRight(visitor, page, 'panel-tree')
    await inspector.getByRole('link', { name: /^Compare with the live line/ }).click()
    await seen(inspector.getByRole('tab', { name: 'Compare', selected: true }))
    await seen(inspector.getByText('It is blue.'), inspector.getByText('It is green.'))
    await looksRight(visitor, page, 'panel-compare')
  })

  it.each(SCREENS)(
    'the file as it stands, and what is wrong with it ($screen.name)',
    async ({ screen, dark }) => {
      const { visitor, page } = await stage.visit(screen, `s/${tools}?panel=raw`, { dark })
      const inspector = inspectorOf(page)
      await seen(inspector.locator('ol > li'))
      await looksRight(visitor, page, 'panel-raw')
      expect(await page.content()).not.toContain(SECRET)
      await page.goto(stage.at(`s/${torn}?panel=doctor`))
      await seen(inspector.getByText(/kinds? of damage/))
      await looksRight(visitor, page, 'panel-doctor')
    },
  )

  it('opens what was chosen, whatever comes and goes above it meanwhile', async () => {
    const { page } = await stage.visit(WIDE, `s/${tools}`)
    await seen(page.getByText('Draw me a diagram.'))
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/api\/sessions\?.*title=bollard/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('/')
    const palette = page.getByRole('dialog', { name: 'Go to a session, search, do something' })
    await seen(palette.getByRole('option', { name: 'Tide tables, every tool' }))
    await palette.getByRole('combobox').fill('bollard')
    const hit = palette.getByRole('option', { name: /bollard and a lamp/ }).first()
    await seen(hit)
    while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    // No session is called so: those that were there before go.
    answer()
    await gone(palette.getByRole('option', { name: 'Tide tables, every tool' }))
    await eventually(() => hit.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    // The field of the session that is open already takes the words over, and does not put its own in their place.
    await eventually(() => page.getByRole('searchbox', { name: 'Find in this session' }).inputValue()).toBe(
      'bollard',
    )
    await seen(page.locator('[data-turn="4"] [data-key]').getByText(/bollard and a lamp/))
    await eventually(() => addressOf(page)).toContain('at=')
  })

  it.each(SCREENS)(
    'finds anything, and opens it where it stands ($screen.name)',
    async ({ screen, dark }) => {
      const { visitor, page } = await stage.visit(screen, '', { dark })
      await seen(page.locator('a[data-session]'))
      if (screen === WIDE) await page.keyboard.press('/')
      else await page.getByRole('button', { name: 'Search' }).click()
      const palette = page.getByRole('dialog', { name: 'Go to a session, search, do something' })
      const field = palette.getByRole('combobox')
      await field.fill('bollard')
      const hit = palette.getByRole('option', { name: /bollard and a lamp/ })
      await seen(hit)
      await looksRight(visitor, page, 'palette')
      await hit.first().click()
      await gone(palette)
      await eventually(() => page.url()).toContain('at=')
      await seen(page.getByText(/bollard and a lamp/))
      // The words are marked, and the way to the next is open; nobody is made to type.
      await eventually(() => page.evaluate<number>("CSS.highlights.get('find')?.size ?? 0")).toBeGreaterThan(
        0,
      )
      const find = page.getByRole('searchbox', { name: 'Find in this session' })
      await eventually(() => find.inputValue()).toBe('bollard')
      await eventually(() => find.evaluate((element) => element === document.activeElement)).toBe(false)

      await page.goto(stage.at('search?q=bollard'))
      await seen(page.locator('a[data-hit]'))
      await seen(page.getByRole('status').filter({ hasText: /\d+ hits? in 1 session/ }))
      await looksRight(visitor, page, 'search')
      await page.goto(stage.at('search?q=notaword'))
      await seen(page.getByRole('heading', { name: 'Nothing found' }))
      await page.goto(stage.at('search'))
      await seen(page.getByRole('region', { name: 'What can be asked' }))
      await looksRight(visitor, page, 'search-hints')
    },
  )

  it('finds in sub-agents too, and goes on there', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${tools}`)
    await page.getByRole('button', { name: 'Find in this session' }).click()
    const field = page.getByRole('searchbox', { name: 'Find in this session' })
    await field.fill('"ls pier"')
    await seen(page.getByText('0/1'))
    await field.press('Enter')
    await seen(page.getByText('1/1'), page.getByText('I walk the pier.'))
    await seen(page.getByRole('heading', { name: 'surveyor: Survey the harbour', level: 1 }))
    await eventually(() => new URL(page.url()).pathname).toMatch(/^\/s\/[^/]+\/a\/[^/]+$/)
    await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(visitor.troubles).toEqual([])
  })

  it.each(SCREENS)('what was used, as drawings and as tables ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, 'usage?range=all', { dark })
    await seen(
      page.getByRole('heading', { name: 'Usage', level: 1 }),
      page.getByRole('heading', { name: 'The year' }),
    )
    await seen(page.getByText(/opus 5\.5/))
    await looksRight(visitor, page, 'usage')
    await page.getByRole('button', { name: /^Table ?: .* per / }).click()
    await seen(page.getByRole('region', { name: /as a table$/ }).getByRole('row'))
    expect(visitor.troubles).toEqual([])
  })

  it.each(SCREENS)(
    'edits a copy, and says first what it would do ($screen.name)',
    async ({ screen, dark }) => {
      const { visitor, page } = await stage.visit(screen, `s/${lines}`, { dark })
      await seen(page.getByText('It is green.'))
      await choose(page, 'Trim …')
      const trim = page.getByRole('dialog', { name: 'Trim' })
      await seen(trim.getByText('Tokens a resume sends'))
      await looksRight(visitor, page, 'edit-trim')
      await trim.getByRole('button', { name: 'Cancel' }).click()
      await gone(trim)

      const turn = page.locator('[data-turn="0"]')
      await turn.hover()
      await turn.getByRole('button', { name: 'Fork' }).click()
      const fork = page.getByRole('dialog', { name: 'Fork here' })
      await fork.getByRole('button', { name: 'Make the fork' }).click()
      await seen(fork.getByText('The new session is there.'), fork.getByText(/^claude --resume /))
      await looksRight(visitor, page, 'edit-fork')
      await fork.getByRole('link', { name: 'Open it' }).click()
      await eventually(() => page.url()).not.toContain(lines)
      await seen(page.getByText('The harbour is begun.'))
      await gone(page.getByText('It is green.'))

      const title = `Renamed on a ${screen.name} screen`
      await choose(page, 'Rename …')
      await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Title').fill(title)
      await page.keyboard.press('Enter')
      await seen(page.getByRole('heading', { name: title, level: 1 }))
      expect(visitor.troubles).toEqual([])
    },
  )

  it('can be used with the keyboard alone', async () => {
    const { visitor, page } = await stage.visit(WIDE, '')
    await seen(page.locator('a[data-session]'))
    const { keyboard } = page
    const titles = await page.locator('a[data-session]').allTextContents()
    const reached: string[] = []
    while (reached.at(-1) !== 'Tide tables, every tool') {
      expect(reached.length).toBeLessThan(titles.length)
      await keyboard.press('j')
      await isFocused(page, `a[data-session]:text-is(${JSON.stringify(titles[reached.length])})`)
      reached.push(titles[reached.length])
    }
    await eventually(() => addressOf(page)).toBe('/')
    await keyboard.press('Enter')
    await eventually(() => addressOf(page)).toBe(`/s/${tools}`)
    await seen(page.getByRole('heading', { name: 'Tide tables, every tool', level: 1 }))
    await seen(page.locator(`a[data-session="${tools}"][aria-current="page"]`), turnOf(page, 7))

    await keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    await seen(help.getByText('Next turn'), help.getByText('Search everything'))
    await isFocused(page, 'dialog, dialog *')
    await looksRight(visitor, page, 'help')
    await keyboard.press('Escape')
    await gone(help)
    await eventually(() => addressOf(page)).toBe(`/s/${tools}`)

    // From the end back to the second turn, one after the other, each with its mark.
    for (let turn = await lastAbove(page); turn >= 1; turn--) {
      await keyboard.press('k')
      await isFocused(page, `[data-turn="${turn}"]`)
      await eventually(() => shadowOf(page, `[data-turn="${turn}"]`)).toContain('inset')
    }
    await keyboard.press('o')
    const turn = turnOf(page, 1)
    await seen(turn.locator('[data-activity][aria-expanded="true"]'))
    const edit = turn.locator('section[aria-label^="Edit"]')
    await seen(edit)
    await isFocused(page, '[data-turn="1"]')
    while ((await page.evaluate(IN_EDIT)) !== true) await keyboard.press('Tab')
    await isFocused(page, 'section[aria-label^="Edit"] button[aria-expanded="false"]')
    await eventually(() => page.locator(':focus-visible').count()).toBe(1)
    await keyboard.press('Enter')
    await isFocused(page, 'section[aria-label^="Edit"] button[aria-expanded="true"]')
    await seen(edit.locator('.diff-added'))
    await keyboard.press('Alt+ArrowDown')
    await isFocused(page, '[data-turn="2"]')
    await eventually(() => addressOf(page)).toBe(`/s/${tools}`)

    await keyboard.press('i')
    await seen(inspectorOf(page).getByRole('tab', { name: 'Files', selected: true }))
    await eventually(() => addressOf(page)).toBe(`/s/${tools}?panel=files`)
    await isFocused(page, '[data-turn="2"]')
    await keyboard.press('Escape')
    await gone(inspectorOf(page))
    await eventually(() => addressOf(page)).toBe(`/s/${tools}`)
    await isFocused(page, '[data-turn="2"]')

    await keyboard.press('/')
    const palette = page.getByRole('dialog', { name: 'Go to a session, search, do something' })
    const field = palette.getByRole('combobox')
    await isFocused(page, 'dialog [role=combobox]')
    await keyboard.type('bollard')
    const hit = palette.getByRole('option', { name: /bollard and a lamp/ }).first()
    await seen(hit)
    while ((await hit.getAttribute('aria-selected')) !== 'true') {
      await keyboard.press('ArrowDown')
      await eventually(() => palette.getByRole('option', { selected: true }).count()).toBe(1)
    }
    await eventually(() => field.getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'))
    await keyboard.press('Enter')
    await gone(palette)
    await eventually(() => addressOf(page)).toContain('at=')
    const key = new URL(page.url()).searchParams.get('at')
    const marked = `[data-turn="4"] [data-key="${key}"]`
    await seen(page.locator(marked).getByText(/bollard and a lamp/))
    await eventually(() => isInSight(page, marked)).toBe(true)
    // The text is in sight at once; the mark comes when the server has said where the entry is.
    await eventually(() => shadowOf(page, marked)).not.toBe('none')
    // The steps before it come when its turn is opened.
    await eventually(() => shadowOf(page, '[data-turn="4"] [data-key]')).toBe('none')

    // Back the way it came.
    await page.goBack()
    await eventually(() => addressOf(page)).toBe(`/s/${tools}`)
    await seen(page.getByRole('heading', { name: 'Tide tables, every tool', level: 1 }))
    await page.goBack()
    await eventually(() => addressOf(page)).toBe(`/s/${tools}?panel=files`)
    expect(visitor.troubles).toEqual([])
  })
})

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

function turnOf(page: Page, index: number): Locator {
  return page.locator(`[data-turn="${index}"]`)
}

/** Exactly one element fits, and it has the focus. */
async function isFocused(page: Page, selector: string): Promise<void> {
  await eventually(() => page.locator(selector).and(page.locator(':focus')).count()).toBe(1)
}

/** The last turn that begins above where turns are gone to. */
async function lastAbove(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const scroller = document.querySelector('[aria-label=Transcript]').parentElement
    const edge = scroller.getBoundingClientRect().top + 16
    const above = [...scroller.querySelectorAll('[data-turn]')].filter(
      (turn) => turn.getBoundingClientRect().top < edge - 2,
    )
    return Number(above.at(-1).dataset.turn)
  })()`)
}

/** How the one that is meant is told from the others. */
async function shadowOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).boxShadow`)
}

async function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })()`)
}

const IN_EDIT = `document.activeElement.closest('section')?.ariaLabel?.startsWith('Edit') === true`

function inspectorOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' })
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Session', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
