import type { Database } from '../../database.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import type {
  HitMark,
  SearchDiagnostic,
  SearchEnd,
  SearchEvent,
  SearchHit,
  SearchOptions,
  TitleHit,
} from '../../reader/search.ts'
import { candidateBlocks, type CandidateBlock } from '../signatures/block-index.ts'
import { unreadableReason } from '../../unreadable.ts'
import { CallFinder } from './call-finder.ts'
import { CandidateRows } from './candidate-rows.ts'
import { rowTest, type RowTest } from './evaluate.ts'
import { gate } from './file-gate.ts'
import { keptRow, type KeptRow } from './hit.ts'
import { allowedFiles } from './named-files.ts'
import { OpenFiles } from './open-files.ts'
import type { Query } from '../../reader/query/query.ts'
import { rawPlan } from './raw/raw-plan.ts'
import { timed } from './regex/timed.ts'
import type { FilterSources } from './row-filters.ts'
import type { RowView } from './row-view.ts'
import { scannedAhead, type Candidate } from './scan-ahead.ts'
import { SearchedFiles, type SearchedFile } from './searched-files.ts'
import { signaturePlan } from './signature-plan.ts'
import type { SnippetOptions } from './snippet.ts'
import { Structures } from './structures.ts'
import { positiveTerms, TextTerms, type TextTerm } from './text-terms.ts'
import { titleHits } from './title-hits.ts'

export interface StoreSearchOptions extends SearchOptions {
  readonly home: SkeinHome
  readonly db: Database
}

/** Searches as `SessionReader.search` promises. */
export async function* search(query: Query, options: StoreSearchOptions): AsyncGenerator<SearchEvent> {
  const run = new SearchRun(query, options)
  try {
    let turn = performance.now()
    for (const hit of run.steps()) {
      if (hit !== null) yield { kind: 'hit', hit }
      if (performance.now() - turn < TURN_MS) continue
      await new Promise(setImmediate)
      turn = performance.now()
    }
    for (const title of run.titles()) yield { kind: 'title', title }
    yield { kind: 'end', end: run.end() }
  } finally {
    run.close()
  }
}

const TURN_MS = 10

class SearchRun {
  readonly #query: Query
  readonly #options: StoreSearchOptions
  readonly #limit: number
  readonly #wanted: number
  readonly #open: OpenFiles
  readonly #files: SearchedFiles
  readonly #sources: FilterSources
  readonly #rows: CandidateRows
  readonly #terms = new TextTerms()
  readonly #test: RowTest
  readonly #hasRegex: boolean
  readonly #positive: readonly TextTerm[]
  readonly #diagnostics = new Map<string, SearchDiagnostic>()
  #hits: KeptRow[] = []
  /** How many of the hits were handed out. */
  #told = 0
  #more = false
  #stopped = false

