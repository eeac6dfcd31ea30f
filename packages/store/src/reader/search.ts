import type { PriceTable, TextField } from '@skein/view'

export interface SearchOptions {
  /** Hits that are returned; 50 by default. */
  readonly limit?: number
  /** Order by how well they match instead: of the newest this many. */
  readonly rankNewest?: number
  /** Also name the sessions whose titles fit. */
  readonly titles?: boolean
  /** Snippets show secrets; masked by default. */
  readonly reveal?: boolean
  /** Prices for `cost:`. */
  readonly prices?: PriceTable
  /** Only hits behind this one, in the order newest first. */
  readonly after?: HitMark
  /** Ends the search with what it has found by then. */
  readonly signal?: AbortSignal
}

/** A place among hits, newest first. Plain data. */
export interface HitMark {
  /** ms; null for what has no time, which comes last. */
  readonly time: number | null
  readonly path: string
  readonly offset: number
}

/** What a search tells while it runs: its hits in their order, then titles, then how it ended. */
export type SearchEvent =
  | { readonly kind: 'hit'; readonly hit: SearchHit }
  | { readonly kind: 'title'; readonly title: TitleHit }
  | { readonly kind: 'end'; readonly end: SearchEnd }

/** The last event of a search. */
export interface SearchEnd {
  /** There may be more hits than were returned. */
  readonly more: boolean
  /** The `after` of the following hits; null where there are none, or where they are not in the order of time. */
  readonly next: HitMark | null
  /** How many of the newest hits were ranked; null: newest first. */
  readonly ranked: number | null
  /** The signal ended it before it was through. */
  readonly stopped: boolean
  readonly diagnostics: readonly SearchDiagnostic[]
  readonly work: SearchWork
}

/** `vanished`, `unreadable`: the bytes are nowhere; `stale`: they are not those that were indexed; `slow`: a pattern took too long. */
export interface SearchDiagnostic {
  readonly code: 'vanished' | 'unreadable' | 'stale' | 'slow'
  readonly path: string
  readonly message: string
}

/** What a search reads: for people who want to know why it took so long. */
export interface SearchWork {
  readonly blocksRead: number
  readonly bytesRead: number
  readonly rowsRead: number
}

/** A row that a search found. */
export interface SearchHit {
  readonly session: string
  readonly root: string
  /** Id of the sub-agent whose transcript it is; null: the session's own. */
  readonly agent: string | null
  readonly path: string
  readonly place: 'disk' | 'archive'
  /** Name of the folder under `projects/`. */
  readonly project: string
  /** Where the session was started. */
  readonly cwd: string
  /** Null for rows that have none, such as titles. */
  readonly uuid: string | null
  readonly line: number
  readonly offset: number
  /** Bytes of the row. */
  readonly length: number
  /** ms; null where the row has none. */
  readonly time: number | null
  readonly type: string
  /** Of the text that is shown. */
  readonly field: TextField
  readonly tool: string | null
  readonly key: string | null
  readonly snippet: Snippet
  /** Matches in all texts of the row, counted up to `COUNTED_MATCHES`. */
  readonly matchCount: number
}

/** A session that is called what was searched for, wherever its name comes from. */
export interface TitleHit {
  readonly session: string
  readonly root: string
  readonly path: string
  readonly place: 'disk' | 'archive'
  readonly project: string
  readonly cwd: string
  /** ms, last active. */
  readonly time: number | null
  readonly title: Snippet
}

/** A part of a text on one line, with the places of what matched. */
export interface Snippet {
  readonly text: string
  readonly matches: readonly MatchRange[]
  /** Text was left out before, and behind. */
  readonly cutBefore: boolean
  readonly cutBehind: boolean
}

/** Where a term matches in a text: `[start, stop)`, in the composed text. */
export interface MatchRange {
  readonly start: number
  readonly stop: number
}

/** All that a search tells, for those who have no use for a part of it. */
export interface SearchResult extends SearchEnd {
  readonly hits: readonly SearchHit[]
  readonly titles: readonly TitleHit[]
}

/** Waits for a search to end. */
export async function searchResult(events: AsyncIterable<SearchEvent>): Promise<SearchResult> {
  const hits: SearchHit[] = []
  const titles: TitleHit[] = []
  for await (const event of events) {
    if (event.kind === 'hit') hits.push(event.hit)
    else if (event.kind === 'title') titles.push(event.title)
    else return { hits, titles, ...event.end }
  }
  throw new Error('a search ended without its last event')
}
