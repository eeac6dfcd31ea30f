import { rmSync } from 'node:fs'
import type { SessionView } from '@skein/view'
import { TestBrowser, WIDE, type Visitor } from '../../browser/chromium.ts'
import { median, type Figure } from '../figures.ts'
import { startBare } from './bare-server.ts'
import { copyId, hugeRoot } from './open-figures.ts'
import { ServedSkein } from './served-skein.ts'

const ROUNDS = 7

/** How soon a reader sees a session of 60 MB. */
export async function paintFigures(seed: string, onFigure: (figure: Figure) => void): Promise<void> {
  const root = hugeRoot(seed, 1)
  const server = await ServedSkein.start(root, 1)
  const browser = await TestBrowser.launch()
  const bare = await startBare('<!doctype html><title>bare</title><p data-turn="0">nothing</p>', 'text/html')
  try {
    const visitor = await browser.visitor(WIDE)
    const [name, value] = (await server.cookie()).split('=')
    await visitor.context.addCookies([{ name, value, url: server.url }])
    const { text } = await server.ask(`/api/sessions/${copyId(0)}/view`)
    // As the server answers.
    const { head } = JSON.parse(text) as SessionView
    const [paint, turn, reference]: number[][] = [[], [], []]
    // The first one is not counted: it fills the browser's caches.
    for (let round = -1; round < ROUNDS; round++) {
      const own = await seen(visitor, `${server.url}/s/${copyId(0)}`, head.turnCount - 1)
      const other = await seen(visitor, bare.url, 0)
      if (round < 0) continue
      paint.push(own.paint)
      turn.push(own.turn)
      reference.push(other.paint)
    }
    if (visitor.troubles.length > 0) throw new Error(visitor.troubles.join('\n'))
    const note = `60 MB session, median of ${ROUNDS}, from the start of the navigation`
    onFigure({ name: 'first-paint', value: median(paint), unit: 'ms', bar: { atMost: 500 }, note })
    onFigure({ name: 'last-turn-seen', value: median(turn), unit: 'ms', bar: { atMost: 500 }, note })
    onFigure({
      name: 'first-paint-vs-bare',
      value: median(paint) / median(reference),
      unit: 'x',
      note: `a page of one line: ${median(reference).toFixed(0)} ms`,
    })
  } finally {
    bare.stop()
    await browser.close()
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

/** ms until something was painted, and until a turn was there with a height of its own. */
async function seen(
  visitor: Visitor,
  url: string,
  turn: number,
): Promise<{ readonly paint: number; readonly turn: number }> {
  const page = await visitor.page()
  await page.addInitScript(`(() => {
    const look = () => {
      const found = document.querySelector('[data-turn="${turn}"]')
      if (found !== null && found.getBoundingClientRect().height > 0) globalThis.turnSeen = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`)
  await page.goto(url, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(() => {
    const { turnSeen } = globalThis as { turnSeen?: number }
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    return turnSeen === undefined || paint === undefined ? null : { paint, turn: turnSeen }
  })
  const times = await handle.jsonValue()
  await page.close()
  if (times === null) throw new Error('nothing was seen')
  return times
}
