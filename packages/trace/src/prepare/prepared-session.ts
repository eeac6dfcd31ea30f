import { receivedError, type FromThread, type TurnsMessage } from './messages.ts'
import type { PreparedTurn } from './prepared-turn.ts'
import type { SessionSight } from './session-preparation.ts'

type JobMessage = Exclude<FromThread, { kind: 'asked' }>

/** A session that a thread prepares: what came of it so far, until somebody takes it. */
export class PreparedSession {
  readonly #taken: (message: TurnsMessage) => void
  readonly #messages: JobMessage[] = []
  #isRead = false
  #isUnwanted = false
  #wake: () => void = () => {}

  /** `taken` is told of every message that is through. */
  constructor(taken: (message: TurnsMessage) => void) {
    this.#taken = taken
  }

  put(message: FromThread): void {
    if (message.kind === 'asked') this.#isRead = true
    else if (this.#isUnwanted) this.#settle(message)
    else this.#messages.push(message)
    this.#wake()
  }

  /** Resolves when its files have been read; throws where they cannot be. */
  async read(): Promise<void> {
    while (!this.#isRead && this.#messages.length === 0) await this.#more()
    const [first] = this.#messages
    if (!this.#isRead && first?.kind === 'failed') throw receivedError(first)
  }

  /** Gives what is to be remembered in the end. */
  async *turns(): AsyncGenerator<PreparedTurn, SessionSight> {
    try {
      for (;;) {
        const message = this.#messages.shift()
        if (message === undefined) await this.#more()
        else if (message.kind === 'done') return message.sight
        else if (message.kind === 'failed') throw receivedError(message)
        else {
          for (const turn of message.turns) yield turn
          this.#taken(message)
        }
      }
    } finally {
      this.#isUnwanted = true
      for (const message of this.#messages.splice(0)) this.#settle(message)
    }
  }

  #settle(message: JobMessage): void {
    if (message.kind === 'turns') this.#taken(message)
  }

  async #more(): Promise<void> {
    await new Promise<void>((done) => (this.#wake = done))
  }
}