  constructor(query: Query, options: StoreSearchOptions) {
    this.#query = query
    this.#options = options
    this.#limit = options.limit ?? DEFAULT_LIMIT
    this.#wanted = options.rankNewest ?? this.#limit
    this.#open = new OpenFiles(options.home)
    this.#files = new SearchedFiles(options.db)
    this.#sources = {
      files: this.#files,
      structures: new Structures(this.#files, this.#open, options.prices),
      calls: new CallFinder(this.#open),
    }
    this.#rows = new CandidateRows(this.#open, rawPlan(query))
    this.#test = rowTest(query, this.#terms, this.#sources)
    this.#hasRegex = hasRegex(query)
    this.#positive = positiveTerms(query, this.#terms)
  }

  /** Reads a block at a time; hands out each hit when it is sure that none comes before it, and null in between. */
  *steps(): Generator<SearchHit | null> {
    for (const { block, file, nothing } of scannedAhead(this.#candidates(), this.#rows.plan)) {
      if (this.#options.rankNewest === undefined) yield* this.#hitsBefore(block.time ?? -Infinity)
      if (this.#isComplete(block)) {
        this.#more = true
        break
      }
      if (nothing) this.#rows.count(block)
      else this.#readBlock(block, file)
      yield null
      if (this.#options.signal?.aborted === true) {
        this.#more = true
        this.#stopped = true
        break
      }
    }
    if (this.#options.rankNewest !== undefined) this.#hits.sort((a, b) => b.score - a.score || inOrder(a, b))
    yield* this.#hitsBefore(null)
  }

  /** The hits that were not handed out yet and are newer than a time; null: all. */
  *#hitsBefore(time: number | null): Generator<SearchHit> {
    for (; this.#told < Math.min(this.#hits.length, this.#limit); this.#told++) {
      const kept = this.#hits[this.#told]
      if (time !== null && kept.order <= time) return
      yield kept.hit()
    }
  }

  *#candidates(): Generator<Candidate> {
    const { db } = this.#options
    const allowed = allowedFiles(db, this.#query)
    for (const block of candidateBlocks(db, signaturePlan(this.#query))) {
      if (allowed !== null && !allowed.has(block.file)) continue
      const file = this.#files.get(block.file)
      if (file === null || gate(this.#query, { file, time: block.time }, this.#files) === false) continue
      yield { block, file }
    }
  }

  titles(): readonly TitleHit[] {
    if (this.#options.titles !== true) return []
    return titleHits(this.#query, this.#terms, {
      ...this.#snippetOptions(),
      files: this.#files,
      limit: this.#limit,
    })
  }

  end(): SearchEnd {
    const isRanked = this.#options.rankNewest !== undefined
    return {
      more: this.#more || this.#hits.length > this.#limit,
      next: !isRanked && this.#more ? markOf(this.#hits[this.#limit - 1]) : null,
      ranked: isRanked ? this.#hits.length : null,
      stopped: this.#stopped,
      diagnostics: [...this.#diagnostics.values(), ...this.#unreadOutputs()],
      work: { ...this.#rows.work },
    }
  }

  #unreadOutputs(): SearchDiagnostic[] {
    return Array.from(this.#open.spilled.problems, ([path, message]) => ({
      code: 'unreadable',
      path,
      message,
    }))
  }

  close(): void {
    this.#open.close()
  }

  /** Whether no row of this block, nor of those after it, can come before the hits there are. */
  #isComplete({ time }: CandidateBlock): boolean {
    if (this.#hits.length < this.#wanted) return false
    const last = this.#hits[this.#wanted - 1]
    return last === undefined || last.order > (time ?? -Infinity)
  }

  #readBlock(block: CandidateBlock, file: SearchedFile): void {
    try {
      const rows = this.#rows.of(block, file)
      if (rows === null) return this.#note('stale', file, 'it has changed since it was indexed')
      const found = this.#hitsAmong(rows)
        .map((row) => {
          const order = Number.isNaN(row.time) ? (block.time ?? -Infinity) : row.time
          return { row, order, path: file.path, offset: row.offset }
        })
        .filter((hit) => this.#isBehind(hit))
      if (found.length > 0) this.#keep(found)
    } catch (error) {
      if (error instanceof StoreError && error.code === 'not-found')
        this.#note('vanished', file, error.message)
      else if (error instanceof StoreError) this.#note('unreadable', file, error.message)
      else if (isFromDisk(error))
        this.#note('unreadable', file, `cannot be read (${unreadableReason(error)})`)
      else throw error
    }
  }

  #isBehind(hit: Placed): boolean {
    const { after } = this.#options
    return after === undefined || inOrder({ ...after, order: after.time ?? -Infinity }, hit) < 0
  }

  #hitsAmong(rows: Iterable<RowView>): RowView[] {
    const isHit = (row: RowView): boolean => this.#test(row) && row.texts().length > 0
    if (!this.#hasRegex) return Array.from(rows).filter(isHit)
    const all = Array.from(rows)
    // The clock costs more than most rows do, so they are timed together unless they are slow.
    const hits = timed(() => all.filter(isHit), BLOCK_MS)
    return hits === 'too-slow' ? all.filter((row) => this.#isHitInTime(row, isHit)) : hits.value
  }

  #isHitInTime(row: RowView, isHit: RowTest): boolean {
    const hit = timed(() => isHit(row), ROW_MS)
    if (hit !== 'too-slow') return hit.value
    this.#note('slow', row.file, `the pattern took too long on line ${row.line}`)
    return false
  }

  /** Puts the rows of a block among the hits: those that are not too old. Their bytes are gone after this. */
  #keep(found: readonly FoundRow[]): void {
    const all: (KeptRow | FoundRow)[] = [...this.#hits, ...found].sort(inOrder)
    if (all.length > this.#wanted) this.#more = true
    this.#hits = all.slice(0, this.#wanted).map((one) => ('row' in one ? this.#kept(one) : one))
  }

  #kept({ row, order }: FoundRow): KeptRow {
    const kept = (terms: readonly TextTerm[]): KeptRow =>
      keptRow(row, order, { ...this.#snippetOptions(), terms, calls: this.#sources.calls })
    if (!this.#hasRegex) return kept(this.#positive)
    // To find one match may be quick, to find them all may not.
    const marked = timed(() => kept(this.#positive), ROW_MS)
    return marked === 'too-slow' ? kept([]) : marked.value
  }

  #snippetOptions(): SnippetOptions {
    return this.#options.reveal === true ? { secrets: null } : {}
  }

  #note(code: SearchDiagnostic['code'], { path }: SearchedFile, message: string): void {
    if (!this.#diagnostics.has(`${code} ${path}`))
      this.#diagnostics.set(`${code} ${path}`, { code, path, message })
  }
}

const DEFAULT_LIMIT = 50

/** Half a second for one row: what is slower is slow on purpose, or by a mistake that should be seen. */
const ROW_MS = 500
const BLOCK_MS = 2000

/** A failure of the file system, such as a bad sector. */
function isFromDisk(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

function hasRegex(query: Query): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.some(hasRegex)
    case 'not':
      return hasRegex(query.part)
    default:
      return query.kind === 'regex'
  }
}

/** What the order of hits depends on. */
interface Placed {
  readonly order: number
  readonly path: string
  readonly offset: number
}

interface FoundRow extends Placed {
  readonly row: RowView
}

function markOf(hit: Placed | undefined): HitMark | null {
  if (hit === undefined) return null
  const { order, path, offset } = hit
  return { time: Number.isFinite(order) ? order : null, path, offset }
}

/** Newest first; rows of one moment as they stand, the last one first. */
function inOrder(a: Placed, b: Placed): number {
  if (a.order !== b.order) return b.order - a.order
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return b.offset - a.offset
}
