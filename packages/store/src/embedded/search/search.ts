import type { PriceTable } from '@skein/view'
import type { Database } from '../../database.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { candidateBlocks, type CandidateBlock } from '../signatures/block-index.ts'
import { unreadableReason } from '../../unreadable.ts'
import { CallFinder } from './call-finder.ts'
import { CandidateRows, type SearchWork } from './candidate-rows.ts'
import { rowTest, type RowTest } from './evaluate.ts'
import { gate } from './file-gate.ts'
import { keptRow, type KeptRow, type SearchHit } from './hit.ts'
import { allowedFiles } from './named-files.ts'
import { OpenFiles } from './open-files.ts'
import type { Query } from './query/query.ts'
import { rawPlan } from './raw/raw-plan.ts'
import { timed } from './regex/timed.ts'
import type { FilterSources } from './row-filters.ts'
import type { RowView } from './row-view.ts'
import { scannedAhead, type Candidate } from './scan-ahead.ts'
import { SearchedFiles, type SearchedFile } from './searched-files.ts'
import { signaturePlan } from './signature-plan.ts'
import type { FindSecrets } from './snippet.ts'
import { Structures } from './structures.ts'
import { positiveTerms, TextTerms, type TextTerm } from './text-terms.ts'
import { titleHits, type TitleHit } from './title-hits.ts'

export interface SearchOptions {
  readonly home: SkeinHome
  readonly db: Database
  /** Hits that are returned; 50 unless told. */
  readonly limit?: number
  /** Order by how well they match instead: of the newest this many. */
  readonly rankNewest?: number
  /** Also name the sessions whose titles fit. */
  readonly titles?: boolean
  /** Finds secrets to mask in snippets; null shows them. Those of the `redact` package unless told. */
  readonly secrets?: FindSecrets | null
  /** Units of text in a snippet. */
  readonly snippetUnits?: number
  /** Prices for `cost:`. */
  readonly prices?: PriceTable
  /** Only hits behind this one, in the order newest first. */
  readonly after?: HitMark
  /** Asked again and again: true ends the search with what it has found by then. */
  readonly stop?: () => boolean
}

/** A place among hits, newest first. Plain data. */
export interface HitMark {
  /** ms; null for what has no time, which comes last. */
  readonly time: number | null
  readonly path: string
  readonly offset: number
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  readonly titles: readonly TitleHit[]
  /** There may be more hits than were returned. */
  readonly more: boolean
  /** The `after` of the following hits; null where there are none, or where they are not in the order of time. */
  readonly next: HitMark | null
  /** How many of the newest hits were ranked; null: newest first. */
  readonly ranked: number | null
  readonly diagnostics: readonly SearchDiagnostic[]
  readonly work: SearchWork
}

/** `vanished`, `unreadable`: the bytes are nowhere; `stale`: they are not those that were indexed; `slow`: a pattern took too long. */
export interface SearchDiagnostic {
  readonly code: 'vanished' | 'unreadable' | 'stale' | 'slow'
  readonly path: string
  readonly message: string
}

/**
 * Finds the rows that a query asks for, newest first.
 *
 * Contract: exact. Every hit was read from the transcript just now; with the index up to date the hits are
 * those of reading everything. What cannot be read is a diagnostic, never a wrong hit.
 */
export function search(query: Query, options: SearchOptions): SearchResult {
  const steps = searchSteps(query, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** `search` in short steps, for a caller that has other things to do meanwhile. */
export function* searchSteps(query: Query, options: SearchOptions): Generator<void, SearchResult> {
  const run = new SearchRun(query, options)
  try {
    yield* run.steps()
    return run.result()
  } finally {
    run.close()
  }
}

class SearchRun {
  readonly #query: Query
  readonly #options: SearchOptions
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
  #more = false

  constructor(query: Query, options: SearchOptions) {
    this.#query = query
    this.#options = options
    this.#wanted = options.rankNewest ?? options.limit ?? DEFAULT_LIMIT
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

  *steps(): Generator<void> {
    for (const { block, file, nothing } of scannedAhead(this.#candidates(), this.#rows.plan)) {
      if (this.#isComplete(block)) {
        this.#more = true
        break
      }
      if (nothing) this.#rows.count(block)
      else this.#readBlock(block, file)
      yield
      if (this.#options.stop?.() === true) {
        this.#more = true
        break
      }
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

  result(): SearchResult {
    const { limit = DEFAULT_LIMIT, rankNewest, titles = false } = this.#options
    const ranked = rankNewest === undefined ? null : this.#hits.length
    if (ranked !== null) this.#hits.sort((a, b) => b.score - a.score || inOrder(a, b))
    return {
      hits: this.#hits.slice(0, limit).map((kept) => kept.hit()),
      titles: titles
        ? titleHits(this.#query, this.#terms, { ...this.#snippetOptions(), files: this.#files, limit })
        : [],
      more: this.#more || this.#hits.length > limit,
      next: rankNewest === undefined && this.#more ? markOf(this.#hits[limit - 1]) : null,
      ranked,
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

  #snippetOptions(): { units?: number; secrets?: FindSecrets | null } {
    return { units: this.#options.snippetUnits, secrets: this.#options.secrets }
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
