import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { everyTool, longTold, twoLines } from './stories.ts'

const TURNS = 120
const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())

describe.skipIf(isMissing)('reading undisturbed (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines, long] = ['', '', '']

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
      long = sessions.told(longTold(TURNS, 2000))
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([
    { screen: WIDE, from: 'the beginning' as const, dark: false },
    { screen: WIDE, from: 'the middle' as const, dark: true },
    { screen: PHONE, from: 'the beginning' as const, dark: true },
    { screen: PHONE, from: 'the middle' as const, dark: false },
  ])(
    'learns late what a resume leaves out, and nothing moves: $from ($screen.name)',
    async ({ screen, from, dark }) => {
      const { visitor, page } = await stage.visit(screen, 'settings', { dark })
      let answer = (): void => undefined
      const isAnswered = new Promise<void>((done) => {
        answer = done
      })
      await page.route(/\/api\/sessions\/[^/]+\/resume/, async (route) => {
        await isAnswered
        await route.continue()
      })
      await page.goto(stage.at(`s/${from === 'the middle' ? tools : lines}`))
      await seen(page.locator('[data-turn]').last())
      await scrollTo(page, from)
      const before = await settledPlaces(page)
      expect(before.turns.length).toBeGreaterThan(0)
      expect(await page.getByText(/not sent by a resume/).count()).toBe(0)
      answer()
      await seen(page.getByText(/^\d+ entr(y is|ies are) not sent by a resume\./))
      expect(await settledPlaces(page)).toEqual(before)
      await looksRight(visitor, page, `resume-note-${from.replace('the ', '')}`)
    },
  )

  it('says that a link leads nowhere, and nothing moves', async () => {
    const { visitor, page } = await stage.visit(WIDE, 'settings')
    let answer = (): void => undefined
    const isAnswered = new Promise<void>((done) => {
      answer = done
    })
    await page.route(/\/api\/sessions\/[^/]+\/entries\//, async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.goto(stage.at(`s/${lines}?at=999999999999`))
    await seen(page.locator('[data-turn]').last())
    const before = await settledPlaces(page)
    answer()
    const note = page.getByText('The entry of this link is not in the transcript.')
    await seen(note)
    expect(await settledPlaces(page)).toEqual(before)
    await looksRight(visitor, page, 'link-to-nowhere')
    await page.getByRole('link', { name: 'Close' }).click()
    await note.waitFor({ state: 'detached' })
    expect(await settledPlaces(page)).toEqual(before)
  })

  it.each([WIDE, PHONE])(
    "finds with the browser's own search what is loaded and far away ($name)",
    async (screen) => {
      const { visitor, page } = await stage.visit(screen, `s/${long}`)
      await seen(page.getByText(`Answer number ${TURNS}.`))
      // All of it is loaded, and the reader is at its end.
      await eventually(async () => {
        await scrollTo(page, 'the beginning')
        return page.locator('[data-turn]').count()
      }).toBe(TURNS)
      await page.evaluate(`(() => {
      const scroller = document.querySelector('[aria-label=Transcript]').parentElement
      scroller.scrollTop = scroller.scrollHeight
    })()`)
      await eventually(() => isOnScreen(page, TURNS - 1)).toBe(true)
      for (const turn of [7, 63, 110]) {
        // Far enough that it is not drawn.
        expect(await isOnScreen(page, turn)).toBe(false)
        expect(await skipped(page, turn)).toBe(true)
        expect(await page.evaluate(`find('Prompt number ${turn + 1} of the', true, false, true)`)).toBe(true)
        expect(await page.evaluate('getSelection().toString()')).toBe(`Prompt number ${turn + 1} of the`)
        // Without a window Chromium selects what it finds and scrolls nowhere, on any page. So this goes there as it would, and
        // the app, which holds the reader's place, has to let it.
        await page.evaluate(`getSelection().focusNode.parentElement.scrollIntoView({ block: 'center' })`)
        await eventually(() => isOnScreen(page, turn)).toBe(true)
        const { turns } = await settledPlaces(page)
        // It stays there, and what was found is what is on the screen.
        expect(turns.map(([index]) => index)).toContain(turn)
        const selected = await page.evaluate<number>(
          `getSelection().getRangeAt(0).getBoundingClientRect().top`,
        )
        expect(selected).toBeGreaterThan(0)
        expect(selected).toBeLessThan(screen.height)
      }
      expect(await page.evaluate(`find('a word that nobody said', true, false, true)`)).toBe(false)
      await looksRight(visitor, page, 'native-find')
    },
  )
})

/** At least a part of the turn. */
async function isOnScreen(page: Page, turn: number): Promise<boolean> {
  return page.evaluate(`(() => {
    const { top, bottom } = document.querySelector('[data-turn="${turn}"]').getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })()`)
}

/** The browser does not draw what is in the turn. */
async function skipped(page: Page, turn: number): Promise<boolean> {
  return page.evaluate(
    `!document.querySelector('[data-turn="${turn}"] [data-prompt]').checkVisibility({ contentVisibilityAuto: true })`,
  )
}

/** The reader goes there, as with a wheel. */
async function scrollTo(page: Page, where: 'the beginning' | 'the middle'): Promise<void> {
  await page.evaluate(`(() => {
    const scroller = document.querySelector('[aria-label=Transcript]').parentElement
    const room = scroller.scrollHeight - scroller.clientHeight
    scroller.scrollTop = ${where === 'the beginning' ? '0' : 'room / 2'}
  })()`)
}

interface Places {
  /** Which turns are on the screen, and how far below its upper edge each begins. */
  readonly turns: readonly (readonly [turn: number, top: number])[]
}

/** Once nothing has moved for a while: for 20 frames in a row. */
async function settledPlaces(page: Page): Promise<Places> {
  return page.evaluate(`(async () => {
    const places = () => {
      const turns = [...document.querySelectorAll('[data-turn]')].map((turn) => [turn, turn.getBoundingClientRect()])
      const shown = turns.filter(([, { top, bottom }]) => bottom > 0 && top < innerHeight)
      return { turns: shown.map(([turn, { top }]) => [Number(turn.dataset.turn), top]) }
    }
    let [last, still] = [places(), 0]
    while (still < 20) {
      await new Promise((done) => requestAnimationFrame(done))
      const now = places()
      still = JSON.stringify(now) === JSON.stringify(last) ? still + 1 : 0
      last = now
    }
    return last
  })()`)
}
