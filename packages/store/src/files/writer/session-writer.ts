import { randomUUID } from 'node:crypto'
import { constants, realpathSync } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  ChainWriter,
  Transcript,
  type ChainOptions,
  type Interruption,
  type NewRow,
  type Proposal,
  type SessionHead,
} from '@skein/transcript'
import type { SkeinHome } from '../../home.ts'
import { makeFolder } from '../../make-folder.ts'
import { sessionPlace } from '../session/session-place.ts'
import { liveSessions } from '../sidecars/live.ts'
import { claimFile, type Ownership } from './ownership.ts'
import { WriteFailure, writeFailure } from './write-failure.ts'

export interface WriterOptions {
  readonly home: SkeinHome
  readonly head: SessionHead
  /**
   * What is known of the file so far, without its `end()`; what the file has beyond is read. The writer keeps it up to
   * date. By default all of the file is read.
   */
  readonly transcript?: Transcript
  /** Makes the transcript where there is none. */
  readonly create?: boolean
  /** Also where Claude Code has the session open: it does not see what others append, and goes on from its own tip. */
  readonly beside?: boolean
  readonly chain?: ChainOptions
}

/** The disk has it. */
export interface Written {
  /** Of the rows; side rows have none. */
  readonly uuids: readonly string[]
  /** Where the first row stands in the file. */
  readonly offset: number
}

/**
 * The one writer of a transcript, and the only code that appends to one.
 *
 * Contract: a row counts when `append` resolves with `Written`: whole, in one write, and synced. Rows that wait are written
 * together. When one fails, it and all that wait behind it fail, and the file is as before; the next append goes on from
 * there. A row that would break a resume throws, as `ChainWriter` says. Nothing that stood in the file is ever changed. Where
 * somebody else wrote to it since, nothing more is written: open it anew, with what they said.
 */
export class SessionWriter {
  readonly path: string
  readonly #file: FileHandle
  readonly #identity: string
  readonly #ownership: Ownership
  readonly #chain: ChainWriter
  /** Where the file ends: all up to there is known to the transcript. */
  #size: number
  /** A line that a crash cut off must not swallow the next one. */
  #isTorn: boolean
  readonly #waiting: Waiting[] = []
  #draining: Promise<void> | null = null
  /** Why nothing can be written any more. */
  #ended: WriteFailure | null = null

  private constructor(parts: WriterParts) {
    this.path = parts.path
    this.#file = parts.file
    this.#identity = parts.identity
    this.#ownership = parts.ownership
    this.#chain = parts.chain
    this.#size = parts.size
    this.#isTorn = parts.isTorn
  }

  static async open(path: string, options: WriterOptions): Promise<SessionWriter | WriteFailure> {
    let file: FileHandle | null = null
    let ownership: Ownership | null = null
    try {
      file = await opened(path, options.create === true)
      const identity = await identityOf(file)
      const owned = ownerOf(path, identity, options)
      if (owned instanceof WriteFailure) {
        await file.close()
        return owned
      }
      ownership = owned
      const { transcript = new Transcript(), head, chain: how = RANDOM } = options
      const { size, isTorn } = await readRest(file, transcript)
      const chain = new ChainWriter(transcript, head, how)
      return new SessionWriter({ path, file, identity, ownership, chain, size, isTorn })
    } catch (error) {
      ownership?.release()
      await file?.close()
      return writeFailure(error, path)
    }
  }

  /** As the disk has it. */
  get transcript(): Transcript {
    return this.#chain.transcript
  }

  /** The row that the next one hangs on, with all that wait; null before the first. */
  get tip(): string | null {
    return this.#chain.tip
  }

  get openCalls(): readonly string[] {
    return this.#chain.openCalls
  }

