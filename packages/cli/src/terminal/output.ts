import { SkeinError } from '../errors.ts'

/** Where text goes: the part of a stream that printing needs. A failure is told to both who listens and who wrote. */
export interface Sink {
  write(text: string, done: (error?: Error | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** Thrown by `Output.write` when nobody reads any more (`| head`): the command ends, quietly. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'
}

/**
 * Where the command prints. Contract: `write` resolves once the stream takes more, so a slow reader
 * bounds the memory of a long output; `end` resolves once all of it has left, and a pager too.
 */
export class Output {
  readonly #sink: Sink
  readonly #leave: () => Promise<void>
  #waiting: string[] = []
  #size = 0
  readonly #state: StreamState
  /** The first lines go out at once, so that a reader sees something while the rest is worked out. */
  #piece = FIRST_PIECE

  /** `leave` is what there is to wait for once everything is written: a pager that someone is reading in. */
  constructor(sink: Sink, leave: () => Promise<void> = () => Promise.resolve()) {
    this.#sink = sink
    this.#leave = leave
    this.#state = stateOf(sink)
  }

  async write(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#size += text.length
    if (this.#size < this.#piece) return
    this.#piece = PIECE
    await this.#send()
  }

  async line(text = ''): Promise<void> {
    await this.write(`${text}\n`)
  }

  async lines(lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.line(line)
  }

  async end(): Promise<void> {
    await this.#send()
    await this.#leave()
    this.#throwFailure()
  }

  async #send(): Promise<void> {
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#size = 0
    if (text !== '') await new Promise<void>((done) => this.#sink.write(text, () => done()))
    this.#throwFailure()
  }

  #throwFailure(): void {
    if (this.#state.failure !== null) throw outputError(this.#state.failure)
  }
}

interface StreamState {
  failure: Error | null
}

/** One listener a stream, however many outputs write to it: who fails once stays so. */
const states = new WeakMap<Sink, StreamState>()

function stateOf(sink: Sink): StreamState {
  const known = states.get(sink)
  if (known !== undefined) return known
  const state: StreamState = { failure: null }
  sink.on('error', (error) => (state.failure ??= error))
  states.set(sink, state)
  return state
}

/** What a failure to write means: nobody reads any more, or there is no room for it. */
export function outputError(error: Error): ClosedPipe | SkeinError {
  const code = 'code' in error ? String(error.code) : error.message
  if (code === 'EPIPE') return new ClosedPipe()
  return new SkeinError('data', `cannot write the output (${code})`, {
    remedy: 'check where it goes',
    cause: error,
  })
}

/** 64 KiB: the size of a Linux pipe. */
const PIECE = 64 * 1024
/** A screen or two. */
const FIRST_PIECE = 8 * 1024
