import type { UsageSlice } from '@skein/view'
import type { OpenBytes } from '../files/bytes/open-bytes.ts'
import type { SessionPlace } from '../files/session/session-place.ts'
import type { HistoryPrompt } from '../files/sidecars/history.ts'
import type { LiveSession } from '../files/sidecars/live.ts'
import type { CataloguedTranscript, TranscriptFilter } from './catalogued-transcript.ts'
import type { CopiedSession } from './copied-session.ts'
import type { Finding } from './finding.ts'
import type { StoreHealth } from './health.ts'
import type { LineageNode } from './lineage-node.ts'
import type { Project } from './project.ts'
import type { Query } from './query/query.ts'
import type { SearchEvent, SearchOptions } from './search.ts'
import type { Page, SessionFilter, SessionPage } from './session-filter.ts'
import type { SliceOptions } from './usage.ts'

/**
 * The one way to read what a store knows of sessions. The command, the server, traces and MCP read through it and nothing
 * else, so that another store can stand behind it. `session-reader.contract.ts` holds every implementation to this.
 *
 * Contract: questions and answers are plain data. An answer is of one moment; between two answers somebody may have written.
 * Reading changes nothing. What nobody knows is an empty answer, and what cannot be read is named in it (`health`, the
 * diagnostics of a search); a `StoreError` means that the store itself cannot answer.
 */
export interface SessionReader {
  /** Sessions, last active first. Costs what is returned. */
  list(filter?: SessionFilter, page?: Page): Promise<SessionPage>

  /** How many sessions fit. May cost a look at all of them. */
  count(filter?: SessionFilter): Promise<number>

  /**
   * The session that people mean by a name: `@last`, the path of a transcript, an id, the beginning of one, a title or a slug
   * name, the beginning of an id that is no uuid, or a part of a title. The first of these readings that fits anything decides.
   */
  find(name: string): Promise<Finding>

  /** Transcripts of sessions and sub-agents, in the order of their paths. */
  transcripts(filter: TranscriptFilter): Promise<readonly CataloguedTranscript[]>

  /** The bytes of a transcript, wherever they are now; whoever opened them closes them. A `StoreError` `not-found` where they are nowhere. */
  open(place: SessionPlace): Promise<OpenBytes>

  /**
   * Rows that a query asks for, newest first.
   *
   * Contract: exact. Every hit was read from its transcript just now; with the index up to date the hits are those of reading
   * everything. A hit comes as soon as no newer one can follow. The last event is always `end`. Others get their turn
   * meanwhile, and whoever stops asking ends the search.
   */
  search(query: Query, options?: SearchOptions): AsyncIterable<SearchEvent>

  /** Usage in the smallest pieces a report needs. Each message counts once, in the file that owns it. */
  usage(options?: SliceOptions): Promise<readonly UsageSlice[]>

  /** A session by its id, where it came from and what came from it, over any number of steps; the earliest first. */
  lineage(session: string): Promise<readonly LineageNode[]>

  /** Session ids that several projects or config roots have; of `ids` only, where given. In their order. */
  copied(ids?: readonly string[]): Promise<readonly CopiedSession[]>

  /** The projects that have a session, last active first. */
  projects(): Promise<readonly Project[]>

  /** Sessions that a running Claude Code has open. */
  live(): Promise<readonly LiveSession[]>

  /** Prompts of sessions that are gone: the history kept them, nothing else is left. */
  lostPrompts(): Promise<readonly HistoryPrompt[]>

  /** What is indexed, and what is wrong with it. Costs a look at each file. */
  health(): Promise<StoreHealth>
}
