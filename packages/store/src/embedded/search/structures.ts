import { joinAgents, turns, type AgentFile, type AgentTree, type Transcript } from '@skein/transcript'
import { CLAUDE_PRICES, usageByTurn, type PriceTable } from '@skein/view'
import { readStructure } from '../../files/session/open-transcript.ts'
import { StoreError } from '../../errors.ts'
import { isRecord, readJson } from '../../files/sidecars/read-json.ts'
import type { OpenFiles } from './open-files.ts'
import type { SearchedFile, SearchedFiles } from './searched-files.ts'

/** What only a whole transcript can tell of its rows, by their byte offsets. */
export interface FileStructure {
  /** Number of the turn, from 1, as `show --turn` counts; null for rows of no turn. */
  turnAt(offset: number): number | null
  /** Dollars of that turn, the sub-agents that it started included; null where it has no price. */
  costAt(offset: number): number | null
  /** Whether the row is on the live path, or belongs to a turn of it. */
  isLive(offset: number): boolean
}

/** Structures of the transcripts that a search has to look at as a whole, the last few kept. */
export class Structures {
  readonly #files: SearchedFiles
  readonly #open: OpenFiles
  readonly #prices: PriceTable
  readonly #known = new Map<number, FileStructure>()

  constructor(files: SearchedFiles, open: OpenFiles, prices: PriceTable = CLAUDE_PRICES) {
    this.#files = files
    this.#open = open
    this.#prices = prices
  }

  of(file: SearchedFile): FileStructure {
    const known = this.#known.get(file.id) ?? this.#structureOf(file)
    this.#known.delete(file.id)
    this.#known.set(file.id, known)
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break
      this.#known.delete(id)
    }
    return known
  }

  #structureOf(file: SearchedFile): FileStructure {
    const transcript = this.#read(file)
    return structureOf(
      transcript,
      () => usageByTurn(transcript, this.#prices, this.#agents(file, transcript)).turns,
    )
  }

  /** The sub-agents that a transcript started, and theirs. */
  #agents(file: SearchedFile, transcript: Transcript): AgentTree | null {
    const agents = this.#files.agentsBeside(file).flatMap((agent) => this.#agentFile(agent) ?? [])
    if (agents.length === 0 && transcript.agentFile) return null
    return joinAgents({ transcript, source: this.#open.get(file) }, agents)
  }

  /** Null where it cannot be read: search itself tells of that, when it comes to the file. */
  #agentFile(file: SearchedFile): AgentFile | null {
    try {
      const transcript = this.#read(file)
      const meta = readJson(file.path.replace(/\.jsonl$/, '.meta.json'))
      return {
        agentId: file.agent ?? '',
        meta: isRecord(meta) ? meta : null,
        transcript,
        // Opened again when it is read: a session can have more sub-agents than files may be open.
        source: { read: (ranges) => this.#open.get(file).read(ranges) },
      }
    } catch (error) {
      if (error instanceof StoreError || (error instanceof Error && 'syscall' in error)) return null
      throw error
    }
  }

  #read(file: SearchedFile): Transcript {
    return readStructure(this.#open.get(file), { agentFile: file.agent !== null })
  }
}

/** A transcript of 500 MB takes 120 MB. */
const MOST_KEPT = 8

function structureOf(
  transcript: Transcript,
  costsOf: () => readonly { readonly cost: number | null }[],
): FileStructure {
  const { columns } = transcript.scan
  const turnOfRow = new Map<number, number>()
  for (const { index, rows } of turns(transcript)) for (const row of rows) turnOfRow.set(row, index + 1)
  let costs: readonly (number | null)[] | null = null
  const rowAt = (offset: number): number => rowOf(columns.offset, columns.count, offset)
  return {
    turnAt: (offset) => turnOfRow.get(rowAt(offset)) ?? null,
    costAt: (offset) => {
      costs ??= costsOf().map(({ cost }) => cost)
      const nano = costs[(turnOfRow.get(rowAt(offset)) ?? 0) - 1] ?? null
      return nano === null ? null : nano / NANO
    },
    isLive: (offset) => transcript.path.positionOf(rowAt(offset)) >= 0 || turnOfRow.has(rowAt(offset)),
  }
}

const NANO = 1_000_000_000

/** The row that begins at an offset, -1 if none does. Rows stand in the order of their offsets. */
function rowOf(offsets: Float64Array, count: number, offset: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (offsets[middle] === offset) return middle
    if (offsets[middle] < offset) low = middle + 1
    else high = middle - 1
  }
  return -1
}
