import type {
  AgentHead,
  BranchView,
  Context,
  LeftOut,
  LeftOutPage,
  LeftOutReason,
  NetDiff,
  ProjectItem,
  SessionItem,
  SessionView,
  StepView,
  Subscription,
  TurnHead,
  TurnView,
  UsageBy,
  UsageReport,
} from '@skein/view'
import type { Scope } from '../auth/scope.ts'

export type { Scope }

/**
 * Every request that the server answers, by method and path. The schemas beside this file hold the same shapes at run
 * time; the client's types are made of this one. Names of things in paths are ids out of lists, never paths of files.
 *
 * Contract: no answer grows with the history. Lists come in pages (`next` asks for the following one), texts come cut
 * (`CutText`) with the whole on request, and what is still too large is an error that says so.
 */
export interface Api {
  'GET /api/me': { response: Me }
  'GET /api/projects': { query: PageQuery; response: Page<ProjectItem> }
  'GET /api/sessions': { query: SessionsQuery; response: SessionsPage }
  'GET /api/sessions/:session': { response: SessionItem }
  /** Turns from the tail (`FIRST_PAGE`), or those before `before` (`MOST_PAGE` bytes at most); at least one turn. */
  'GET /api/sessions/:session/view': { query: ViewQuery; response: SessionView }
  /** Steps of one turn; by bytes as well. `next` is the `from` of the following page. */
  'GET /api/sessions/:session/turns/:turn/steps': { query: StepsQuery; response: StepsPage }
  /** What a resume sends, message by message. */
  'GET /api/sessions/:session/resume': { query: ResumeQuery; response: ResumePage }
  /** Entries that a resume leaves out for one reason, a line each, in file order. */
  'GET /api/sessions/:session/left-out': { query: LeftOutQuery; response: LeftOutPage }
  /** Entries of the file as they stand, from the tail. */
  'GET /api/sessions/:session/entries': { query: EntriesQuery; response: EntriesPage }
  /** One entry; `:entry` is its byte offset, or its uuid. */
  'GET /api/sessions/:session/entries/:entry': { query: RevealQuery & AgentQuery; response: RawEntry }
  /** Where an entry stands in the view, for links: by byte offset or uuid. */
  'GET /api/sessions/:session/entries/:entry/place': { query: AgentQuery; response: EntryPlace }
  /** A text that came cut: of an entry, or the result or the input of a call. */
  'GET /api/sessions/:session/entries/:entry/text': { query: TextQuery; response: TextPage }
  'GET /api/sessions/:session/agents': { response: { readonly agents: readonly AgentNode[] } }
  'GET /api/projects/:project/agent-sessions/:agent': { query: ViewQuery; response: SessionView }
  'GET /api/sessions/:session/tree': { response: SessionTree }
  'GET /api/sessions/:session/files': { response: SessionFiles }
  'GET /api/sessions/:session/context': { query: { readonly as?: string }; response: SessionContext }
  'GET /api/sessions/:session/trace': { query: { readonly turn?: number }; response: TraceView }
  'GET /api/sessions/:session/doctor': { response: DoctorView }
  /** Two lines of the conversation from where they part. A tip is a byte offset; without one, the live line. */
  'GET /api/sessions/:session/compare': { query: CompareQuery; response: Comparison }
  'GET /api/search': { query: SearchQuery; response: SearchPage }
  'GET /api/searches': { response: { readonly searches: readonly SavedSearch[] } }
  /** At most some hundred rows: the newest, or the costliest; `omitted` are in the totals. */
  'GET /api/usage': { query: UsageQuery; response: UsageReport & { readonly omitted: number } }
  'GET /api/health': { response: Health }
  'GET /api/devices': { response: { readonly devices: readonly Device[] } }

