import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A small transcript, written row by row as Claude Code writes it. */
export class Written {
  readonly session: string
  readonly lines: string[] = []
  readonly #extra: object
  #parent: string | null = null
  #count = 0

  constructor(session: string, extra: object = {}) {
    this.session = session
    this.#extra = extra
  }

  /** uuid of the last row. */
  get last(): string {
    return this.#parent ?? ''
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('')
  }

  /** Byte offset of a row, counted from 0. */
  offsetOf(row: number): number {
    return Buffer.byteLength(
      this.lines
        .slice(0, row)
        .map((line) => `${line}\n`)
        .join(''),
    )
  }

  row(value: object): this {
    this.lines.push(JSON.stringify(value))
    return this
  }

  /** What comes next hangs below this row instead. */
  from(uuid: string): this {
    this.#parent = uuid
    return this
  }

  prompt(text: string | readonly object[]): this {
    return this.#chained({ type: 'user', message: { role: 'user', content: text } })
  }

  says(text: string): this {
    return this.#answer([{ type: 'text', text }], 'end_turn')
  }

  /** An answer of several blocks. */
  answers(blocks: readonly object[]): this {
    return this.#answer(blocks, 'end_turn')
  }

  thinks(thinking: string): this {
    return this.#answer([{ type: 'thinking', thinking, signature: 'c2ln' }], null)
  }

  calls(id: string, name: string, input: object): this {
    return this.#answer([{ type: 'tool_use', id, name, input }], 'tool_use')
  }

  result(id: string, content: unknown, toolUseResult: unknown = content, extra: object = {}): this {
    const block = { type: 'tool_result', tool_use_id: id, content, ...extra }
    return this.#chained({ type: 'user', message: { role: 'user', content: [block] }, toolUseResult })
  }

  write(root: string, project: string, name = `${this.session}.jsonl`): string {
    const path = join(root, 'projects', project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.text)
    return path
  }

  #answer(content: readonly object[], stop: string | null): this {
    const usage = {
      input_tokens: 100,
      output_tokens: 10,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 0,
    }
    return this.#chained({
      type: 'assistant',
      message: {
        id: `msg_${this.session}_${this.#count}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5-20250929',
        content,
        stop_reason: stop,
        usage,
      },
    })
  }

  #chained(row: object): this {
    const uuid = `${this.session.slice(0, 8)}-0000-4000-8000-${String(this.#count).padStart(12, '0')}`
    const timestamp = new Date(START + this.#count * 1000).toISOString()
    this.#count++
    this.row({
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/srv/app',
      sessionId: this.session,
      version: '2.1.0',
      gitBranch: 'main',
      ...row,
      uuid,
      timestamp,
      ...this.#extra,
    })
    this.#parent = uuid
    return this
  }
}

export const START = Date.parse('2026-03-01T10:00:00Z')

/** Ids that are good to tell apart. */
export function sessionId(n: number): string {
  return `${n.toString(16).padStart(8, 'a')}-1111-4111-8111-111111111111`
}
