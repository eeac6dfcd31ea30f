import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE, WIDE } from './chromium.ts'
import { looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { teller } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
const [MINUTE, HOUR] = [60_000, 3_600_000]
/** When in its hour a session was begun: all of its answers are in the same hour. */
const WITHIN = 10 * MINUTE

describe.skipIf(isMissing)('usage while it is made (needs Chromium)', () => {
  let stage: Stage
  /** When the block began that runs: at the full hour of its first answer. */
  let began = 0

  beforeAll(async () => {
    began = Math.floor((Date.now() - 90 * MINUTE) / HOUR) * HOUR
    stage = await Stage.open((sessions) => {
      for (const ago of [0, 26 * HOUR, 75 * HOUR]) sessions.told(worked(began + WITHIN - ago))
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([
    { screen: WIDE, dark: false },
    { screen: PHONE, dark: true },
  ])(
    'the block of five hours that runs: so far, how fast, and where it leads ($screen.name)',
    async ({ screen, dark }) => {
      const { visitor, page } = await stage.visit(screen, 'usage?range=30d', { dark })
      const blocks = page.getByRole('region', { name: 'Blocks of five hours' })
      await seen(blocks.getByText('Running', { exact: true }))
      expect(await blocks.getByText('None is running.').count()).toBe(0)
      await blocks.scrollIntoViewIfNeeded()

      const end = began + 5 * HOUR
      const left = minutesOf((await blocks.getByText(/ left$/).textContent()) ?? '')
      // The question and this line are a moment apart.
      expect(Math.abs(left - (end - Date.now()) / MINUTE)).toBeLessThan(3)
      await seen(blocks.getByText(clock(began)), blocks.getByText(clock(end)))
      const passed = Number(
        /^\d+/.exec(
          (await blocks.getByRole('img', { name: /of the time has passed$/ }).getAttribute('aria-label')) ??
            '',
        )?.[0],
      )
      expect(Math.abs(passed - (100 * (Date.now() - began)) / (5 * HOUR))).toBeLessThan(3)

      const figures = await blocks.locator('dl > div').allTextContents()
      expect(figures.map((one) => one.replaceAll(/\d[\d.]*[kM]?/g, '#'))).toEqual([
        'so far$# · # tokens',
        'burn rate$# an hour · # tokens a minute',
        'at its end, going on like this$# · # tokens',
      ])
      const [soFar, anHour, atEnd] = figures.map((one) => Number(/\$([\d.]+)/.exec(one)?.[1]))
      // As fast as since its first answer, and so until its end. Figures are rounded, and a moment apart.
      const hours = (Date.now() - began - WITHIN) / HOUR
      expect(anHour / (soFar / hours)).toBeCloseTo(1, 1)
      expect(atEnd / (soFar + (anHour * left) / 60)).toBeCloseTo(1, 1)
      await looksRight(visitor, page, 'usage-block-running')
      // Clocks of another zone show another time.
      await page.getByRole('combobox').selectOption('Asia/Tokyo')
      await seen(blocks.getByText(clock(began + 9 * HOUR)))

      await blocks.getByRole('button', { name: /^Table/ }).click()
      const rows = blocks.getByRole('row')
      await seen(rows.filter({ hasText: '(running)' }))
      // One above the three; only the newest runs, and it stands first.
      expect(await rows.count()).toBe(4)
      expect(await rows.filter({ hasText: '(running)' }).count()).toBe(1)
      expect(await rows.nth(1).textContent()).toContain('(running)')
      expect(visitor.troubles).toEqual([])
    },
  )
})

function clock(time: number): RegExp {
  return new RegExp(new Date(time).toISOString().slice(11, 16))
}

function worked(at: number) {
  const story = teller(`browser usage ${at}`, new Date(at).toISOString())
  story.prompt('How high is the water?')
  story.grown(60_000)
  story.beat({ say: 'As high as it was.\n\n'.repeat(40) })
  return story.endTurn('How high')
}

/** Of `2 h 43 m left`. */
function minutesOf(text: string): number {
  const [hours, minutes] = [/(\d+) h/, /(\d+) m/].map((part) => Number(part.exec(text)?.[1] ?? 0))
  return hours * 60 + minutes
}
