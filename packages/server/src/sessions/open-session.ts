import { basename } from 'node:path'
import type { CataloguedTranscript, SkeinHome } from '@skein/store'
import { wasmWalker, type ByteSource } from '@skein/transcript'
import { SessionModel, type AgentHead, type PriceTable, type ViewUpdate } from '@skein/view'
import { OpenFile, type FileTrace } from './open-file.ts'

/** What is shown of a transcript: each variant has a model of its own. */
export interface Variant {
  /** With its secrets. */
  readonly reveal?: boolean
  /** Byte offset of a branch's last entry. */
  readonly tip?: number
  /** Bookkeeping entries and orphaned calls too. */
  readonly all?: boolean
}

export interface OpenSessionOptions {
  readonly home: SkeinHome
  readonly file: CataloguedTranscript
  readonly variant: Variant
  readonly prices: PriceTable
  readonly agentOf: (toolUseId: string) => AgentHead | null
  /** What was left of it when it was closed; null where it was not open before. */
  readonly before: FileTrace | null
}

export interface SessionListener {
  readonly told: (update: ViewUpdate) => void
  /** It was closed, and nothing more will be told. */
  readonly closed: () => void
}

/**
 * A transcript that is kept open: its bytes, and what is shown of them. Reads only what was appended; where the file is
 * another one, or has other bytes, it begins anew under another generation.
 */
export class OpenSession {
  readonly file: CataloguedTranscript
  readonly #options: OpenSessionOptions
  readonly #listeners = new Set<SessionListener>()
  #open: OpenFile
  #model: SessionModel
  /** All that the file had when it was opened is taken in: from here on changes are told. */
  #isWhole = false

  constructor(options: OpenSessionOptions) {
    this.file = options.file
    this.#options = options
    this.#open = new OpenFile(options.home, options.file, options.before)
    this.#model = this.#newModel()
  }

  get model(): SessionModel {
    return this.#model
  }

  /** Bytes as they stand in the file, secrets and all. */
  get source(): ByteSource {
    return this.#open.source
  }

  get generation(): string {
    return this.#open.generation
  }

  /** When the file was changed last, as of the last look at it; null for a copy out of the archive. */
  get changedAt(): number | null {
    return this.#open.changedAt
  }

  /** Bytes that were read. */
  get size(): number {
    return this.#open.size
  }

  /** About how many bytes its structure takes, and what is kept of its pages. */
  get weight(): number {
    const { columns, blocks } = this.#model.transcript.scan
    return LEAST_BYTES + columns.count * ROW_BYTES + blocks.count * BLOCK_BYTES + this.#model.keptBytes
  }

  get isListenedTo(): boolean {
    return this.#listeners.size > 0
  }

  /** Told of every change, whoever had it read. Gives back how to stop. */
  listen(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Brings it up to date with the file, a piece at a time. Several may do this in turns: each piece is read and taken in at once. */
  *catchingUp(): Generator<void> {
    if (this.#open.look() === 'other') {
      // Not even one with the same last bytes goes on from it: who looked has seen that others differ.
      const before = { ...this.#open.trace, offset: Infinity }
      const open = new OpenFile(this.#options.home, this.file, before)
      this.#open.close()
      this.#open = open
      this.#model = this.#newModel()
      this.#isWhole = false
    }
    const open = this.#open
    for (const piece of open.pieces()) {
      if (!this.#isWhole || !this.isListenedTo) this.#model.feed(piece)
      else this.#tell(this.#model.append(piece))
      yield
      // Somebody else found another file meanwhile: that one is to be read to its end.
      if (this.#open !== open) return yield* this.catchingUp()
    }
    if (this.#isWhole) return
    this.#isWhole = true
    if (this.isListenedTo) this.#tell({ kind: 'reset', view: this.#model.view() })
  }

  /** What a view of an earlier state lacks of what was read; null: nothing. A state that is none of this file gives a reset. */
  *lookingSince(cursor: string): Generator<void, ViewUpdate | null> {
    const [generation, offset] = splitCursor(cursor)
    for (;;) {
      if (!this.#isWhole) yield* this.catchingUp()
      const model = this.#model
      if (generation !== this.generation) return { kind: 'reset', view: model.view() }
      // The archive has an earlier state of what was deleted: what was seen must not vanish.
      if (this.changedAt === null && offset > model.offset) return null
      const looking = model.lookingSince(offset)
      // Where somebody finds another file meanwhile, the one that is looked at is closed.
      while (this.#model === model) {
        const { done, value } = looking.next()
        if (done === true) return isEmpty(value) ? null : value
        yield
      }
    }
  }

  /** Sub-agents got further. */
  agentsChanged(toolUseIds: Iterable<string>): void {
    if (this.isListenedTo) this.#tell(this.#model.agentsChanged(toolUseIds))
  }

  /** What is left of it, for when it is opened again. */
  get trace(): FileTrace {
    return this.#open.trace
  }

  close(): void {
    this.#open.close()
    for (const { closed } of this.#listeners) closed()
    this.#listeners.clear()
  }

  #tell(update: ViewUpdate): void {
    for (const { told } of this.#listeners) told(update)
  }

  #newModel(): SessionModel {
    const { variant, prices, agentOf } = this.#options
    return new SessionModel(this.#open.source, {
      generation: this.#open.generation,
      prices,
      mask: variant.reveal !== true,
      agentFile: basename(this.file.path).startsWith('agent-'),
      agentOf,
      walker: wasmWalker(),
      ...(variant.tip === undefined ? {} : { tip: variant.tip }),
      ...(variant.all === undefined ? {} : { all: variant.all }),
    })
  }
}

function splitCursor(cursor: string): [generation: string, offset: number] {
  const at = cursor.lastIndexOf(':')
  const offset = cursor.slice(at + 1)
  return [cursor.slice(0, Math.max(0, at)), /^\d{1,15}$/.test(offset) ? Number(offset) : -1]
}

function isEmpty(update: ViewUpdate): boolean {
  return update.kind === 'delta' && update.delta.from === update.delta.to && update.delta.turns.length === 0
}

/** Columns, links, and the uuid as text. */
const ROW_BYTES = 320
const BLOCK_BYTES = 48
const LEAST_BYTES = 64 * 1024
