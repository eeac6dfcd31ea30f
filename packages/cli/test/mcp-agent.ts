import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Machine } from './machine.ts'
import { BIN } from './run-skein.ts'

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: unknown
}

/** The other side of the protocol: a line of JSON a message. */
export class Agent {
  readonly #child: ReturnType<typeof spawn>
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #next = 1

  static async start(on: Machine): Promise<Agent> {
    const started = new Agent(on)
    await started.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    started.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return started
  }

  private constructor(on: Machine) {
    const env = on.bench.env({ SKEIN_HOME: on.home })
    this.#child = spawn(process.execPath, [BIN, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    if (this.#child.stdout === null) throw new Error('no pipe')
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      // The server's own messages; a test that gets anything else fails by what it asserts.
      const answer = JSON.parse(line) as Answer
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer)
    })
  }

  async ask(method: string, params: object): Promise<unknown> {
    const id = this.#next++
    const answered = new Promise<Answer>((done) => this.#waiting.set(id, done))
    this.#send({ jsonrpc: '2.0', id, method, params })
    const { result, error } = await answered
    if (error !== undefined) throw new Error(JSON.stringify(error))
    return result
  }

  async call(name: string, args: object): Promise<string> {
    const { content } = (await this.ask('tools/call', { name, arguments: args })) as {
      content: { text: string }[]
    }
    return content.map(({ text }) => text).join('')
  }

  /** Closes the pipe, as an agent that goes does; the server must end by itself. */
  async leave(): Promise<void> {
    const ended = new Promise((done) => this.#child.once('exit', done))
    this.#child.stdin?.end()
    await ended
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`)
  }
}
