import { basename } from 'node:path'
import type { CataloguedTranscript, SkeinHome } from '@skein/store'
import { wasmWalker, type ByteSource } from '@skein/transcript'
import { SessionModel, type AgentHead, type PriceTable, type ViewUpdate } from '@skein/view'
import { OpenFile } from './open-file.ts'

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
}

/**
 * A transcript that is kept open: its bytes, and what is shown of them. Reads only what was appended; where the file is
 * another one, or has other bytes, it begins anew under another generation.
 */
export class OpenSession {
  readonly file: CataloguedTranscript
  readonly #options: OpenSessionOptions
  readonly #listeners = new Set<(update: ViewUpdate) => void>()
  #open: OpenFile
  #model: SessionModel
  #rewritten = 0

  constructor(options: OpenSessionOptions) {
    this.file = options.file
    this.#options = options
    this.#open = new OpenFile(options.home, options.file, 0)
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
  listen(listener: (update: ViewUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Brings it up to date with the file, in one go. */
  catchUp(): void {
    for (const _piece of this.catchingUp());
  }

  /** The same, a piece at a time. */
  *catchingUp(): Generator<void> {
    const look = this.#open.look()
    if (look === 'other') {
      const open = new OpenFile(this.#options.home, this.file, this.#rewritten + 1)
      this.#open.close()
      this.#open = open
      this.#rewritten++
      this.#model = this.#newModel()
    }
    const open = this.#open
    const isNew = open.size === 0
    for (const piece of open.pieces()) {
      if (isNew || !this.isListenedTo) this.#model.feed(piece)
      else this.#tell(this.#model.append(piece))
      yield
      // Somebody else found another file meanwhile: that one is to be read to its end.
      if (this.#open !== open) return yield* this.catchingUp()
    }
    if (look === 'other' && this.isListenedTo) this.#tell({ kind: 'reset', view: this.#model.view() })
  }

  /** Sub-agents got further. */
  agentsChanged(toolUseIds: Iterable<string>): void {
    if (this.isListenedTo) this.#tell(this.#model.agentsChanged(toolUseIds))
  }

  close(): void {
    this.#open.close()
  }

  #tell(update: ViewUpdate): void {
    for (const listener of this.#listeners) listener(update)
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

/** Columns, links, and the uuid as text. */
const ROW_BYTES = 320
const BLOCK_BYTES = 48
const LEAST_BYTES = 64 * 1024
