import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { teller } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())

describe.skipIf(isMissing)('what a search shows (needs Chromium)', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      const story = teller('browser snippets')
      story.prompt(
        '<ide_selection>The user selected the lines 3 to 4 from /home/ada/tide-tables/src/tide.ts:\nreturn beacon</ide_selection>\nPaint the lighthouse white.',
      )
      story.beat({ say: 'It is white.' })
      story
        .wait(20)
        .prompt(
          '<command-message>paint is running…</command-message>\n<command-name>/paint</command-name>\n<command-args>the lighthouse red</command-args>',
        )
      story.beat({ say: 'It is red.' })
      story
        .wait(20)
        .prompt('The lighthouse is dark.\n<system-reminder>Nobody has lit it today.</system-reminder>')
      story.beat({ say: 'It is lit.' }).endTurn('Three coats of paint')
      sessions.told(story)
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([
    { screen: WIDE, dark: false },
    { screen: PHONE, dark: true },
  ])(
    'prompts as they were typed, what was put beside them as chips ($screen.name)',
    async ({ screen, dark }) => {
      const { visitor, page } = await stage.visit(screen, 'search?q=in:prompt+lighthouse', { dark })
      const hits = page.locator('a[data-hit]')
      await eventually(() => hits.count()).toBe(3)
      const said = await hits.locator('> span:last-child').allTextContents()
      expect(said.toSorted()).toEqual([
        '/paint the lighthouse red',
        'IDE selection  Paint the lighthouse white.',
        'The lighthouse is dark. Reminder ',
      ])
      expect(await hits.locator('mark').allTextContents()).toEqual(['lighthouse', 'lighthouse', 'lighthouse'])
      await looksRight(visitor, page, 'search-prompts')

      // What was found in what was put in is shown, and a tag that was itself asked for.
      await page.goto(stage.at('search?q=in:prompt+beacon'))
      await seen(hits.filter({ hasText: 'IDE selection' }).locator('mark', { hasText: 'beacon' }))
      await page.goto(stage.at('search?q=in:prompt+ide_selection'))
      await seen(hits.filter({ hasText: '<ide_selection>' }).locator('mark', { hasText: 'ide_selection' }))
      expect(visitor.troubles).toEqual([])

      await page.goto(stage.at(''))
      await page.getByRole('button', { name: 'Search' }).first().click()
      const palette = page.getByRole('dialog', { name: 'Go to a session, search, do something' })
      await palette.getByRole('combobox').fill('lighthouse')
      const options = palette.getByRole('option', { name: /the lighthouse (red|white)|The lighthouse is/ })
      await eventually(() => options.count()).toBe(3)
      expect((await options.allTextContents()).join(' ')).not.toMatch(/[<>]/)
      await looksRight(visitor, page, 'palette-prompts')
    },
  )
})
