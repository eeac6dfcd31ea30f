import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import type { Teller } from '../corpus/demo-teller.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, gone, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { teller } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
const TABS = 8

describe.skipIf(isMissing)('a session that is written while it is read (needs Chromium)', () => {
  let stage: Stage
  let story: Teller
  let written = 0
  let stories = 0

  beforeAll(async () => {
    stage = await Stage.open((sessions) => void sessions.told(teller('live other').prompt('Another one.')))
  })
  beforeEach(() => {
    story = teller(`live ${stories++}`, new Date(Date.UTC(2026, 7, 1, stories)).toISOString())
    for (let i = 1; i <= 12; i++) turn(`First ${i}`)
    stage.sessions.told(story)
    written = story.bytes().length
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  function turn(text: string): void {
    story.wait(5).prompt(`${text}, asked`)
    story.beat({ say: `${text}, answered.\n\n${'It was a long day at the harbour. '.repeat(12)}` })
  }

  /** Writes the story's next turn to its file. */
  function write(text: string): void {
    turn(text)
    const bytes = story.bytes()
    stage.sessions.append(story.writer.cwd, story.writer.sessionId, bytes.subarray(written))
    written = bytes.length
  }

  it('is live in eight tabs over one stream, whichever of them has it', async () => {
    const path = `s/${story.writer.sessionId}`
    const { visitor, page } = await stage.visit(WIDE, path)
    const tabs = [page]
    while (tabs.length < TABS) {
      const tab = await visitor.page()
      await tab.goto(stage.at(path))
      tabs.push(tab)
    }
    await shownIn(tabs, 'First 12, answered.')
    expect(stage.app.figure('skein_sse_clients')).toBe(1)
    write('Second')
    await shownIn(tabs, 'Second, answered.')
    expect(stage.app.figure('skein_sse_clients')).toBe(1)

    // The first tab was alone when it came, so the stream is its own.
    await page.close()
    const left = tabs.slice(1)
    write('Third')
    await shownIn(left, 'Third, answered.')
    await eventually(() => stage.app.figure('skein_sse_clients')).toBe(1)

    await stage.app.stop()
    write('Fourth')
    await stage.app.start()
    write('Fifth')
    await shownIn(left, 'Fifth, answered.')
    for (const tab of left)
      expect(await answers(tab)).toEqual([...FIRST, 'Second', 'Third', 'Fourth', 'Fifth'].slice(-6))
    expect(stage.app.figure('skein_sse_clients')).toBe(1)
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])(
    'follows the end, and counts what is new for who reads above ($name)',
    async (screen) => {
      const { visitor, page } = await stage.visit(screen, `s/${story.writer.sessionId}`)
      await seen(page.getByText('First 12, answered.'))
      await eventually(() => stage.app.figure('skein_feeds')).toBe(1)
      write('Second')
      await seen(page.getByText('Second, answered.'))
      await eventually(() => toEnd(page)).toBeLessThan(2)
      await gone(page.getByRole('button', { name: /new$|^To the end/ }))

      await page.getByText('First 8, asked').scrollIntoViewIfNeeded()
      await seen(page.getByRole('button', { name: 'To the end' }))
      const before = await topOf(page, 'First 8, asked')
      write('Third')
      await seen(page.getByRole('button', { name: '2 new' }))
      write('Fourth')
      await seen(page.getByRole('button', { name: '3 new' }))
      expect(Math.abs((await topOf(page, 'First 8, asked')) - before)).toBeLessThan(2)
      await looksRight(visitor, page, 'new-below')
      await page.getByRole('button', { name: '3 new' }).click()
      await eventually(() => toEnd(page)).toBeLessThan(2)
      await seen(page.getByText('Fourth, answered.'))
    },
  )
})

const FIRST = Array.from({ length: 12 }, (_, i) => `First ${i + 1}`)

async function shownIn(tabs: readonly Page[], text: string): Promise<void> {
  for (const tab of tabs) await tab.getByText(text).first().waitFor({ state: 'attached' })
}

/** What was asked in the last turns of a page, in order. */
async function answers(page: Page): Promise<string[]> {
  const prompts = await page.locator('[data-prompt]').allTextContents()
  return prompts.slice(-6).map((text) => text.replace(', asked', ''))
}

async function toEnd(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector('[aria-label=Transcript]').parentElement
    return scrollHeight - scrollTop - clientHeight
  })()`)
}

async function topOf(page: Page, text: string): Promise<number> {
  return (await page.getByText(text).first().boundingBox())?.y ?? Number.NaN
}
