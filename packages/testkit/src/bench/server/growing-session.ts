import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A session that somebody works in: each row says when it was written. */
export class GrowingSession {
  readonly id = '5e55104e-0000-4000-8000-000000000001'
  readonly #path: string
  #rows = 0
  #parent: string | null = null

  constructor(root: string) {
    const folder = join(root, 'projects', '-srv-growing')
    mkdirSync(folder, { recursive: true })
    this.#path = join(folder, `${this.id}.jsonl`)
    writeFileSync(this.#path, '')
    this.add()
  }

  /** Writes the next row: a prompt now and then, words of the model between them. */
  add(): void {
    const number = this.#rows++
    const uuid = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    const text = `sent ${(performance.timeOrigin + performance.now()).toFixed(3)} ${WORDS}`
    const row = {
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/srv/growing',
      sessionId: this.id,
      version: '2.1.325',
      gitBranch: 'main',
      uuid,
      timestamp: new Date().toISOString(),
      ...(number % ROWS_A_TURN === 0
        ? { type: 'user', message: { role: 'user', content: text } }
        : {
            type: 'assistant',
            message: {
              id: `msg_${number}`,
              role: 'assistant',
              model: 'claude-opus-4-5-20251101',
              content: [{ type: 'text', text }],
              stop_reason: 'end_turn',
              usage: { input_tokens: 10, output_tokens: 20 },
            },
          }),
    }
    this.#parent = uuid
    appendFileSync(this.#path, `${JSON.stringify(row)}\n`)
  }
}

const ROWS_A_TURN = 20
const WORDS = 'The loom is mended, and the thread runs. '.repeat(8)
