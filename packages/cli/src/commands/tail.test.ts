import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, BIN, lines, prompt } from '../../test/run-skein.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'

let machine: Machine
let tail: Tail

beforeEach(() => {
  machine = new Machine()
})

afterEach(async () => {
  expect(await tail.stop()).toBe(0)
  machine.remove()
})

describe('skein tail', () => {
  it('prints what is appended to any session, new ones too, and nothing older', async () => {
    const path = machine.turn(A, 'Old prompt', 'Old answer')
    tail = new Tail(machine, [])
    await tail.until(
      () => appendFileSync(path, lines(prompt('a3', `${A}-2`, 'New prompt', 10))),
      'New prompt',
    )
    await tail.until(() => machine.turn(B, 'Another session', 'Begins'), 'Another session')
    expect(tail.seen.filter((line) => line.includes('Old'))).toEqual([])
  })

  it('prints one session only where one is named, as JSON where asked for', async () => {
    const path = machine.turn(A, 'One', 'First')
    const other = machine.turn(B, 'Two', 'Second')
    tail = new Tail(machine, [A, '--json'])
    await tail.until(() => {
      appendFileSync(other, lines(prompt('b3', `${B}-2`, 'not told', 10)))
      appendFileSync(path, lines(answer('a3', `${A}-2`, 'told', 11)))
    }, 'told')
    const rows = tail.seen.map((line) => JSON.parse(line) as { session: string; entry: { uuid: string } })
    expect([...new Set(rows.map(({ session, entry }) => `${session} ${entry.uuid}`))]).toEqual([`${A} a3`])
  })

  it('shows no secret and no escape sequence', async () => {
    const path = machine.turn(A, 'One', 'First')
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    tail = new Tail(machine, [])
    await tail.until(
      () => appendFileSync(path, lines(prompt('a3', `${A}-2`, `\u001b[2Jkey ${secret} end`, 10))),
      'end',
    )
    expect(tail.seen.filter((line) => line.includes(secret) || line.includes('\u001b'))).toEqual([])
  })
})

/** The command under way. */
class Tail {
  readonly seen: string[] = []
  readonly #child: ReturnType<typeof spawn>
  readonly #lines: Interface

  constructor(on: Machine, args: readonly string[]) {
    const env = on.bench.env({ SKEIN_HOME: on.home })
    this.#child = spawn(process.execPath, [BIN, 'tail', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (this.#child.stdout === null) throw new Error('no pipe')
    this.#lines = createInterface({ input: this.#child.stdout }).on('line', (line) => this.seen.push(line))
  }

  /**
   * Writes until a line with the text is printed: when the command has begun to watch cannot be seen from outside, and
   * what was written before is not told.
   */
  async until(write: () => void, text: string): Promise<void> {
    const printed = new Promise<void>((done) => {
      const look = (): void => {
        if (this.seen.some((line) => line.includes(text))) done()
      }
      this.#lines.on('line', look)
    })
    const again = setInterval(write, 100)
    try {
      await printed
    } finally {
      clearInterval(again)
    }
  }

  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.#child.once('exit', done))
    this.#child.kill('SIGINT')
    return ended
  }
}