  'POST /api/live/:client': { body: { readonly subscriptions: readonly Subscription[] }; response: Done }
  'POST /api/sessions/:session/seen': { body: { readonly time: number }; response: Done }
  'POST /api/sessions/:session/title': { body: { readonly title: string }; response: Done }
  'POST /api/sessions/:session/tags': { body: { readonly tags: readonly string[] }; response: Done }
  'POST /api/sessions/:session/archive': { body: Record<string, never>; response: Done }
  'POST /api/sessions/:session/restore': { body: Record<string, never>; response: Done }
  /** With `dryRun` the plan only; without, the plan and the session it made. */
  'POST /api/sessions/:session/edits': { body: EditRequest; response: EditAnswer }
  'PUT /api/searches/:name': { body: { readonly query: string }; response: Done }
  'DELETE /api/searches/:name': { response: Done }
  'POST /api/pairings': { body: { readonly name: string; readonly scope: PairedScope }; response: Pairing }
  'DELETE /api/devices/:device': { response: Done }
}

/** Downloads, which have no JSON: the picture of an entry, exports, the stream of events. */
export interface Downloads {
  'GET /api/sessions/:session/entries/:entry/images/:index': { query: AgentQuery }
  'GET /api/sessions/:session/export': { query: ExportQuery }
  'GET /api/live': { query: Record<string, never> }
  'GET /api/openapi.json': { query: Record<string, never> }
}

export type Done = { readonly done: true }

/** What every refusal looks like. */
export interface ApiError {
  readonly error: {
    /** `not-found`, `forbidden`, `bad-request`, `too-large`, `ambiguous`, … */
    readonly code: string
    readonly message: string
    /** What to do about it. */
    readonly remedy: string | null
  }
}

/** What a device can be paired with. Nothing needs `drive` yet. */
export type PairedScope = Exclude<Scope, 'drive'>

export interface Me {
  readonly scope: Scope
  readonly device: string
  readonly version: string
  /** No session was found on this machine: the list shows the bundled ones. */
  readonly demo: boolean
  /** Local time zone of the server. */
  readonly timeZone: string
}

export interface Page<T> {
  readonly items: readonly T[]
  /** For the following page; null at the end. */
  readonly next: string | null
}

export interface SessionsPage extends Page<SessionItem> {
  readonly total: number
  /** A history is being read for the first time: there will be more. */
  readonly indexing: boolean
}

export interface PageQuery {
  readonly limit?: number
  readonly after?: string
}

export interface SessionsQuery extends PageQuery {
  readonly project?: string
  readonly model?: string
  readonly branch?: string
  /** Part of the title, the name or the first prompt. */
  readonly title?: string
  readonly state?: 'running' | 'needs-you' | 'unread' | 'archived'
  readonly tag?: string
}

/** A sub-agent of the session instead of the session itself. */
export interface AgentQuery {
  readonly agent?: string
}

export interface ViewQuery {
  /** Turns before this index. */
  readonly before?: number
  /** Turns around this index instead: a page that holds it. */
  readonly around?: number
  /** Byte offset of a branch's last entry: that line instead of the live one. */
  readonly tip?: number
  /** `folded`: of each turn only the steps that stay open; the last turn has all of them in any case. */
  readonly steps?: 'all' | 'folded'
  /** Bookkeeping entries and orphaned calls too. */
  readonly all?: boolean
  readonly reveal?: boolean
}

export interface StepsQuery extends AgentQuery {
  readonly from?: number
  readonly tip?: number
  readonly all?: boolean
  readonly reveal?: boolean
}

export interface StepsPage {
  readonly turn: TurnHead
  readonly steps: readonly StepView[]
  readonly next: number | null
}

export interface RevealQuery {
  /** With its secrets. */
  readonly reveal?: boolean
}

export interface ResumeQuery extends AgentQuery {
  /** A version of Claude Code. */
  readonly as?: string
  readonly before?: number
  readonly reveal?: boolean
}

