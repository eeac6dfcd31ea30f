import { Room } from '@skein/store'
import { openTracedSession, type OpenedSession } from '../export/open-traced-session.ts'
import { traceTurns } from '../spans/trace-turns.ts'
import type { Origin, Origins, TracedTurn } from '../spans/turn.ts'
import { sentError, type FromThread, type ToThread, type TurnsMessage } from './messages.ts'
import { traceOptions } from './prepared-turn.ts'
import type { PreparedTurn, PrepareSettings, SessionTask } from './prepared-turn.ts'
import { SessionPreparation } from './session-preparation.ts'

/** Hands a message over; what `transfer` lists is gone here afterwards. */
export type Post = (message: FromThread, transfer?: readonly ArrayBuffer[]) => void

/**
 * The work of a thread that prepares sessions.
 *
 * Contract: sessions are read when they come, and prepared one after another. Between two turns it listens, since others may
 * wait for the questions of the next session. It pauses while too much of what it sent has not been taken.
 */
export class SessionDesk {
  readonly #settings: PrepareSettings
  readonly #post: Post
  readonly #read = new Map<number, ReadSession>()
  /** Those that nobody uses: allocating them anew takes longer than reading a small session. */
  readonly #rooms: Room[] = []
  #last: Promise<void> = Promise.resolve()
  #untaken = 0
  #wake: () => void = () => {}

  constructor(settings: PrepareSettings, post: Post) {
    this.#settings = settings
    this.#post = post
  }

  hear(message: ToThread): void {
    switch (message.kind) {
      case 'session':
        return this.#ask(message.job, message.task)
      case 'origins':
        this.#last = this.#last.then(() => this.#prepare(message.job, message.answers))
        return
      case 'taken':
        this.#untaken -= message.bytes
        this.#wake()
    }
  }

  /** The questions do not depend on the answers, so they are collected by giving each prompt its own place. */
  #ask(job: number, task: SessionTask): void {
    try {
      const room = this.#rooms.pop() ?? new Room()
      const session = openTracedSession(task.files, { room })
      const places: Origin[] = []
      const origins: Origins = { originOf: (place) => places[places.push(place) - 1] }
      const turns = [...traceTurns(session, traceOptions(task, this.#settings, origins))]
      this.#read.set(job, { task, session, room, turns })
      this.#post({ kind: 'asked', job, places })
    } catch (error) {
      this.#post({ kind: 'failed', job, ...sentError(error) })
    }
  }

  async #prepare(job: number, answers: readonly Origin[] | null): Promise<void> {
    const read = this.#read.get(job)
    if (read === undefined) return
    this.#read.delete(job)
    const { task, session } = read
    const settings = this.#settings
    try {
      const turns =
        answers === null
          ? oneByOne(read.turns)
          : traceTurns(session, traceOptions(task, settings, answered(answers)))
      const preparation = new SessionPreparation({ task, settings, opened: session })
      const outbox = new Outbox()
      for (const turn of preparation.turns(turns)) {
        outbox.add(turn)
        if (outbox.bytes >= MESSAGE_BYTES) await this.#send(job, outbox)
        await new Promise((done) => setImmediate(done))
      }
      await this.#send(job, outbox)
      this.#post({ kind: 'done', job, sight: preparation.sight })
    } catch (error) {
      this.#post({ kind: 'failed', job, ...sentError(error) })
    } finally {
      read.room.clear()
      if (this.#rooms.length < MOST_ROOMS) this.#rooms.push(read.room)
    }
  }

  async #send(job: number, outbox: Outbox): Promise<void> {
    while (this.#untaken > 0 && this.#untaken + outbox.bytes > MOST_UNTAKEN)
      await new Promise<void>((done) => (this.#wake = done))
    const { turns, bytes } = outbox.emptied()
    if (turns.length === 0) return
    this.#untaken += bytes
    this.#post({ kind: 'turns', job, turns, bytes }, buffersOf(turns))
  }
}

interface ReadSession {
  readonly task: SessionTask
  readonly session: OpenedSession
  readonly room: Room
  readonly turns: TracedTurn[]
}

/** A message costs as much as a small turn. */
const MESSAGE_BYTES = 512 * 1024
/** Enough to go on with small sessions while another thread is at a large one. */
const MOST_UNTAKEN = 16 * 1024 * 1024
/** Of 6 MB at most: what many sessions at a time had is not kept for the few that come after. */
const MOST_ROOMS = 4

/** A turn that is through is let go: it holds what it read. */
function* oneByOne(turns: TracedTurn[]): Generator<TracedTurn> {
  turns.reverse()
  for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) yield turn
}

function answered(answers: readonly Origin[]): Origins {
  let next = 0
  return { originOf: () => answers[next++] }
}

/** Turns that go together. */
class Outbox {
  #turns: PreparedTurn[] = []
  bytes = 0

  add(turn: PreparedTurn): void {
    if (turn.kind === 'spans') this.bytes += turn.json.bytes.length
    this.#turns.push(turn)
  }

  emptied(): Pick<TurnsMessage, 'turns' | 'bytes'> {
    const turns = this.#turns
    const { bytes } = this
    this.#turns = []
    this.bytes = 0
    return { turns, bytes }
  }
}

function buffersOf(turns: readonly PreparedTurn[]): ArrayBuffer[] {
  return turns.flatMap((turn) => (turn.kind === 'spans' ? [turn.json.bytes.buffer] : []))
}
