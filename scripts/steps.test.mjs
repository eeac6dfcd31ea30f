import { expect, it } from 'vitest'
import { runStep, tell } from './steps.mjs'

it.each([true, false])('is never silent for more than two seconds (terminal: %s)', async (isTerminal) => {
  const screen = new Screen(isTerminal)
  await tell('Working', async () => screen.passes(60_000), screen)
  const times = [0, ...screen.writes.map(({ at }) => at), 60_000]
  expect(Math.max(...times.slice(1).map((at, i) => at - times[i]))).toBeLessThanOrEqual(2000)
})

it('says first what it does, then plain lines where there is no terminal', async () => {
  const screen = new Screen(false)
  await tell(
    'Working',
    async (said) => {
      screen.passes(1600)
      said.text('half of it\n')
      said.detail('the other half')
      screen.passes(2000)
    },
    screen,
  )
  expect(screen.text).toBe('Working …\n  2 s\nhalf of it\n  3 s  the other half\n')
})

it('writes over its status on a terminal, and leaves none behind', async () => {
  const screen = new Screen(true)
  await tell('Working', async () => screen.passes(3600), screen)
  expect(screen.text).toBe('Working …\n  2 s\r\u001b[K  3 s\r\u001b[K')
})

it('shows what a program says, and says why it failed', async () => {
  const screen = new Screen(false)
  const run = (script, quiet) =>
    runStep({ title: 'Run', command: process.execPath, args: ['-e', script], quiet }, screen)
  expect(await run('console.log("a")', false)).toBe(null)
  expect(await run('console.log("b")', true)).toBe(null)
  expect(await run('console.log("c"); process.exit(3)', true)).toMatch(/: ended with 3$/)
  expect(screen.text).toBe('Run …\na\nRun …\nRun …\nc\n')
  expect(await runStep({ title: 'Run', command: '/no/such', args: [] }, screen)).toMatch(
    /^\/no\/such: .*ENOENT/,
  )
})

/** A screen with a clock of its own. */
class Screen {
  writes = []
  #now = 0
  #ticks = []

  constructor(isTerminal) {
    this.isTerminal = isTerminal
  }

  get text() {
    return this.writes.map(({ text }) => text).join('')
  }

  write(text) {
    this.writes.push({ at: this.#now, text })
  }

  now() {
    return this.#now
  }

  every(ms, tick) {
    const entry = { ms, tick, next: this.#now + ms }
    this.#ticks.push(entry)
    return () => this.#ticks.splice(this.#ticks.indexOf(entry), 1)
  }

  passes(ms) {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now += 100
      for (const entry of this.#ticks)
        if (this.#now >= entry.next) {
          entry.next += entry.ms
          entry.tick()
        }
    }
  }
}