export interface ResumePage {
  readonly as: string
  /** Messages in all. */
  readonly count: number
  /** Number of the first message of this page, from 0. */
  readonly from: number
  readonly messages: readonly ResumeMessage[]
  /** What the file shows and a resume leaves out. */
  readonly leftOut: readonly LeftOut[]
  /** The program cannot resume it, or not as it stands. */
  readonly problem: string | null
}

export interface ResumeMessage {
  readonly role: string
  /** Blocks of the API, long strings cut. */
  readonly content: unknown
  readonly cut: boolean
}

export interface LeftOutQuery {
  readonly reason: LeftOutReason
  /** Entries behind this byte. */
  readonly after?: number
}

export interface EntriesQuery extends AgentQuery {
  /** Entries that begin before this byte. */
  readonly before?: number
  readonly reveal?: boolean
}

export interface EntriesPage {
  readonly entries: readonly RawEntry[]
  /** The `before` of the following page. */
  readonly next: number | null
}

export interface RawEntry {
  readonly key: number
  readonly line: number
  readonly bytes: number
  readonly type: string | null
  readonly uuid: string | null
  readonly time: number | null
  /** The line itself, cut to `MOST_RAW`. */
  readonly json: string
  readonly cut: boolean
}

export interface EntryPlace {
  readonly key: number
  /** Null where the entry is no part of any turn. */
  readonly turn: number | null
  /** `at` of its step; -1: the prompt. */
  readonly step: number | null
  /** The branch it stands on; null: the live line. */
  readonly tip: number | null
  readonly agent: string | null
}

export interface TextQuery extends AgentQuery {
  readonly part: 'text' | 'thinking' | 'result' | 'input'
  /** Which block of the entry, from 0. */
  readonly block?: number
  readonly tool?: string
  /** UTF-16 units. */
  readonly from?: number
  readonly reveal?: boolean
}

export interface TextPage {
  readonly text: string
  readonly from: number
  readonly length: number
  readonly next: number | null
}

export interface AgentNode extends AgentHead {
  readonly depth: number
  readonly toolUseId: string | null
}

export interface SessionTree {
  readonly branches: readonly BranchView[]
  readonly nodes: readonly TreeNode[]
  /** Nodes left out because there are too many. */
  readonly omitted: number
}

export interface TreeNode {
  readonly depth: number
  readonly kind: 'turn' | 'branch' | 'agent' | 'compaction'
  readonly key: number
  /** On the live line. */
  readonly turn: number | null
  readonly tip: number | null
  /** The sub-agent that it is, or whose line it is on; null for the session's own. */
  readonly agent: string | null
  readonly text: string
  readonly reason: string | null
  readonly time: number | null
  readonly tokens: number
}

export interface SessionFiles {
  readonly files: readonly ChangedFile[]
  readonly commits: readonly {
    readonly hash: string | null
    readonly message: string
    readonly turn: number
  }[]
  readonly pullRequests: readonly string[]
  readonly omitted: number
}

export interface ChangedFile extends NetDiff {
  readonly path: string
  readonly edits: number
  readonly turns: readonly number[]
  readonly agents: readonly string[]
  readonly cut: boolean
}

export interface SessionContext {
  readonly context: Context
  /** Tokens of the window after each answer, thinned out to at most 500 points, with the compactions between. */
  readonly timeline: readonly ContextPoint[]
}

export interface ContextPoint {
  readonly turn: number
  readonly time: number | null
  readonly tokens: number
  readonly compaction: boolean
}

export interface TraceView {
  readonly spans: readonly SpanView[]
  readonly omitted: number
}

export interface SpanView {
  readonly id: string
  readonly parent: string | null
  /** The turn of the live line that it belongs to, from 0; null where it is not known. */
  readonly turn: number | null
  /** The sub-agent whose transcript it stands in; null for the session's own. */
  readonly agent: string | null
  /** Byte offset of the entry that it begins with, in that transcript; null where it is not known. */
  readonly key: number | null
  readonly kind: 'turn' | 'generation' | 'tool' | 'agent' | 'compaction'
  readonly name: string
  readonly start: number
  readonly end: number
  readonly error: string | null
  readonly incomplete: boolean
  readonly tokens: number
  readonly nanoDollars: number | null
}

