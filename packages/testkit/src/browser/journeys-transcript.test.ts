import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { generateSession } from '../corpus/session.ts'
import type { TurnTruth } from '../corpus/truth.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, gone, looksRight, seen } from './looks.ts'
import { isBrowserMissing, Stage } from './stage.ts'
import { branchOfBranch, compacted, everyTool, longTold, SECRET, twoLines } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
/** About 10 MB. */
const LONG_TURNS = 200

describe.skipIf(isMissing)('the transcript (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines, twigs, past, long, rich] = ['', '', '', '', '', '']
  let prompts: readonly TurnTruth[] = []

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
      twigs = sessions.told(branchOfBranch())
      past = sessions.told(compacted())
      long = sessions.told(longTold(LONG_TURNS, 50_000))
      const generated = generateSession({
        seed: 'browser rich',
        turns: 6,
        features: {
          thinking: true,
          parallelTools: true,
          toolErrors: true,
          pendingTool: true,
          subAgents: true,
          nestedAgents: true,
          slashCommands: true,
          bashPrompts: true,
          ideTags: true,
          sideRows: true,
          snapshots: true,
          hooks: true,
        },
      })
      rich = sessions.generated(generated)
      prompts = generated.truth.turns.filter(({ place }) => place === 'live')
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each([
    { screen: WIDE, dark: false },
    { screen: PHONE, dark: true },
  ])('folds turns, and opens them to every step ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${tools}`, { dark })
    const turn = turnOf(page, 2)
    await seen(turn.getByText('The curve is a cosine now;'))
    const activity = turn.locator('[data-activity]')
    await eventually(() => activity.textContent()).toMatch(/5 steps.*\+2.*−1.*1 error.*\$0\.02/)
    // Errors stay open, everything else is folded.
    await eventually(() => card(turn, 'Bash npm run lint').count()).toBe(1)
    expect(await card(turn, 'Edit').count()).toBe(0)
    await looksRight(visitor, page, 'transcript-folded')
    await activity.click()
    await seen(card(turn, 'Edit'), card(turn, 'Write'), card(turn, 'Bash npm test'))
    await activity.click()
    await gone(card(turn, 'Edit'))

    // Folded, steps, full, and folded again.
    if (screen === WIDE) await page.keyboard.press('t')
    else await page.getByRole('radio', { name: 'Steps' }).click()
    await seen(card(turn, 'Edit'))
    expect(await turn.locator('.diff').count()).toBe(0)
    await eventually(() => new URL(page.url()).searchParams.get('density')).toBe('short')
    await page.keyboard.press('t')
    await seen(turn.locator('.diff'))
    await looksRight(visitor, page, 'transcript-full')
    await page.keyboard.press('t')
    await gone(card(turn, 'Edit'))
  })

  it('draws each tool in its own way, and raw', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${tools}?density=full`, { dark: true })
    const first = turnOf(page, 1)
    await first.scrollIntoViewIfNeeded()
    await seen(first.getByText('I should read it before I touch it.'))
    await seen(card(first, 'Read').getByText('Height of the water, in metres.'))
    await seen(card(first, 'Grep').getByText('src/tide.ts'), card(first, 'Glob').getByText('src/tide.ts'))
    await looksRight(visitor, page, 'tools-read')

    const second = turnOf(page, 2)
    await second.scrollIntoViewIfNeeded()
    const diff = card(second, 'Edit').locator('.diff')
    await seen(diff)
    await eventually(() => diff.locator('.diff-removed').textContent()).toContain('Math.sin(hours)')
    await eventually(() => diff.locator('.diff-added').textContent()).toContain('Math.cos(hours / 2)')
    // What is new in the line is marked, and has the colours of its language all the same.
    await seen(diff.locator('.diff-added ins [class^="k-"]'), diff.locator('.diff-removed .k-keyword'))
    await eventually(() => diff.locator('.diff-added ins').textContent()).toBe('cos(hours / 2')
    await eventually(() => diff.locator('.diff-removed del').textContent()).toBe('sin(hours')
    // The program's own colours, and no code of a terminal left over.
    const tests = card(second, 'Bash npm test')
    await eventually(() => tests.locator('pre').last().locator('span').allTextContents()).toEqual([
      '✓',
      '1 slow',
      'Tests',
    ])
    expect(await tests.textContent()).not.toContain('[32m')
    await seen(card(second, 'Bash npm run lint').getByText('exit 1'))
    await looksRight(visitor, page, 'tools-edit')

    const third = turnOf(page, 3)
    await third.scrollIntoViewIfNeeded()
    await eventually(() => card(third, 'TodoWrite').getByRole('img').evaluateAll(labels)).toEqual([
      'completed',
      'in progress',
      'pending',
    ])
    await eventually(() =>
      card(third, 'AskUserQuestion').locator('[data-chosen="true"]').textContent(),
    ).toContain('Metres')
    await seen(card(third, 'ExitPlanMode').getByText('approved'))
    await seen(card(third, 'ExitPlanMode').getByRole('heading', { name: 'Tables in metres' }))
    await looksRight(visitor, page, 'tools-plan')

    const fourth = turnOf(page, 4)
    await fourth.scrollIntoViewIfNeeded()
    await seen(card(fourth, 'mcp__harbour__water_level').getByText('north pier'))
    await seen(card(fourth, 'mcp__harbour__water_level').getByText('3.25'))
    await seen(
      card(fourth, 'Astrolabe').getByText('azimuth 214'),
      card(fourth, 'Astrolabe').getByText('Vega'),
    )
    await seen(card(fourth, 'NotebookEdit').getByText('plot(tides)'))
    await seen(card(fourth, 'WebFetch').getByRole('link', { name: 'https://tides.example/north' }))
    await seen(card(fourth, 'Bash rm -rf old').getByText('denied'))
    await looksRight(visitor, page, 'tools-other')

    const raw = card(fourth, 'Astrolabe')
    await raw.getByRole('button', { name: 'Raw' }).click()
    await seen(raw.getByText('"tool_use"'), raw.getByText('"tool_result"'))
    await raw.getByRole('button', { name: 'Raw' }).click()
    await gone(raw.getByText('"tool_use"'))
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])(
    'shows markdown, pictures, long outputs and what nobody knows ($name)',
    async (screen) => {
      const { visitor, page } = await stage.visit(screen, `s/${tools}?density=full`)
      const last = turnOf(page, 8)
      await seen(last.getByRole('cell', { name: '4.2' }), last.locator('math'))
      await seen(last.getByRole('link', { name: 'ada/tides#7' }))
      // Colours of the code, and a diagram as a picture.
      await seen(last.locator('.code-block span').first())
      await seen(last.locator('img'))
      await eventually(() =>
        last.locator('img').evaluate((image) => (image as unknown as Size).naturalWidth),
      ).toBeGreaterThan(10)
      await looksRight(visitor, page, 'markdown')

      const seventh = turnOf(page, 7)
      await seventh.scrollIntoViewIfNeeded()
      await seen(seventh.getByText('unknown: hologram'))
      const counted = card(seventh, 'Bash seq 1 4000')
      await counted.getByRole('button', { name: /^Show all/ }).click()
      await seen(counted.getByText('line 4000'))
      await gone(counted.getByRole('button', { name: /^Show all/ }))

      const picture = turnOf(page, 6).getByRole('button', { name: /^Picture/ })
      await picture.scrollIntoViewIfNeeded()
      await picture.click()
      const large = page.getByRole('dialog', { name: 'Picture' }).getByRole('img')
      await eventually(() => large.evaluate((image) => (image as unknown as Size).naturalWidth)).toBe(8)
      await looksRight(visitor, page, 'picture')
      await page.keyboard.press('Escape')
      await gone(page.getByRole('dialog'))
    },
  )

  it('shows what was said as soon as it can, and waits for no timer', async () => {
    const visitor = await stage.stranger(WIDE)
    await visitor.context.request.get(stage.app.link())
    const page = await visitor.page()
    // Time stands still, and timers with it: those of a moment are how parts of the page hand work on.
    await page.addInitScript(`{
      const own = globalThis.setTimeout
      globalThis.setTimeout = (work, ms = 0, ...rest) => (ms < 10 ? own(work, ms, ...rest) : 0)
      performance.now = () => 1000
    }`)
    let letCome: () => void = () => {}
    const mayCome = new Promise<void>((resolved) => (letCome = resolved))
    await page.route('**/assets/transcript-*.js', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.goto(stage.at(`s/${lines}`), { waitUntil: 'commit' })
    // What stands in for it, line by line.
    await seen(page.locator('[role="status"] > :nth-child(13)'))
    letCome()
    await seen(page.getByText('It is green.'))
    expect(visitor.troubles).toEqual([])
  })

  it('masks a secret until it is clicked', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${tools}?density=full`)
    const turn = turnOf(page, 7)
    await turn.scrollIntoViewIfNeeded()
    const masked = turn.getByRole('button', { name: 'Masked github token, reveal' })
    await eventually(() => masked.count()).toBe(2)
    expect(await page.content()).not.toContain(SECRET)
    await looksRight(visitor, page, 'secrets')
    await masked.last().click()
    await seen(turn.getByText(`GITHUB_TOKEN=${SECRET}`))
    // Only the one that was asked for.
    await eventually(() => masked.count()).toBe(1)
    await masked.click()
    await seen(turn.getByText(`Deploy with ${SECRET} please.`))
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])('pages through branches and says which one is not live ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, `s/${lines}`)
    await seen(page.getByText('It is green.'))
    expect(await page.getByText('It is blue.').count()).toBe(0)
    await page
      .getByRole('group', { name: 'Branch 2 of 2' })
      .getByRole('button', { name: 'Branch before' })
      .click()
    await seen(page.getByText('It is blue.'), page.getByText('A branch that is not live'))
    await gone(page.getByText('It is green.'))
    await looksRight(visitor, page, 'branch')
    await page.getByRole('link', { name: 'To the live line' }).click()
    await seen(page.getByText('It is green.'))
    expect(visitor.troubles).toEqual([])
  })

  it.each([
    { screen: WIDE, dark: false },
    { screen: PHONE, dark: true },
  ])('shows dead branches at their forks when asked to ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${lines}`, { dark })
    await seen(page.getByText('It is green.'))
    expect(await page.getByText('Paint it blue.').count()).toBe(0)
    await page.getByRole('button', { name: 'What is shown' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Dead branches' }).click()
    await eventually(() => new URL(page.url()).searchParams.get('show')).toBe('dead')
    // Folded, before the prompt that took its place.
    const blue = turnOf(page, 2).getByRole('region', { name: 'Branch that is not sent: Paint it blue.' })
    await seen(blue.getByText('not sent', { exact: true }))
    expect(await blue.getByText('It is blue.').count()).toBe(0)
    await blue.getByRole('button', { name: /Paint it blue/ }).click()
    await seen(blue.getByText('It is blue.'))
    // Its own turns alone, and the live line goes on below.
    await eventually(() => blue.locator('[data-prompt]').allTextContents()).toEqual(['Paint it blue.'])
    await seen(page.getByText('It is green.'))
    await looksRight(visitor, page, 'dead-branches')
    await blue
      .getByRole('button', { name: /Paint it blue/ })
      .first()
      .click()
    await gone(page.getByText('It is blue.'))

    const others = page.getByRole('region', { name: 'Other branches' })
    await others.getByRole('link', { name: /Paint it blue/ }).click()
    await seen(page.getByText('It is blue.'), page.getByText('A branch that is not live'))
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])('opens a branch within a turn, and the branch of that ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, `s/${twigs}?show=dead`)
    await seen(page.getByText('The sails are set.'))
    // The last that was written of the marsh: on foot.
    const marsh = turnOf(page, 1)
      .getByRole('region', { name: /^Branch that is not sent/ })
      .first()
    await marsh.getByRole('button').first().click()
    await seen(marsh.getByText('It leads to the marsh.'), marsh.getByText('The feet are wet.'))
    // What both lines share is told once.
    await eventually(() =>
      page.locator('[data-prompt]', { hasText: 'Where does the channel lead?' }).count(),
    ).toBe(1)
    expect(await marsh.getByText('I take soundings.').count()).toBe(0)
    expect(await marsh.getByText('The boat is stuck.').count()).toBe(0)
    const boat = marsh.getByRole('region', { name: 'Branch that is not sent: Cross the marsh by boat.' })
    await boat.getByRole('button').first().click()
    await seen(boat.getByText('The boat is stuck.'))
    await eventually(() => boat.locator('[data-prompt]').allTextContents()).toEqual([
      'Cross the marsh by boat.',
    ])
    expect(await boat.getByText('It leads to the marsh.').count()).toBe(0)
    expect(await boat.getByRole('region', { name: /^Branch/ }).count()).toBe(0)
    await looksRight(visitor, page, 'branch-of-branch')
  })

  it('opens the past behind a compaction', async () => {
    const { visitor, page } = await stage.visit(PHONE, `s/${past}`)
    await seen(page.getByText('An answer from after.'))
    expect(await page.getByText('An answer from before.').count()).toBe(0)
    await looksRight(visitor, page, 'compacted')
    await page.getByRole('button', { name: /^Show 1 earlier turn · compacted from 154k tokens/ }).click()
    await seen(page.getByText('An answer from before.'), page.getByText('The beginning'))
    expect(visitor.troubles).toEqual([])
  })

  it.each([
    { screen: WIDE, dark: true },
    { screen: PHONE, dark: false },
  ])('lists what a resume leaves out, and leads to each entry ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${tools}`, { dark })
    const banner = page.getByText(/^\d+ entries are not sent by a resume\./)
    await seen(banner)
    const said = Number(/\d+/.exec((await banner.textContent()) ?? '')?.[0])
    await page.getByRole('button', { name: 'What is missing' }).click()
    const missing = page.getByRole('region', { name: 'What a resume does not send' })
    const cut = missing.getByRole('list', { name: 'Cut off: an entry above it is missing' })
    // Everything before the entry of a kind that nobody knows: seven prompts, and what came of them.
    await seen(cut.getByRole('link', { name: 'prompt Look around first. line 1' }))
    const more = missing.getByRole('button', { name: 'More entries' })
    while ((await cut.getByRole('link').count()) < said) {
      const before = await cut.getByRole('link').count()
      await more.click()
      await eventually(() => cut.getByRole('link').count()).toBeGreaterThan(before)
    }
    await eventually(() => cut.getByRole('link').count()).toBe(said)
    await eventually(() => cut.getByRole('link', { name: /^prompt / }).count()).toBe(7)
    expect(await page.content()).not.toContain(SECRET)
    await looksRight(visitor, page, 'resume-banner')

    await cut.getByRole('link', { name: /^answer The curve is a cosine now/ }).click()
    await eventually(() => distance(page, '[data-turn="1"]')).toBeLessThan(900)
    const { searchParams } = new URL(page.url())
    expect(
      await turnOf(page, 2)
        .locator(`[data-key="${searchParams.get('at')}"]`)
        .textContent(),
    ).toContain('The curve is a cosine now;')
    await page.getByRole('link', { name: 'What a resume sends' }).click()
    await seen(page.getByRole('tab', { name: 'Context', selected: true }))
    expect(visitor.troubles).toEqual([])
  })

  it.each([WIDE, PHONE])('opens sub-agents in place, one in the other ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, `s/${tools}?density=short`)
    const turn = turnOf(page, 5)
    await turn.scrollIntoViewIfNeeded()
    await seen(turn.getByText('surveyor', { exact: true }), turn.getByText('1 call'))
    await turn.getByRole('button', { name: 'Open here' }).click()
    await seen(turn.getByText('Walk the north pier and report.'), card(turn, 'Bash ls pier'))
    await looksRight(visitor, page, 'sub-agent')

    await page.goto(stage.at(`s/${rich}?density=short`))
    await seen(page.getByRole('region', { name: 'Transcript' }))
    const first = page
      .locator('[data-status]')
      .filter({ hasText: /agents? of its own/ })
      .first()
    await first.scrollIntoViewIfNeeded()
    // By its name from here on: older turns come above it, and then another one is the first.
    const outer = page.locator(`[id="${await first.getAttribute('id')}"]`)
    await outer.getByRole('button', { name: 'Open here' }).click()
    const inner = outer.locator('[data-status]').first()
    await inner.scrollIntoViewIfNeeded()
    await inner.getByRole('button', { name: 'Open here' }).click()
    await seen(inner.locator('article'))
    await looksRight(visitor, page, 'nested-agent')
  })

  it('leaves out bookkeeping and calls without answer when asked to', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${lines}?density=short`)
    const pending = page.getByText('no answer', { exact: true })
    await seen(pending)
    const before = await page.locator('[data-at]').count()
    await page.getByRole('button', { name: 'What is shown' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Calls without answer' }).click()
    await gone(pending)
    await eventually(() => new URL(page.url()).searchParams.get('hide')).toBe('orphaned')
    await page.getByRole('button', { name: 'What is shown' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Calls without answer' }).click()
    await seen(pending)
    await page.getByRole('button', { name: 'What is shown' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Bookkeeping entries' }).click()
    await eventually(() => page.locator('[data-at]').count()).toBeGreaterThan(before)
    await looksRight(visitor, page, 'bookkeeping')
  })

  it('shows every prompt of a session as it was typed', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${rich}`)
    await seen(page.getByText('The beginning'))
    await eventually(() => page.locator('[data-turn]').count()).toBe(prompts.length)
    // A command after its slash, a shell's line after its mark; what the program put beside it is no part of it.
    const kinds = new Set(prompts.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['slash-command', 'ide-selection', 'bash']))
    for (const [i, { kind, text }] of prompts.entries()) {
      const prompt = turnOf(page, i + 1).locator('[data-prompt]')
      const typed = await prompt.locator('> :first-child').textContent()
      expect([i, typed]).toEqual([i, kind === 'bash' ? `! ${text}` : text])
      expect(await prompt.textContent()).not.toMatch(/<\/?[a-z_-]+>/)
      const chips = prompt.getByRole('button', { name: /^(IDE selection|Open file)/ })
      expect([i, (await chips.count()) > 0]).toEqual([i, kind === 'ide-selection'])
    }
    // Nobody has written to it for months: the call at its end does not run.
    await turnOf(page, prompts.length).locator('[data-activity]').click()
    await seen(turnOf(page, prompts.length).getByText('no answer', { exact: true }))
    await looksRight(visitor, page, 'prompts')
  })

  it('copies what continues the session, and a link that leads back', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${tools}`)
    const turn = turnOf(page, 2)
    await turn.hover()
    await turn.getByRole('button', { name: 'Copy the resume command' }).click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(`claude --resume ${tools}`)
    await turn.getByRole('button', { name: 'Copy a link to this turn' }).click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toContain(`/s/${tools}?at=`)
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    await page.goto(link)
    await eventually(() => distance(page, '[data-turn="1"]')).toBeLessThan(40)
    expect(visitor.troubles).toEqual([])
  })

  it('goes to an entry far away, and loads what is between', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${long}`)
    await seen(page.getByText(`Answer number ${LONG_TURNS}.`))
    expect(await turnOf(page, 20).count()).toBe(0)
    const key = await keyOfTurn(page, 19)
    await page.goto(stage.at(`s/${long}?at=${key}`))
    await seen(page.getByText('Prompt number 20 of the long day.'))
    await eventually(() => distance(page, '[data-turn="19"]')).toBeLessThan(40)
    await seen(
      page.getByRole('button', { name: /turns between$/ }),
      page.getByRole('button', { name: 'To the end' }),
    )
    // What is between comes in, until all is one: what is read stays where it is, and each turn is there once.
    await eventually(() => pressGap(page)).toBe(0)
    expect(await distance(page, '[data-turn="19"]')).toBeLessThan(40)
    const shown = await turnsOf(page)
    expect(shown).toEqual(Array.from(shown, (_, i) => LONG_TURNS - shown.length + i))
    // Near: within what is loaded page by page.
    const near = await keyOfTurn(page, LONG_TURNS - 30)
    await page.goto(stage.at(`s/${long}?at=${near}`))
    await eventually(() => distance(page, `[data-turn="${LONG_TURNS - 30}"]`)).toBeLessThan(40)
    expect(await page.getByRole('button', { name: /turns between$/ }).count()).toBe(0)
    await page.goto(stage.at(`s/${long}?at=999999999999`))
    await seen(page.getByText('The entry of this link is not in the transcript.'))
    expect(visitor.troubles).toEqual([])
  })

  it('finds in all of a session, loaded or not', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${long}`)
    await seen(page.getByText(`Answer number ${LONG_TURNS}.`))
    await page.getByRole('button', { name: 'Find in this session' }).click()
    const field = page.getByRole('searchbox', { name: 'Find in this session' })
    await field.fill('"Answer number 17."')
    await seen(page.getByText('0/1'))
    await field.press('Enter')
    await seen(page.getByText('1/1'), page.getByText('Answer number 17.'))
    await eventually(() => distance(page, '[data-turn="16"]')).toBeLessThan(900)
    await looksRight(visitor, page, 'find')
    await field.press('Escape')
    await gone(field)
  })

  it.each([WIDE, PHONE])('puts older turns above without moving what is read ($name)', async (screen) => {
    const { visitor, page } = await stage.visit(screen, `s/${long}`)
    await seen(page.getByText(`Answer number ${LONG_TURNS}.`))
    for (let round = 0; round < 2; round++) {
      const { shift, came } = await loadOlder(page)
      expect(Math.abs(shift)).toBeLessThanOrEqual(2)
      expect(came).toBeGreaterThan(0)
    }
    expect(visitor.troubles).toEqual([])
  })
})

interface Size {
  readonly naturalWidth: number
}

function turnOf(page: Page, number: number) {
  return page.locator(`[data-turn="${number - 1}"]`)
}

function card(within: ReturnType<Page['locator']>, name: string) {
  return within.locator(`section[aria-label^="${name}"]`)
}

function labels(all: { getAttribute(name: string): string | null }[]): (string | null)[] {
  return all.map((one) => one.getAttribute('aria-label'))
}

/** How far below the upper edge of the transcript an element stands. */
/** Loads what is missing between turns, where something is; says how many such places there are. */
async function pressGap(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const gaps = document.querySelectorAll('[data-gap] button')
    for (const button of gaps) button.click()
    return gaps.length
  })()`)
}

