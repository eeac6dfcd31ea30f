import { UsageReader, type UsageCounts } from '@skein/transcript'
import { fromFile } from '../../files/bytes/open-bytes.ts'
import { openFile } from '../../files/bytes/open-file.ts'
import { StoreError } from '../../errors.ts'
import { readStructure } from '../../files/session/open-transcript.ts'
import type { MessageUsage } from './message-usage.ts'
import { UsageTable } from './usage-table.ts'

/** What the threads of one count share. */
export interface UsageWork {
  /** Paths of transcripts, the biggest first. */
  readonly paths: readonly string[]
  /** Their sessions, `''` where only rows tell. */
  readonly sessions: readonly string[]
  /** One `Int32`: the index of the next file that nobody has taken. */
  readonly next: SharedArrayBuffer
  /** How many messages one thread will find, about. */
  readonly expected: number
}

/** What one thread found; everything in it can be handed to another thread. */
export interface FoundUsage {
  readonly messages: MessageUsage
  /** The strings that messages name, by id. */
  readonly names: readonly string[]
  readonly counts: UsageCounts
  readonly unreadable: readonly UnreadableFile[]
}

export interface UnreadableFile {
  readonly path: string
  /** As the operating system says it: `EACCES`, `ENOENT`… */
  readonly code: string
}

/** One thread's share: it takes files until none is left. */
export class UsageThread {
  readonly #paths: readonly string[]
  readonly #next: Int32Array
  readonly #reader = new UsageReader()
  readonly #table: UsageTable
  readonly #unreadable: UnreadableFile[] = []

  constructor({ paths, sessions, next, expected }: UsageWork) {
    this.#paths = paths
    this.#next = new Int32Array(next)
    this.#table = new UsageTable({ paths, sessions, names: this.#reader.names, expected })
  }

  run(): void {
    while (this.step());
  }

  /** Reads one file; false when there is none left. */
  step(): boolean {
    const file = Atomics.add(this.#next, 0, 1)
    if (file >= this.#paths.length) return false
    try {
      readUsage(this.#reader, this.#paths[file])
    } catch (error) {
      this.#unreadable.push({ path: this.#paths[file], code: codeOf(error) })
      return true
    }
    this.#table.addFile(this.#reader.rows, file)
    return true
  }

  /** Takes in what another thread found. */
  merge({ messages, names, counts, unreadable }: FoundUsage): void {
    this.#table.merge(messages, names)
    const own = this.#reader.counts
    for (const key of COUNTS) own[key] += counts[key]
    this.#unreadable.push(...unreadable)
  }

  found(): FoundUsage {
    const { names, counts } = this.#reader
    return {
      messages: this.#table.messages,
      names: Array.from({ length: names.count + 1 }, (_, id) => names.text(id)),
      counts,
      unreadable: this.#unreadable,
    }
  }
}

/** Leaves the usage rows of a transcript in the reader. */
export function readUsage(reader: UsageReader, path: string): void {
  const file = openFile(path)
  try {
    reader.begin()
    for (let offset = 0; ;) {
      const length = file.readInto(reader.space(), offset)
      if (length === 0) break
      reader.advance(length)
      offset += length
      if (reader.needsStructure) break
    }
    reader.end()
    if (reader.needsStructure) reader.readStructure(readStructure(fromFile(file, path)))
  } finally {
    file.close()
  }
}

const COUNTS = ['bytes', 'lines', 'fastRows', 'exactLines', 'wholeTranscripts'] as const

function codeOf(error: unknown): string {
  if (error instanceof StoreError) return error.code
  // A bug is no unreadable file.
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error
  return String(error.code)
}