export interface DoctorView {
  readonly findings: readonly { readonly kind: string; readonly count: number; readonly text: string }[]
  readonly wouldLose: readonly LeftOut[]
}

export interface CompareQuery {
  readonly a?: number
  readonly b?: number
}

export interface Comparison {
  /** Index of the last turn that both share; -1 where there is none. */
  readonly shared: number
  readonly a: ComparedLine
  readonly b: ComparedLine
}

export interface ComparedLine {
  readonly tip: number | null
  readonly turns: readonly TurnView[]
  readonly omitted: number
  readonly files: readonly ChangedFile[]
  readonly nanoDollars: number | null
  readonly tokens: number
}

export interface SearchQuery {
  readonly q: string
  readonly session?: string
  readonly limit?: number
  readonly after?: string
}

export interface SearchPage {
  readonly hits: readonly Hit[]
  readonly next: string | null
  /** The query as it was understood, as chips; problems where it was not. */
  readonly filters: readonly { readonly name: string; readonly value: string; readonly not: boolean }[]
  readonly problem: { readonly message: string; readonly start: number; readonly end: number } | null
  /** Stopped before everything was read: it took too long. */
  readonly partial: boolean
}

export interface Hit {
  readonly session: string
  readonly agent: string | null
  readonly title: string
  readonly cwd: string
  readonly key: number
  readonly uuid: string | null
  readonly time: number | null
  readonly field: string
  readonly tool: string | null
  readonly text: string
  /** In `text`. */
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

export interface SavedSearch {
  readonly name: string
  readonly query: string
}

export interface UsageQuery {
  readonly by: UsageBy
  readonly since?: string
  readonly until?: string
  readonly timeZone?: string
  readonly project?: string
  readonly session?: string
}

export interface Health {
  readonly version: string
  readonly sessions: number
  readonly bytes: number
  readonly archivedSessions: number
  readonly lastArchived: number | null
  readonly indexing: boolean
  readonly diagnostics: readonly string[]
}

export interface Device {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly created: number
  readonly lastSeen: number | null
  readonly current: boolean
}

export interface Pairing {
  /** To be opened on the other device; once, and before `expires`. */
  readonly url: string
  readonly expires: number
}

export type EditRequest = { readonly dryRun: boolean } & (
  | { readonly kind: 'fork'; readonly entry: string }
  | { readonly kind: 'trim'; readonly preset: string; readonly targetTokens?: number }
  | { readonly kind: 'compress' }
  | { readonly kind: 'repair' }
  | { readonly kind: 'clone' }
)

/** A text before and after an edit. */
export interface EditedText {
  /** Of its entry in the file, from 1. */
  readonly line: number
  /** `prompt`, `tool result`. */
  readonly what: string
  readonly before: string
  /** Null where it is left out. */
  readonly after: string | null
}

export interface EditAnswer {
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly entriesBefore: number
  readonly entriesAfter: number
  readonly steps: readonly { readonly text: string; readonly tokens: number }[]
  /** Texts that are changed or left out, the first of them, cut; only for a dry run. */
  readonly changes: readonly EditedText[]
  readonly moreChanges: boolean
  readonly warnings: readonly string[]
  /** Key of the new session; null for a dry run. */
  readonly session: string | null
  readonly resumeCommand: string | null
}

export interface ExportQuery {
  readonly format: 'html' | 'md' | 'json'
  /** Without folders, names and pictures; secrets are masked in any case. Absent is yes. */
  readonly redact?: boolean
}

/** Bytes of a page of turns, steps, entries or messages. */
export const MOST_PAGE = 256 * 1024
/** Bytes of the first page of turns, the one that somebody waits for: a few screens. */
export const FIRST_PAGE = 64 * 1024
/** Signs of a raw entry. */
export const MOST_RAW = 64 * 1024