async function turnsOf(page: Page): Promise<number[]> {
  return page.evaluate(
    `Array.from(document.querySelectorAll('[data-turn]'), ({ dataset }) => Number(dataset.turn))`,
  )
}

async function distance(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    `(() => {
      const element = document.querySelector(${JSON.stringify(selector)})
      if (element === null) return Infinity
      const column = element.closest('[aria-label=Transcript]').parentElement
      return Math.abs(element.getBoundingClientRect().top - column.getBoundingClientRect().top)
    })()`,
  )
}

/** The place of a turn's prompt in the file. */
async function keyOfTurn(page: Page, index: number): Promise<number> {
  return page.evaluate(
    `fetch('/api/sessions/' + location.pathname.split('/')[2] + '/view?around=${index}')
      .then((answer) => answer.json())
      .then((view) => view.turns.find((turn) => turn.index === ${index}).key)`,
  )
}

/**
 * Goes to the first turn, remembers where it stands, and waits until others stand before it; says by how many pixels it
 * moved meanwhile. In the page, since the place has to be taken in the frame before anything is loaded.
 */
async function loadOlder(page: Page): Promise<{ readonly shift: number; readonly came: number }> {
  return page.evaluate(`(async () => {
    const scroller = document.querySelector('[aria-label=Transcript]').parentElement
    const turns = () => scroller.querySelectorAll('[data-turn]')
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const [first] = turns()
    const loaded = turns().length
    scroller.scrollTop += first.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 40
    await new Promise((done) => scroller.addEventListener('scroll', done, { once: true }))
    const before = first.getBoundingClientRect().top
    while (turns().length === loaded) await frame()
    await frame()
    return { shift: first.getBoundingClientRect().top - before, came: turns().length - loaded }
  })()`)
}
