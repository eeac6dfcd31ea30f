import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { ServedSkein } from '../bench/server/served-skein.ts'
import { filesUnder } from '../files-under.ts'
import { TestApp } from '../server/test-app.ts'
import { PHONE, WIDE } from './chromium.ts'
import { eventually, gone, looksRight, seen } from './looks.ts'
import { SessionFolder } from './session-folder.ts'
import { BUILT_APP, DEMO_ROOT, isBrowserMissing, Stage } from './stage.ts'
import { everyTool, longTold, SECRET, twoLines } from './stories.ts'

const isMissing = skipUnlessAvailable('Chromium', !isBrowserMissing())
const SCREENS = [
  { screen: WIDE, dark: true },
  { screen: PHONE, dark: false },
]

describe.skipIf(isMissing)('what is done to sessions (needs Chromium)', () => {
  let stage: Stage
  let [tools, lines, long] = ['', '', '']

  beforeAll(async () => {
    stage = await Stage.open((sessions) => {
      tools = sessions.told(everyTool())
      lines = sessions.told(twoLines())
      long = sessions.told(longTold(12, 3000))
    })
  })
  afterEach(() => stage.leave())
  afterAll(() => stage.close())

  it.each(SCREENS)('compresses a copy ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${long}`, { dark })
    await seen(page.getByText('Answer number 12.'))
    const before = await filesUnder(stage.app.root)
    await choose(page, 'Compress …')
    const dialog = page.getByRole('dialog', { name: 'Compress' })
    const plan = dialog.getByRole('region', { name: 'The plan' })
    await seen(
      plan.getByText('Tokens a resume sends'),
      plan.getByRole('img', { name: /tokens before, .* after/ }),
    )
    await looksRight(visitor, page, 'edit-compress')
    await plan.getByRole('button', { name: /texts? that change$/ }).click()
    await seen(plan.locator('.diff-removed'), plan.locator('.diff-added'))
    await looksRight(visitor, page, 'edit-changes')
    // Nothing is written before it is asked for.
    expect(await filesUnder(stage.app.root)).toEqual(before)
    await dialog.getByRole('button', { name: 'Make the compressed session' }).click()
    const made = await madeIn(stage.app.root, dialog, before)
    await looksRight(visitor, page, 'edit-compressed')
    await dialog.getByRole('link', { name: 'Open it' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe(`/s/${made.id}`)
    await seen(page.getByRole('heading', { name: 'The long day (compressed)', level: 1 }))
    expect(visitor.troubles).toEqual([])
  })

  it.each(SCREENS)('repairs a copy ($screen.name)', async ({ screen, dark }) => {
    const { visitor, page } = await stage.visit(screen, `s/${lines}`, { dark })
    await seen(page.getByText('It is green.'))
    const before = await filesUnder(stage.app.root)
    await choose(page, 'Repair …')
    const dialog = page.getByRole('dialog', { name: 'Repair' })
    // One call of the live line has no answer.
    await seen(dialog.getByRole('region', { name: 'The plan' }).getByRole('row', { name: /^1 × / }))
    await looksRight(visitor, page, 'edit-repair')
    expect(await filesUnder(stage.app.root)).toEqual(before)
    await dialog.getByRole('button', { name: 'Make the repaired session' }).click()
    const { rows } = await madeIn(stage.app.root, dialog, before)
    const answered = (given: readonly Row[]): boolean =>
      JSON.stringify(given).includes('"tool_use_id":"toolu_01ring"')
    expect([answered(linesOf(before, lines)), answered(rows)]).toEqual([false, true])
    expect(visitor.troubles).toEqual([])
  })

  it('tags a session by a row of its own behind all others', async () => {
    const { visitor, page } = await stage.visit(PHONE, `s/${lines}`)
    await seen(page.getByText('It is green.'))
    const before = await filesUnder(stage.app.root)
    const path = pathOf(before, lines)
    await choose(page, 'Tag …')
    const dialog = page.getByRole('dialog', { name: 'Tag' })
    await dialog.getByLabel('Tag').fill('harbour works')
    await looksRight(visitor, page, 'edit-tag')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await gone(dialog)
    const after = await filesUnder(stage.app.root)
    expect({ ...after, [path]: before[path] }).toEqual(before)
    const [was, is] = [textOf(before[path]), textOf(after[path])]
    expect(is.slice(0, was.length)).toBe(was)
    expect(JSON.parse(is.slice(was.length))).toEqual({ type: 'tag', tag: 'harbour works', sessionId: lines })

    await page.goto(stage.at(''))
    await seen(page.getByRole('listitem').filter({ hasText: 'Two lines' }).getByText('harbour works'))
    await looksRight(visitor, page, 'tagged')
  })

  it('archives a session, and brings it back when its file is gone', async () => {
    const { visitor, page } = await stage.visit(WIDE, `s/${tools}`)
    await seen(page.getByText('Draw me a diagram.'))
    const before = await filesUnder(stage.app.root)
    const path = pathOf(before, tools)
    await choose(page, 'Archive')
    await seen(page.getByRole('status').filter({ hasText: /^Archived$/ }))
    expect(await filesUnder(stage.app.root)).toEqual(before)
    const archive = Object.keys(await filesUnder(join(stage.app.folder, 'home', 'archive')))
    expect(archive.filter((name) => name.includes(tools))).not.toEqual([])

    // As Claude Code cleans up after a month: the session and what belongs to it.
    rmSync(join(stage.app.root, path))
    rmSync(join(stage.app.root, path.replace('.jsonl', '')), { recursive: true })
    const row = page.getByRole('listitem').filter({ has: page.locator(`a[data-session="${tools}"]`) })
    await seen(row.getByText('Archived', { exact: true }))
    await page.reload()
    await seen(page.getByText('Draw me a diagram.'))
    await looksRight(visitor, page, 'archived')
    await choose(page, 'Restore')
    await seen(page.getByRole('status').filter({ hasText: /^Restored$/ }))
    await gone(row.getByText('Archived', { exact: true }))
    expect(await filesUnder(stage.app.root)).toEqual(before)
    expect(visitor.troubles).toEqual([])
  })

  it('says to a device that may only read why nothing can be changed', async () => {
    const visitor = await stage.stranger(WIDE)
    await visitor.context.request.get(stage.app.link('read'))
    const page = await visitor.page()
    await page.goto(stage.at(`s/${lines}`))
    await seen(page.getByText('It is green.'))
    await saysWhy(page, 'This device may only read')
    await looksRight(visitor, page, 'read-only')
  })

  it('shows a device that may only read where secrets are, and no way to them', async () => {
    const visitor = await stage.stranger(WIDE)
    await visitor.context.request.get(stage.app.link('read'))
    const page = await visitor.page()
    await page.goto(stage.at(`s/${tools}?density=full`))
    const turn = page.locator('[data-turn="6"]')
    await seen(turn)
    await turn.scrollIntoViewIfNeeded()
    await eventually(() => turn.getByText('github token', { exact: true }).count()).toBe(2)
    expect(await page.getByRole('button', { name: /reveal/i }).count()).toBe(0)
    expect(visitor.troubles).toEqual([])
  })

  it('says why demo sessions cannot be changed', async () => {
    const app = new TestApp({ appFolder: BUILT_APP, demoRoot: DEMO_ROOT })
    await app.start()
    try {
      const visitor = await stage.stranger(PHONE, { dark: true })
      const page = await visitor.page()
      await page.goto(app.link())
      await page.locator('a[data-session]').first().click()
      await seen(page.locator('[data-turn]'))
      await saysWhy(page, 'Demo sessions cannot be changed')
      await looksRight(visitor, page, 'demo-session')
    } finally {
      await app.remove()
    }
  })
})

/** The command as it is installed. */
describe.skipIf(isMissing)('exports (need Chromium)', () => {
  const root = mkdtempSync(join(tmpdir(), 'skein-export-'))
  let stage: Stage
  let served: ServedSkein
  let tools = ''

  beforeAll(async () => {
    tools = new SessionFolder(root).told(everyTool())
    stage = await Stage.open(() => undefined)
    served = await ServedSkein.start(root, 1)
  })
  afterEach(() => stage.leave())
  afterAll(async () => {
    await served.stop()
    await stage.close()
    rmSync(root, { recursive: true, force: true })
  })

  it.each(SCREENS)('a page without secrets, and with folders when asked to ($screen.name)', async (at) => {
    const before = await filesUnder(root)
    const visitor = await stage.stranger(at.screen, { dark: at.dark })
    const [name = '', value = ''] = (await served.cookie()).split('=')
    await visitor.context.addCookies([{ name, value, url: served.url }])
    const page = await visitor.page()
    await page.goto(`${served.url}/s/${tools}`)
    await seen(page.getByText('Draw me a diagram.'))
    await choose(page, 'Export …')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await seen(dialog.getByText(/that are recognised are masked in any case/))
    await eventually(() => dialog.getByRole('radio', { name: /^Web page/ }).isChecked()).toBe(true)
    const redacted = dialog.getByRole('checkbox', { name: 'Without folders, names and pictures' })
    await eventually(() => redacted.isChecked()).toBe(true)
    await looksRight(visitor, page, 'export')
    const masked = await downloaded(page, dialog)
    expect(masked.name).toBe(`session-${tools}.html`)
    expect(masked.text).toMatch(/^<!doctype html>/i)
    expect(masked.text).toContain('Make it a cosine, and test it.')
    expect(masked.text).not.toContain(SECRET)
    expect(masked.text).not.toMatch(/\/home\/ada|<img/)
    expect(masked.text).not.toMatch(/<script|\son\w+=|javascript:/i)

    await redacted.click()
    await seen(dialog.getByText(/^Folders, names and pictures stand in it as they were\./))
    const whole = await downloaded(page, dialog)
    expect(whole.text).toContain('/home/ada/tide-tables')
    expect(whole.text).toContain('<img')
    expect(whole.text).not.toContain(SECRET)
    await dialog.getByRole('radio', { name: /^Markdown/ }).click()
    expect((await downloaded(page, dialog)).name).toBe(`session-${tools}.md`)
    expect(await filesUnder(root)).toEqual(before)
    expect(visitor.troubles).toEqual([])
  })
})

type Files = Readonly<Record<string, Uint8Array>>

/** The session that a dialog says it made: beside all that was there, which is as it was. */
async function madeIn(root: string, dialog: Locator, before: Files): Promise<Made> {
  await seen(dialog.getByText('The new session is there.'))
  const command = (await dialog.getByText(/^claude --resume /).textContent()) ?? ''
  const id = command.slice('claude --resume '.length)
  const after = await filesUnder(root)
  const old = Object.keys(before)
  expect(Object.fromEntries(old.map((name) => [name, after[name]]))).toEqual(before)
  const added = Object.keys(after).filter((name) => !old.includes(name))
  expect(added.filter((name) => !name.includes(id))).toEqual([])
  const rows = linesOf(after, id)
  expect(new Set(rows.map(({ sessionId }) => sessionId))).toEqual(new Set([id]))
  return { id, rows }
}

interface Made {
  readonly id: string
  readonly rows: readonly Row[]
}

type Row = Readonly<Record<string, unknown>>

async function downloaded(page: Page, dialog: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** In the menu, before what cannot be chosen; and no turn can be forked. */
async function saysWhy(page: Page, reason: string): Promise<void> {
  const fork = page.locator('[data-turn]').last().getByRole('button', { name: 'Fork' })
  expect([await fork.isDisabled(), await fork.getAttribute('title')]).toEqual([true, reason])
  await page.getByRole('button', { name: 'Session', exact: true }).click()
  await seen(page.getByRole('menuitem', { name: reason }))
  for (const name of [
    'Rename …',
    'Tag …',
    'Archive',
    'Copy the session …',
    'Trim …',
    'Compress …',
    'Repair …',
  ])
    expect([name, await page.getByRole('menuitem', { name, exact: true }).isDisabled()]).toEqual([name, true])
  await eventually(() => page.getByRole('menuitem', { name: 'Export …' }).isDisabled()).toBe(false)
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Session', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

function pathOf(files: Files, id: string): string {
  const path = Object.keys(files).find((name) => name.endsWith(`/${id}.jsonl`))
  if (path === undefined) throw new Error(`there is no session ${id}`)
  return path
}

function linesOf(files: Files, id: string): Row[] {
  return textOf(files[pathOf(files, id)])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
