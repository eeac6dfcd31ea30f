import type { z } from 'zod'
import type { ROUTES } from './route-table.ts'
import type * as changes from './schemas/changes.ts'
import type * as lists from './schemas/lists.ts'
import type * as parts from './schemas/parts.ts'
import type * as reports from './schemas/reports.ts'
import type * as server from './schemas/server.ts'
import type * as session from './schemas/session.ts'
import type * as usage from './schemas/usage.ts'

export type { Scope } from '../auth/scope.ts'

/** Every request that is answered with JSON, by method and path, as the table of requests has it. */
export type Api = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly response: z.ZodType } ? Name : never
  ]: PartOf<Table[Name], 'query'> & PartOf<Table[Name], 'body'> & PartOf<Table[Name], 'response'>
}

/** Downloads, which have no JSON: the picture of an entry, exports, the stream of events. */
export type Downloads = {
  readonly [Name in Exclude<keyof Table, keyof Api>]: PartOf<Table[Name], 'query'>
}

type Table = typeof ROUTES

type PartOf<Route, Part extends string> = Route extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? { readonly [P in Part]: Read<Schema> }
  : unknown

/** What a schema lets through, to be read only. */
type Read<Schema extends z.ZodType> = Frozen<z.output<Schema>>

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Frozen<T[Field]> }
    : T

export type Me = Read<typeof server.me>
export type Health = Read<typeof server.health>
export type Done = Read<typeof parts.done>
export type ApiError = Read<typeof parts.apiError>
export type SessionsPage = Read<typeof lists.sessionsPage>
export type SessionsQuery = Read<typeof lists.sessionsQuery>
export type SearchPage = Read<typeof lists.searchPage>
export type ViewQuery = Read<typeof reports.viewQuery>
export type StepsPage = Read<typeof session.stepsPage>
export type ResumePage = Read<typeof reports.resumePage>
export type LeftOutQuery = Read<typeof reports.leftOutQuery>
export type EntriesPage = Read<typeof reports.entriesPage>
export type RawEntry = Read<typeof reports.rawEntry>
export type EntryPlace = Read<typeof reports.entryPlace>
export type TextQuery = Read<typeof reports.textQuery>
export type SessionTree = Read<typeof reports.sessionTree>
export type SessionFiles = Read<typeof reports.sessionFiles>
export type SessionContext = Read<typeof reports.sessionContext>
export type TraceView = Read<typeof reports.traceView>
export type CompareQuery = Read<typeof reports.compareQuery>
export type Comparison = Read<typeof reports.comparison>
export type ExportQuery = Read<typeof reports.exportQuery>
export type UsageQuery = Read<typeof usage.usageQuery>
export type Device = Read<typeof changes.device>
export type Pairing = Read<typeof changes.pairingAnswer>
export type EditRequest = Read<typeof changes.edit>
export type EditAnswer = Read<typeof changes.editAnswer>
export type Hit = SearchPage['hits'][number]
export type ResumeMessage = ResumePage['messages'][number]
export type AgentNode = Api['GET /api/sessions/:session/agents']['response']['agents'][number]
export type TreeNode = SessionTree['nodes'][number]
export type ChangedFile = SessionFiles['files'][number]
export type ContextPoint = SessionContext['timeline'][number]
export type SpanView = TraceView['spans'][number]
export type ComparedLine = Comparison['a']
export type EditedText = EditAnswer['changes'][number]
export type PairedScope = Api['POST /api/pairings']['body']['scope']

/** Bytes of a page of turns, steps, entries or messages. */
export const MOST_PAGE = 256 * 1024
/** Bytes of the first page of turns, the one that somebody waits for: a few screens. */
export const FIRST_PAGE = 64 * 1024
/** Signs of a raw entry. */
export const MOST_RAW = 64 * 1024
