import { bytesInMemory } from '@skein/transcript'
import type { ByteSource } from '@skein/transcript'

const START = Date.UTC(2026, 0, 1, 12)

/** Writes a transcript entry by entry, a second apart, each behind the one before unless said otherwise. */
export class Script {
  readonly lines: string[] = []
  #rows = 0
  #last: string | null = null
  #messages = 0

  /** An entry of any kind; its uuid. */
  row(fields: Readonly<Record<string, unknown>>): string {
    const uuid = `u${this.#rows}`
    const parentUuid = fields.parentUuid === undefined ? this.#last : fields.parentUuid
    const timestamp = new Date(START + 1000 * this.#rows++).toISOString()
    this.lines.push(JSON.stringify({ uuid, parentUuid, sessionId: 's', cwd: '/w', timestamp, ...fields }))
    this.#last = uuid
    return uuid
  }

  /** A line as it stands. */
  raw(line: string): this {
    this.lines.push(line)
    return this
  }

  prompt(content: unknown, more: object = {}): string {
    return this.row({ type: 'user', message: { role: 'user', content }, ...more })
  }

  /** A message of the model with one block. */
  says(block: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}): string {
    const { usage = { input_tokens: 100, output_tokens: 10 }, message = {}, ...rest } = more
    return this.row({
      type: 'assistant',
      message: {
        id: `m${this.#messages++}`,
        role: 'assistant',
        model: 'claude-opus-4-5',
        content: [block],
        usage,
        ...(message as object),
      },
      ...rest,
    })
  }

  text(text: string, more: Readonly<Record<string, unknown>> = {}): string {
    return this.says({ type: 'text', text }, more)
  }

  call(id: string, name: string, input: unknown, more: Readonly<Record<string, unknown>> = {}): string {
    return this.says({ type: 'tool_use', id, name, input }, more)
  }

  answer(id: string, content: unknown, more: Readonly<Record<string, unknown>> = {}): string {
    const { error = false, ...rest } = more
    return this.row({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content, is_error: error }],
      },
      ...rest,
    })
  }

  /** Byte offset of a line. */
  offsetOf(line: number): number {
    return encode(this.lines.slice(0, line)).length
  }

  bytes(): Uint8Array {
    return encode(this.lines)
  }
}

function encode(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}

/** The time of the entry with a number, as `Script` writes them. */
export function timeOf(row: number): number {
  return START + 1000 * row
}

/** A source that counts the entries that were asked of it. */
export class CountingSource implements ByteSource {
  reads = 0
  readonly #source: ByteSource

  constructor(bytes: Uint8Array) {
    this.#source = bytesInMemory(bytes)
  }

  read(ranges: Parameters<ByteSource['read']>[0]): Uint8Array[] {
    this.reads += ranges.length
    return this.#source.read(ranges)
  }
}
