import { parentPort, type TransferListItem } from 'node:worker_threads'
import type { SkeinHome } from '../../home.ts'
import type { Delta, ReadJob, ReadResult } from './delta.ts'
import { Desk } from './desk.ts'
import { PieceBuffer } from './piece-reader.ts'
import { readDeltas } from './read-deltas.ts'

/** What a reading thread is started with. */
export interface IndexWork {
  readonly jobs: readonly ReadJob[]
  readonly home: SkeinHome
  readonly desk: SharedArrayBuffer
}

export interface ReadMessage {
  readonly results: readonly ReadResult[]
  /** About how many bytes they are. */
  readonly weight: number
}

/** Reads jobs until none is left. It never sees the database: what it reads goes to the one writer. */
export function runIndexWorker({ jobs, home, desk: memory }: IndexWork): void {
  const desk = new Desk(memory)
  const buffer = new PieceBuffer()
  const outbox = new Outbox(desk)
  for (let index = desk.nextJob(); index < jobs.length && !desk.stopped; index = desk.nextJob()) {
    const deltas = readDeltas(home, buffer, jobs[index])
    let next = deltas.next()
    for (; next.done !== true && !desk.stopped; next = deltas.next()) outbox.add({ index, delta: next.value })
    if (next.done === true) outbox.add({ index, failure: next.value })
    else deltas.return(null)
  }
  outbox.send()
}

/** Small files go together: a message costs as much as reading one. */
class Outbox {
  readonly #desk: Desk
  #results: ReadResult[] = []
  #weight = 0

  constructor(desk: Desk) {
    this.#desk = desk
  }

  add(result: ReadResult): void {
    this.#results.push(result)
    this.#weight += 'delta' in result ? weightOf(result.delta) : 0
    if (this.#weight >= MESSAGE_BYTES) this.send()
  }

  send(): void {
    if (this.#results.length === 0) return
    const message: ReadMessage = { results: this.#results, weight: this.#weight }
    parentPort?.postMessage(message, this.#results.flatMap(buffersOf))
    this.#results = []
    this.#weight = 0
    this.#desk.put(message.weight)
  }
}

const MESSAGE_BYTES = 512 * 1024

/** Besides the arrays a delta has its facts and the keys of its messages, some 60 bytes each. */
function weightOf({ blocks, messages, uuids }: Delta): number {
  const bits = blocks.reduce((sum, block) => sum + block.bits.length, 0)
  return 2000 + bits + messages.keys.length * 60 + messages.numbers.byteLength + uuids.byteLength
}

/** What can be handed over instead of copied. */
function buffersOf(result: ReadResult): TransferListItem[] {
  if (!('delta' in result)) return []
  const { uuids, messages, blocks } = result.delta
  const arrays = [uuids, messages.numbers, ...blocks.map(({ bits }) => bits)]
  return arrays.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