  append(row: NewRow): Promise<Written | WriteFailure> {
    if (this.#ended !== null) return Promise.resolve(this.#ended)
    const proposal = this.#chain.propose(row)
    return new Promise((resolve) => {
      this.#waiting.push({ proposal, resolve })
      this.#draining ??= this.#drain()
    })
  }

  /** Ends the turn where it stands: every open call gets its answer, and the model is told. */
  async interrupt(interruption: Interruption): Promise<Written | WriteFailure> {
    const results = await Promise.all(this.#chain.interruption(interruption).map((row) => this.append(row)))
    const uuids: string[] = []
    for (const result of results) {
      if (result instanceof WriteFailure) return result
      uuids.push(...result.uuids)
    }
    const [first] = results
    return { uuids, offset: first instanceof WriteFailure || first === undefined ? this.#size : first.offset }
  }

  /** Writes what waits and gives the file free. */
  async close(): Promise<void> {
    if (this.#ended?.code === 'closed') return
    await this.#draining
    this.#ended = new WriteFailure('closed', `nobody writes to ${this.path} any more`, {
      remedy: 'open it anew',
    })
    await this.#file.close()
    this.#ownership.release()
  }

  /** What is asked for in one turn of the event loop, and while a write is under way, is one write. */
  async #drain(): Promise<void> {
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      const failure = await this.#write(batch).catch((error: unknown) => this.#end(error))
      if (failure === null) continue
      this.#chain.abandon()
      // Rows that the disk has were told so already; a promise keeps its first answer.
      for (const { resolve } of [...batch, ...this.#waiting.splice(0)]) resolve(failure)
    }
    this.#draining = null
  }

  /** Writes a batch. Rows that the disk has are told so here; the failure is for the others. */
  async #write(batch: readonly Waiting[]): Promise<WriteFailure | null> {
    const changed = await this.#foreignChange()
    if (changed !== null) return changed
    const lead = this.#isTorn ? 1 : 0
    const bytes = Buffer.concat([
      ...(lead === 1 ? [NEWLINE] : []),
      ...batch.map(({ proposal }) => proposal.bytes),
    ])
    const { count, failure } = await this.#attempt(bytes)
    let kept = 0
    let offset = this.#size + lead
    const whole: { readonly row: Waiting; readonly offset: number }[] = []
    for (const row of batch) {
      const end = offset + row.proposal.bytes.length
      if (end > this.#size + count) break
      whole.push({ row, offset })
      offset = end
      kept = end - this.#size
    }
    // Nothing of ours stays that is not a whole row.
    if (count > kept) await this.#takeBack(count, kept)
    if (kept > 0) await this.#file.datasync()
    this.#size += kept
    if (kept > 0) this.#isTorn = false
    for (const { row, offset: start } of whole) {
      this.#chain.written(row.proposal)
      row.resolve({ uuids: row.proposal.uuids, offset: start })
    }
    return failure
  }

  /** One write. A disk that fills up may take the beginning, and says so only by the count. */
  async #attempt(bytes: Uint8Array): Promise<{ count: number; failure: WriteFailure | null }> {
    try {
      const { bytesWritten: count } = await this.#file.write(bytes)
      const failure = count < bytes.length ? writeFailure(DISK_FULL, this.path) : null
      return { count, failure }
    } catch (error) {
      return { count: 0, failure: writeFailure(error, this.path) }
    }
  }

  /**
   * Cuts off what a failed write left of a row. These bytes are ours, written a moment ago and acknowledged to nobody. Left
   * there, they would swallow the next line that the program appends, which knows of no lock; and they would stay
   * until we write again, while this is over in a moment. If anything else has been written behind them, they stay.
   */
  async #takeBack(count: number, kept: number): Promise<void> {
    const { size } = await this.#file.stat()
    if (size !== this.#size + count) throw this.#changed()
    await this.#file.truncate(this.#size + kept)
  }

  async #foreignChange(): Promise<WriteFailure | null> {
    const { size } = await this.#file.stat()
    if (size !== this.#size) return this.#changed()
    const there = await stat(this.path, { bigint: true })
    return `${there.dev}:${there.ino}` === this.#identity ? null : this.#changed()
  }

  #changed(): WriteFailure {
    this.#ended ??= new WriteFailure('changed', `somebody else wrote to ${this.path}`, {
      remedy: 'open it anew and go on from what it says now',
    })
    return this.#ended
  }

  /** After a failed sync or a failed repair nobody knows what the disk has, but whoever reads it again. */
  #end(error: unknown): WriteFailure {
    const failure = writeFailure(error, this.path)
    this.#ended ??=
      failure.code === 'gone' || failure.code === 'changed'
        ? failure
        : new WriteFailure('unsure', failure.message, { remedy: 'open it anew', cause: failure })
    return this.#ended
  }
}

interface Waiting {
  readonly proposal: Proposal
  readonly resolve: (result: Written | WriteFailure) => void
}

interface WriterParts {
  readonly path: string
  readonly file: FileHandle
  readonly identity: string
  readonly ownership: Ownership
  readonly chain: ChainWriter
  readonly size: number
  readonly isTorn: boolean
}

const RANDOM: ChainOptions = { now: () => Date.now(), newUuid: () => randomUUID() }
const NEWLINE = Buffer.from('\n')
const DISK_FULL = Object.assign(new Error('short write'), { code: 'ENOSPC', syscall: 'write' })

async function opened(path: string, create: boolean): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND
  try {
    return await open(path, flags)
  } catch (error) {
    if (!create || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  makeFolder(dirname(path))
  const file = await open(path, flags | constants.O_CREAT, 0o600)
  // A name is on the disk when its folder is.
  const folder = await open(dirname(path), constants.O_RDONLY)
  await folder.sync()
  await folder.close()
  return file
}

async function identityOf(file: FileHandle): Promise<string> {
  const { dev, ino } = await file.stat({ bigint: true })
  return `${dev}:${ino}`
}

/** The right to write; a failure where Claude Code or another writer of ours has it. */
function ownerOf(path: string, identity: string, options: WriterOptions): Ownership | WriteFailure {
  const { home, head, beside = false } = options
  const place = sessionPlace(realpathSync(path))
  const live = place === null ? [] : liveSessions([place.root])
  const program = beside ? undefined : live.find(({ session }) => session === head.sessionId)
  if (program !== undefined) return held(`Claude Code has the session open (process ${program.pid})`)
  const entry = { pid: process.pid, session: head.sessionId, path, since: Date.now() }
  const owned = claimFile(home, identity, entry)
  return 'release' in owned ? owned : held(`Skein writes to the session (process ${owned.pid})`)
}

function held(message: string): WriteFailure {
  return new WriteFailure('held', message, { remedy: 'end it first' })
}

/**
 * Takes the rest of the file into the transcript. A last line without newline is completed in it, as it will be in the file
 * with the first row that we write.
 */
async function readRest(file: FileHandle, transcript: Transcript) {
  let size = transcript.scan.offset + transcript.scan.pendingBytes
  const piece = Buffer.alloc(PIECE)
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE, size)
    if (bytesRead === 0) break
    transcript.append(piece.subarray(0, bytesRead))
    size += bytesRead
  }
  const { size: end } = await file.stat()
  if (end < size)
    throw new WriteFailure('changed', 'the transcript has become shorter', { remedy: 'read it anew' })
  const { bytesRead } = size === 0 ? { bytesRead: 0 } : await file.read(piece, 0, 1, size - 1)
  const isTorn = bytesRead === 1 && piece[0] !== NEWLINE[0]
  if (isTorn) transcript.append(NEWLINE)
  return { size, isTorn }
}

/** 1 MiB: larger pieces read no faster. */
const PIECE = 1024 * 1024
