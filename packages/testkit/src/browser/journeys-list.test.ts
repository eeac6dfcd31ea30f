import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { TestApp } from '../server/test-app.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, gone, looksRight, seen } from './looks.ts'
import { BUILT_APP, DEMO_ROOT, isBrowserMissing, Stage } from './stage.ts'
import { teller } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
const SESSIONS = 120

describe.skipIf(isMissing)('the list (needs Chromium)', () => {
  let stage: Stage
  const ids: string[] = []

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      for (let i = 1; i <= SESSIONS; i++) ids.push(sessions.told(small(i)))
      sessions.running(process.pid, ids[3], 'waiting')
      sessions.running(process.ppid, ids[5], 'busy')
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it('lets a browser in by a link that works once, and says how to get one', async () => {
    const visitor = await stage.stranger(WIDE)
    const page = await visitor.page()
    await page.goto(stage.at(''))
    await seen(page.getByRole('heading', { name: 'Sign in to Skein' }), page.getByText('skein pair'))
    await looksRight(visitor, page, 'signed-out')
    const link = stage.app.link()
    await page.goto(link)
    await seen(page.getByRole('heading', { name: 'Choose a session' }))
    await eventually(() => page.url()).toBe(stage.at(''))

    const other = await stage.stranger(PHONE)
    const second = await other.page()
    await second.goto(link)
    await seen(second.getByText(/used|once/i))
    expect(await second.getByRole('navigation', { name: 'Sessions' }).count()).toBe(0)
    await looksRight(other, second, 'link-used')
  })

  it.each([
    { screen: WIDE, dark: true },
    { screen: PHONE, dark: false },
  ])('has an inbox, by what a session wants ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, '', { dark })
    const waiting = page.getByRole('region', { name: /^Needs you/ })
    await seen(waiting.getByRole('link', { name: 'Session 4', exact: true }))
    await seen(
      page.getByRole('region', { name: /^Running/ }).getByRole('link', { name: 'Session 6', exact: true }),
    )
    await seen(page.getByRole('region', { name: /^Recent 118/ }))
    await eventually(() => page.getByRole('link', { name: 'Session 4', exact: true }).count()).toBe(1)
    await looksRight(visitor, page, 'inbox')

    await page.getByRole('link', { name: 'Session 4', exact: true }).click()
    await seen(page.getByRole('heading', { name: 'Session 4', level: 1 }), page.getByText('Answer 4'))
    await eventually(() => new URL(page.url()).pathname).toBe(`/s/${ids[3]}`)
    // On a phone the list makes way for the session.
    await eventually(() => page.getByRole('tab', { name: 'Inbox' }).isVisible()).toBe(screen === WIDE)
    await page.goBack()
    await seen(waiting)
    expect(visitor.troubles).toEqual([])
  })

  it('loads the next page when its end comes near', async () => {
    const { visitor, page } = await stage.visit(PHONE, '')
    const links = page.locator('a[data-session]')
    await seen(links)
    expect(await links.count()).toBeLessThan(SESSIONS)
    await eventually(async () => {
      await links.last().scrollIntoViewIfNeeded()
      return links.count()
    }).toBe(SESSIONS)
    const keys = await links.evaluateAll((all) => all.map((one) => one.getAttribute('data-session')))
    expect(new Set(keys)).toEqual(new Set(ids))
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])('finds by project and by title ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, '')
    await page.getByRole('tab', { name: 'Projects' }).click()
    await seen(page.getByText(`${SESSIONS / 2} sessions`))
    await looksRight(visitor, page, 'projects')
    await page.getByRole('link', { name: 'odd-harbour' }).click()
    await seen(page.getByRole('heading', { name: /^Sessions/ }))
    await eventually(() => new URL(page.url()).pathname).toMatch(/^\/p\/[0-9a-f]{16}$/)
    await gone(page.getByRole('link', { name: 'Session 4', exact: true }))

    await page.getByRole('searchbox', { name: 'Filter the list' }).fill('session 117')
    await eventually(() => page.locator('a[data-session]').allTextContents()).toEqual(['Session 117'])
    await looksRight(visitor, page, 'filtered')
    await page.getByRole('searchbox', { name: 'Filter the list' }).fill('no such title')
    await seen(page.getByText('No session has this in its title'))
    await looksRight(visitor, page, 'nothing-found')
    // The address says it all: another tab shows the same.
    const { page: same } = await stage.visit(screen, page.url().slice(stage.at('').length))
    await seen(same.getByText('No session has this in its title'))
  })

  it('shows a session that was written to as unread, until somebody looks', async () => {
    const { visitor, page } = await stage.visit(WIDE, '')
    await seen(page.getByRole('region', { name: /^Recent/ }))
    // What was there before Skein came is not unread, so it has to be newer than this run.
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const story = teller('list unread', at, '/home/ada/even-harbour')
    story.prompt('Something new.')
    story.beat({ say: 'It came while nobody looked.' }).endTurn('Came just now')
    stage.sessions.told(story)
    const unread = page.getByRole('region', { name: /^Unread/ })
    await seen(unread.getByRole('link', { name: 'Came just now' }))
    await unread.getByRole('link', { name: 'Came just now' }).click()
    await seen(page.getByText('It came while nobody looked.'))
    await page.mouse.move(900, 400)
    await gone(unread)
    expect(visitor.troubles).toEqual([])
  })

  it('does not say that there is nothing while a history is being read', async () => {
    const { visitor, page } = await stage.visit(WIDE, 'settings')
    let isRead = false
    await page.route(/\/api\/sessions\?/, (route) =>
      isRead
        ? route.continue()
        : route.fulfill({ json: { items: [], next: null, total: 0, indexing: true } }),
    )
    await page.goto(stage.at(''))
    await seen(page.getByRole('status').filter({ hasText: 'Reading your history' }))
    expect(await page.getByText('No sessions yet').count()).toBe(0)
    isRead = true
    // Nobody tells it: the end of the reading may have been told before the page listened.
    await seen(page.getByRole('link', { name: 'Session 120', exact: true }))
    expect(visitor.troubles).toEqual([])
  })

  it('says what it does not have', async () => {
    const { visitor, page } = await stage.visit(WIDE, 's/00000000-0000-4000-8000-000000000000')
    await seen(page.getByRole('heading', { name: 'There is no such session' }))
    await looksRight(visitor, page, 'no-such-session')
    await page.goto(stage.at('nowhere/at/all'))
    await seen(page.getByRole('heading', { name: 'There is no such page' }))
    await looksRight(visitor, page, 'no-such-page')
    await page.goto(stage.at('settings'))
    await seen(page.getByRole('heading', { level: 1 }))
    await looksRight(visitor, page, 'settings')
  })

  it.each([
    { name: 'demo', demoRoot: DEMO_ROOT },
    { name: 'empty', demoRoot: undefined },
  ])('is not bare on a machine without sessions: $name', async ({ name, demoRoot }) => {
    const app = new TestApp({ appFolder: BUILT_APP, ...(demoRoot === undefined ? {} : { demoRoot }) })
    await app.start()
    try {
      for (const screen of [WIDE, PHONE]) {
        const visitor = await stage.stranger(screen)
        const page = await visitor.page()
        await page.goto(app.link())
        if (demoRoot === undefined) await seen(page.getByRole('heading', { name: 'No sessions yet' }))
        else {
          await seen(page.getByRole('complementary', { name: 'Demo sessions' }))
          await eventually(() => page.locator('a[data-session]').count()).toBe(4)
        }
        await looksRight(visitor, page, `machine-${name}`)
      }
    } finally {
      await app.remove()
    }
  })

  it.each([WIDE, PHONE])(
    'says when the server is away, and goes on when it is back ($name)',
    async (screen) => {
      const { visitor, page } = await stage.visit(screen, '')
      await seen(page.locator('a[data-session]'))
      await eventually(() => stage.app.figure('skein_sse_clients')).toBe(1)
      await stage.app.stop()
      await seen(page.getByText('Offline, connecting again.'))
      await looksRight(visitor, page, 'offline')
      const title = `Written while away, ${screen.name}`
      const story = teller(title, `2026-07-02T0${screen.name === 'wide' ? 1 : 2}:00:00.000Z`)
      story.prompt('Is anybody there?')
      story.beat({ say: 'No.' }).endTurn(title)
      stage.sessions.told(story)
      await stage.app.start()
      await gone(page.getByText('Offline, connecting again.'))
      await seen(page.getByRole('link', { name: title }))
      expect(visitor.troubles).toEqual([])
    },
  )
})

function small(i: number) {
  const at = new Date(Date.UTC(2026, 4, 1) + i * 600_000).toISOString()
  const story = teller(`list ${i}`, at, i % 2 === 0 ? '/home/ada/even-harbour' : '/home/ada/odd-harbour')
  story.prompt(`Prompt ${i}`)
  story.beat({ say: `Answer ${i}` })
  return story.endTurn(`Session ${i}`)
}
