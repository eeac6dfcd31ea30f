import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE, WIDE, type Visitor } from './chromium.ts'
import { AWAY, hostileSession, HOSTILE } from './hostile.ts'
import { Drawer } from './drawer.ts'
import { HOSTILE_DIAGRAMS } from './hostile-diagrams.ts'
import { eventually, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())

describe.skipIf(isMissing)('what a transcript wants the page to do (needs Chromium)', () => {
  let stage: Stage
  let session = ''
  let agent = ''

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      const story = hostileSession()
      session = sessions.told(story)
      agent = story.agents[0].id
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([WIDE, PHONE])('is shown and not done, in every turn ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, '')
    await seen(page.locator('a[data-session]'))
    await isInert(visitor, page)
    await page.goto(stage.at(`s/${session}?density=full`))
    await seen(page.getByText('Send somebody.'))
    for (let turn = HOSTILE.length; turn >= 0; turn--) {
      const article = page.locator(`[data-turn="${turn}"]`)
      await article.scrollIntoViewIfNeeded()
      await eventually(() => article.getByRole('button', { name: /more steps?$/ }).count()).toBe(0)
    }
    await seen(page.getByRole('img', { name: 'Diagram' }))
    // All of it came, and stands there as text.
    await seen(page.locator('[data-turn="0"]').getByText(HOSTILE[0]))
    await isInert(visitor, page)
    await visitor.keep(page, 'hostile')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })

  it('is not done in any panel or page either', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${session}`)
    await seen(page.getByText('Send somebody.'))
    for (const panel of ['files', 'diff', 'context', 'trace', 'tree', 'compare', 'raw', 'doctor']) {
      await page.goto(stage.at(`s/${session}?panel=${panel}`))
      const inspector = page.getByRole('complementary', { name: 'Inspector' })
      await seen(inspector.getByRole('tabpanel').locator('> *'))
      await eventually(() => inspector.getByText(/^Loading/).count()).toBe(0)
      await isInert(visitor, page)
    }
    await visitor.keep(page, 'hostile-panels')
    for (const path of [`s/${session}/a/${agent}`, 'usage?range=all', 'search?q=onerror', '?list=projects']) {
      await page.goto(stage.at(path))
      await seen(page.getByRole('main'))
      if (path.startsWith('search')) await seen(page.locator('a[data-hit]'))
      await isInert(visitor, page)
    }
  })

  it('is not done by what is pressed in it', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${session}?density=full`)
    await seen(page.getByText('Send somebody.'))
    const links = page.getByRole('region', { name: 'Transcript' }).getByRole('link')
    for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      expect(href).toMatch(/^(?:https?:\/\/|\/|s\/)/)
    await isInert(visitor, page)
  })

  it('is text on the way to a drawing too, in diagrams of every kind', async () => {
    const { visitor, page } = await stage.visit(WIDE, 'settings')
    const drawer = await Drawer.open(page)
    const drawn: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const [kind, { code, shows }] of Object.entries(HOSTILE_DIAGRAMS)) {
      const text = await drawer.draw(code)
      drawn[kind] = { shows: text.includes(shows) ? shows : text, elements: await drawer.elements() }
      wanted[kind] = { shows, elements: [] }
    }
    expect(drawn).toEqual(wanted)
    await isInert(visitor, page)
  })

  it('is drawn as it was written, where it only looks like markup', async () => {
    const { page } = await stage.visit(WIDE, 'settings')
    const drawer = await Drawer.open(page)
    const label = 'a & b < c <b>x</b> Map<K,V> x<y && y>z'
    const drawn = label.replaceAll(' ', '')
    expect(await drawer.draw(`graph TD\n  A["${label}<br/>#hearts; #quot;"]`)).toBe(`${drawn}♥"`)
    expect(await drawer.draw(`mindmap\n  root(("${label}"))`)).toBe(drawn)
    expect(await drawer.draw(`gantt\n  title ${label}\n  section s\n  t :a, 2026-01-01, 1d`)).toContain(drawn)
    expect(await drawer.draw(`sequenceDiagram\n  A->>B: ${label} #hearts;`)).toContain(`${drawn}♥`)
  })

  it('is refused in the frame that draws, where a diagram may ask, and not asked by the app', async () => {
    const { visitor, page } = await stage.visit(WIDE, 'settings')
    const drawer = await Drawer.open(page)
    await drawer.draw(`graph TD\n  A@{ img: "${AWAY}/picture.png", label: "x" }`)
    const refused = `policy: img-src ${AWAY}/picture.png`
    await eventually(() => visitor.refusals.includes(refused)).toBe(true)
    expect(visitor.troubles).toEqual([])
  })
})

/** Nothing ran, no element came of a text, no sign is left that hides or turns text, and the page did not ask anybody. */
async function isInert(visitor: Visitor, page: Page): Promise<void> {
  for (const frame of page.frames())
    expect(await frame.evaluate(LOOK)).toEqual({ ran: false, elements: [], signs: [] })
  expect([...visitor.refusals, ...visitor.troubles]).toEqual([])
}

/** Runs in each frame. Texts and labels with a sign in them that turns, hides or commands are named by their place. */
const LOOK = `(() => {
  const bad = /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/
  const signs = new Set(bad.test(document.title) ? ['title'] : [])
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (bad.test(texts.currentNode.data)) signs.add(texts.currentNode.parentElement.outerHTML.slice(0, 80))
  for (const one of document.querySelectorAll('[title], [aria-label], [value]'))
    for (const { name, value } of one.attributes) if (bad.test(value)) signs.add(one.className + ' ' + name)
  return {
    ran: 'ran' in globalThis,
    elements: [
      ...document.querySelectorAll(
        '.evil, body script:not([src]), object, embed, body base, #app style, #app link, form[action],' +
          '[onerror], [onload], [onfocus], [ontoggle], [onclick], a[href^="javascript" i], a[href^="data" i]',
      ),
    ].map((one) => one.outerHTML.slice(0, 200)),
    signs: [...signs],
  }
})()`
