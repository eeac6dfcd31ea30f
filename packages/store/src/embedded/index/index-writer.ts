import { BuildMessages, endBuild, isBuilding } from '../catalogue/first-build.ts'
import { unpackMessages, type PackedMessages } from '../catalogue/messages-packed.ts'
import { MessageTableWriter, type MessageFile } from '../catalogue/messages-table.ts'
import type { Database } from '../../database.ts'
import { BlockWriter } from '../signatures/block-tables.ts'
import { isSameLook } from '../../files/state/file-state.ts'
import type { Delta } from './delta.ts'
import { fileAt, moveToArchive, putFile, removeFile, type FileRow } from './file-table.ts'
import type { Candidate, KnownFile } from './plan.ts'
import { addSummaries, findTargets, KnownSummaries, removeSummaries } from './summary-targets.ts'
import { addUuids, removeUuids } from './uuid-runs.ts'

/** What the catalogue knew of a file when its reading began: null where nothing. */
export type KnownState = Pick<FileRow, 'readings'> & { readonly offset: number }

/** A file under way, from its first delta to its last. */
export interface Reading {
  readonly candidate: Candidate
  /** What the catalogue must still say for the next delta to fit; `lost`: another process was faster. */
  state: KnownState | null | 'lost'
}

/**
 * The one writer of the catalogue.
 *
 * Contract: `write` puts a batch of deltas into the catalogue in one transaction, all of a delta or nothing. A delta fits
 * only the state its reading began with; if another process has written the file meanwhile, it is dropped.
 */
export class IndexWriter {
  readonly #db: Database
  #rowsWritten = 0
  #blocks: BlockWriter
  #messages: MessageTableWriter
  /** In the transaction under way: the catalogue is being filled for the first time. */
  #build: BuildMessages | null = null

  constructor(db: Database) {
    this.#db = db
    this.#blocks = new BlockWriter(db)
    this.#messages = new MessageTableWriter(db)
  }

  get rowsWritten(): number {
    return this.#rowsWritten
  }

  write(batch: readonly { readonly reading: Reading; readonly delta: Delta }[]): void {
    this.#transaction(() => {
      const summaries = new KnownSummaries(this.#db)
      for (const { reading, delta } of batch) this.#apply(reading, delta, summaries)
    })
  }

  /** Files that are no longer on disk: the archive has them as they were read, or nobody has. */
  settle({ archived, gone }: { archived: readonly KnownFile[]; gone: readonly KnownFile[] }): void {
    if (archived.length === 0 && gone.length === 0) return
    this.#transaction(() => {
      this.#endBuild()
      for (const file of archived) if (this.#isStill(file)) moveToArchive(this.#db, file.id)
      for (const file of gone) {
        if (!this.#isStill(file)) continue
        this.#removeContent(file.id)
        removeFile(this.#db, file.id)
      }
      this.#rowsWritten += archived.length + gone.length
    })
  }

  /** Finds the files of summaries that came without. */
  findTargets(): void {
    this.#db.write(() => (this.#rowsWritten += findTargets(this.#db)))
  }

  /** Ends the first filling of the catalogue, whoever began it. */
  endBuild(): void {
    if (isBuilding(this.#db)) this.#transaction(() => this.#endBuild())
  }

  #transaction(work: () => void): void {
    try {
      this.#db.write(() => {
        const before = this.#messages.written
        this.#build = isBuilding(this.#db) ? new BuildMessages(this.#db) : null
        work()
        this.#build?.flush()
        this.#messages.settle()
        this.#blocks.flush()
        this.#rowsWritten += this.#messages.written - before
      })
    } catch (error) {
      // What they gathered belongs to the transaction that is gone.
      this.#blocks = new BlockWriter(this.#db)
      this.#messages = new MessageTableWriter(this.#db)
      throw error
    }
  }

  #apply(reading: Reading, delta: Delta, summaries: KnownSummaries): void {
    const { candidate, state } = reading
    const known = fileAt(this.#db, candidate.path)
    if (!fits(known, state)) {
      reading.state = 'lost'
      return
    }
    if (delta.anew && known !== undefined) this.#removeContent(known.id)
    const { id, session, readings } = putFile(this.#db, { candidate, known, delta })
    reading.state = { readings, offset: delta.to.offset }
    if (known !== undefined && !delta.anew && known.session !== session) {
      this.#endBuild()
      this.#messages.rename({ id, session })
    }
    this.#putMessages({ id, session }, delta.messages)
    if (delta.anew || delta.blocks.length >= BULK_BLOCKS) this.#blocks.addBulk(id, delta.blocks)
    else this.#blocks.addLoose(id, delta.blocks)
    this.#rowsWritten +=
      1 +
      delta.blocks.length +
      addUuids(this.#db, id, delta.uuids) +
      addSummaries(this.#db, id, delta.summaries) +
      summaries.claim(id, delta.uuids)
  }

  #putMessages(file: MessageFile, messages: PackedMessages): void {
    if (this.#build === null) return this.#messages.put(file, unpackMessages(messages))
    this.#build.put(file, messages)
    this.#rowsWritten += messages.keys.length
  }

  /** What is more than adding rows needs the whole catalogue. */
  #endBuild(): void {
    if (this.#build === null) return
    this.#build.flush()
    this.#build = null
    this.#rowsWritten += endBuild(this.#db)
  }

  #removeContent(fileId: number): void {
    this.#endBuild()
    this.#messages.remove(fileId)
    this.#blocks.remove(fileId)
    removeUuids(this.#db, fileId)
    this.#rowsWritten += removeSummaries(this.#db, fileId)
  }

  #isStill(file: KnownFile): boolean {
    const now = fileAt(this.#db, file.path)
    return now?.id === file.id && isSameLook(now, file)
  }
}

/** An append of so many blocks is worth a place in a segment at once; fewer wait as loose ones. */
const BULK_BLOCKS = 64

function fits(known: FileRow | undefined, state: Reading['state']): boolean {
  if (state === 'lost') return false
  if (state === null || known === undefined) return state === null && known === undefined
  return known.readings === state.readings && known.point.offset === state.offset
}
