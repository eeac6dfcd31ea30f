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
    await eventually(() => stage.app.figure('skein_sse_clients')).toBe(1)
    write('Second')
    await shownIn(tabs, 'Second, answered.')
    await eventually(() => stage.app.figure('skein_sse_clients')).toBe(1)

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
      await eventually(() => answers(tab)).toEqual([...FIRST, 'Second', 'Third', 'Fourth', 'Fifth'].slice(-6))
    await eventually(() => stage.app.figure('skein_sse_clients')).toBe(1)
    expect(visitor.troubles).toEqual([])
  })

  it('is shown as soon as it is there to whoever was at its address before', async () => {
    const begun = teller('begun later').prompt('Begun while somebody waited.')
    const { page } = await stage.visit(WIDE, `s/${begun.writer.sessionId}`)
    await seen(page.getByText('There is no such session'))
    stage.sessions.told(begun)
    await seen(page.getByRole('region', { name: 'Transcript' }).getByText('Begun while somebody waited.'))
  })

  it('goes on where the machine has no network: it reaches itself', async () => {
    const { visitor, page } = await stage.visit(WIDE, '')
    await seen(page.getByRole('link', { name: 'Another one.' }))
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.getByRole('link', { name: 'Another one.' }).click()
    await seen(page.getByRole('region', { name: 'Transcript' }).getByText('Another one.'))
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

  it.each([
    { screen: WIDE, dark: false },
    { screen: PHONE, dark: true },
  ])('has a strip of the sub-agents at work, which moves on with them ($screen.name)', async (at) => {
    const told = surveyed(at.screen.name)
    const { sessionId, cwd } = told.writer
    const main = linesIn(told.bytes())
    // Up to the calls: the first answer has not come yet.
    const answers = main.flatMap((line, i) => (line.includes('"tool_result"') ? [i] : []))
    stage.sessions.append(cwd, sessionId, main.slice(0, answers[0]).join(''))
    const grow = (number: number, from: number, to?: number): void => {
      const { id, meta, bytes } = told.agents[number]
      const part = new TextEncoder().encode(linesIn(bytes).slice(from, to).join(''))
      stage.sessions.appendToAgent(cwd, sessionId, { id, meta, bytes: part })
    }
    stage.sessions.running(process.pid, sessionId, 'busy')
    // Its prompt, a call and the answer; then another, and so on.
    grow(0, 0, 3)
    grow(1, 0, 2)
    // From the list: a session that is newer than half a second may not be known yet.
    const { visitor, page } = await stage.visit(at.screen, '', { dark: at.dark })
    await page.locator(`a[data-session="${sessionId}"]`).click()
    const strip = page.getByRole('region', { name: 'Running sub-agents' })
    await seen(strip.getByText('2 agents running'))
    const harbour = strip.getByRole('button', { name: /Survey the harbour/ })
    await seen(harbour.getByText('surveyor'), harbour.getByText('1 call', { exact: true }))
    await looksRight(visitor, page, 'running-agents')
    // Without a word in the session's own file.
    grow(0, 3, 5)
    await seen(harbour.getByText('2 calls', { exact: true }))
    grow(0, 5)
    await seen(harbour.getByText('3 calls', { exact: true }))
    grow(1, 2)
    // A press leads to the call, although its turn is folded.
    await harbour.click()
    await seen(page.locator('[data-turn="0"] [data-at]').filter({ hasText: 'Survey the harbour' }))

    stage.sessions.append(cwd, sessionId, main.slice(answers[0], answers[1]).join(''))
    await seen(strip.getByText('1 agent running'), strip.getByRole('button', { name: /Survey the pier/ }))
    await gone(harbour)
    stage.sessions.append(cwd, sessionId, main.slice(answers[1]).join(''))
    await seen(page.getByText('Both are sound.'))
    await gone(strip)
    expect(visitor.troubles).toEqual([])
  })
})

/** A story in which two sub-agents are sent out at once, as the lines of its file and of theirs. */
function surveyed(seed: string): Teller {
  const story = teller(`live agents ${seed}`, '2026-08-20T09:00:00.000Z')
  const send = (place: string, steps: readonly string[]) => ({
    agentType: 'surveyor',
    description: `Survey the ${place}`,
    prompt: `Walk the ${place} and report.`,
    tell: (agent: Teller) => {
      for (const step of steps)
        agent.beat({ calls: [agent.workspace.bash(`look at the ${step}`, `Look at the ${step}`, 'seen')] })
      agent.beat({ say: `The ${place} is sound.` })
      return `The ${place} is sound.`
    },
  })
  story.prompt('Survey the harbour and the pier.')
  story.beat({
    say: 'I send two surveyors.',
    calls: [send('harbour', ['wall', 'gate', 'crane']), send('pier', ['lamp'])],
  })
  story.beat({ say: 'Both are sound.' }).endTurn('Two surveyors')
  return story
}

function linesIn(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split(/(?<=\n)/)
}

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
