import { z } from 'zod'
import type { Scope } from '../auth/scope.ts'
import * as changes from './schemas/changes.ts'
import * as lists from './schemas/lists.ts'
import { done, id, number } from './schemas/parts.ts'
import * as reports from './schemas/reports.ts'
import * as server from './schemas/server.ts'
import * as session from './schemas/session.ts'
import { usageQuery, usageReport } from './schemas/usage.ts'

export type RouteName = keyof typeof ROUTES

export interface Route {
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Absent for downloads, which are no JSON. */
  readonly response?: z.ZodType
  /** Media types of a download. */
  readonly download?: readonly string[]
  /** What a device needs to ask it. */
  readonly scope: Scope
}

/**
 * Every request that the server answers, by method and path; the types of the API are made of this table. Names of things in
 * paths are ids out of lists, never paths of files.
 *
 * Contract: no answer grows with the history. Lists come in pages (`next` asks for the following one), texts come cut
 * (`CutText`) with the whole on request, and what is still too large is an error that says so.
 */
export const ROUTES = {
  'GET /api/me': { summary: 'Who is asking, and what this server is', response: server.me, scope: 'read' },
  'GET /api/projects': {
    summary: 'Projects, last active first',
    query: lists.pageQuery,
    response: lists.projectsPage,
    scope: 'read',
  },
  'GET /api/sessions': {
    summary: 'Sessions, last active first, filtered',
    query: lists.sessionsQuery,
    response: lists.sessionsPage,
    scope: 'read',
  },
  'GET /api/sessions/:session': {
    summary: 'One session as the list has it',
    response: lists.sessionItem,
    scope: 'read',
  },
  'GET /api/sessions/:session/view': {
    summary: 'Turns of a session, from the tail',
    query: reports.viewQuery,
    response: session.sessionView,
    scope: 'read',
  },
  'GET /api/sessions/:session/turns/:turn/steps': {
    summary: 'Steps of one turn',
    query: reports.stepsQuery,
    response: session.stepsPage,
    scope: 'read',
  },
  'GET /api/sessions/:session/resume': {
    summary: 'What a resume sends, message by message, from the tail',
    query: reports.resumeQuery,
    response: reports.resumePage,
    scope: 'read',
  },
  'GET /api/sessions/:session/left-out': {
    summary: 'Entries that a resume leaves out for one reason, a line each',
    query: reports.leftOutQuery,
    response: reports.leftOutPage,
    scope: 'read',
  },
  'GET /api/sessions/:session/entries': {
    summary: 'Entries of the file as they stand, from the tail',
    query: reports.entriesQuery,
    response: reports.entriesPage,
    scope: 'read',
  },
  'GET /api/sessions/:session/entries/:entry': {
    summary: 'One entry, by its byte offset or its uuid',
    query: z.strictObject({ ...reports.revealQuery.shape, ...reports.agentQuery.shape }),
    response: reports.rawEntry,
    scope: 'read',
  },
  'GET /api/sessions/:session/entries/:entry/place': {
    summary: 'Where an entry stands in the view',
    query: reports.agentQuery,
    response: reports.entryPlace,
    scope: 'read',
  },
  'GET /api/sessions/:session/entries/:entry/text': {
    summary: 'A text that came cut, in pages',
    query: reports.textQuery,
    response: reports.textPage,
    scope: 'read',
  },
  'GET /api/sessions/:session/entries/:entry/images/:index': {
    summary: 'A picture of an entry; what is no raster image comes as a download',
    query: reports.agentQuery,
    download: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/octet-stream'],
    scope: 'read',
  },
  'GET /api/sessions/:session/agents': {
    summary: 'Sub-agents of a session, one below the other',
    response: reports.agents,
    scope: 'read',
  },
  'GET /api/projects/:project/agent-sessions/:agent': {
    summary: 'Turns of a sub-agent, from the tail',
    query: reports.viewQuery,
    response: session.sessionView,
    scope: 'read',
  },
  'GET /api/sessions/:session/tree': {
    summary: 'Turns with the branches, sub-agents and compactions at each',
    response: reports.sessionTree,
    scope: 'read',
  },
  'GET /api/sessions/:session/files': {
    summary: 'Files that the session changed, with the net differences',
    response: reports.sessionFiles,
    scope: 'read',
  },
  'GET /api/sessions/:session/context': {
    summary: 'What fills the window, and how that grew',
    query: reports.contextQuery,
    response: reports.sessionContext,
    scope: 'read',
  },
  'GET /api/sessions/:session/trace': {
    summary: 'Spans of turns, generations, tools and sub-agents',
    query: reports.traceQuery,
    response: reports.traceView,
    scope: 'read',
  },
  'GET /api/sessions/:session/doctor': {
    summary: 'What is wrong with the session, and what a resume would lose',
    response: reports.doctorView,
    scope: 'read',
  },
  'GET /api/sessions/:session/compare': {
    summary: 'Two lines of the conversation from where they part',
    query: reports.compareQuery,
    response: reports.comparison,
    scope: 'read',
  },
  'GET /api/sessions/:session/export': {
    summary: 'The whole session as a page, as Markdown or as JSON',
    query: reports.exportQuery,
    download: ['text/html', 'text/markdown', 'application/json'],
    scope: 'read',
  },
  'GET /api/search': {
    summary: 'Entries of all sessions, newest first',
    query: lists.searchQuery,
    response: lists.searchPage,
    scope: 'read',
  },
  'GET /api/searches': {
    summary: 'Saved searches',
    response: z.strictObject({ searches: z.array(lists.savedSearch) }),
    scope: 'read',
  },
  'GET /api/usage': {
    summary: 'Tokens and cost by time, session, project, model, tool or five-hour block',
    query: usageQuery,
    response: usageReport,
    scope: 'read',
  },
  'GET /api/health': { summary: 'What is indexed and archived', response: server.health, scope: 'read' },
  'GET /api/devices': {
    summary: 'Devices that may ask',
    response: z.strictObject({ devices: z.array(changes.device) }),
    scope: 'read',
  },
  'GET /api/live': { summary: 'The stream of events', download: ['text/event-stream'], scope: 'read' },
  'GET /api/openapi.json': { summary: 'This table', download: ['application/json'], scope: 'read' },

  'POST /api/live/:client': {
    summary: 'What a stream tells from now on',
    body: changes.subscriptions,
    response: done,
    // It changes what the client itself is told, and nothing else.
    scope: 'read',
  },
  'POST /api/sessions/:session/seen': {
    summary: 'The session was read up to a time',
    body: changes.seen,
    response: done,
    scope: 'all',
  },
  'POST /api/sessions/:session/title': {
    summary: 'Gives a session a title',
    body: changes.title,
    response: done,
    scope: 'all',
  },
  'POST /api/sessions/:session/tags': {
    summary: 'Gives a session a tag, or takes it away',
    body: changes.tags,
    response: done,
    scope: 'all',
  },
  'POST /api/sessions/:session/archive': {
    summary: 'Keeps a copy of the session',
    body: changes.nothing,
    response: done,
    scope: 'all',
  },
  'POST /api/sessions/:session/restore': {
    summary: 'Gives an archived session back',
    body: changes.nothing,
    response: done,
    scope: 'all',
  },
  'POST /api/sessions/:session/edits': {
    summary: 'A new session made from this one, or the plan of it',
    body: changes.edit,
    response: changes.editAnswer,
    scope: 'all',
  },
  'PUT /api/searches/:name': {
    summary: 'Keeps a search under a name',
    body: changes.search,
    response: done,
    scope: 'all',
  },
  'DELETE /api/searches/:name': { summary: 'Forgets a search', response: done, scope: 'all' },
  'POST /api/pairings': {
    summary: 'A one-time address for another device',
    body: changes.pairing,
    response: changes.pairingAnswer,
    scope: 'all',
  },
  'DELETE /api/devices/:device': { summary: 'Shuts a device out', response: done, scope: 'all' },
} as const satisfies Readonly<Record<string, Route>>

/** What stands in paths. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  session: id,
  project: id,
  agent: id,
  turn: number,
  /** A byte offset or a uuid. */
  entry: z.string().regex(/^[\w-]{1,100}$/, 'is no byte offset and no uuid'),
  index: number,
  name: z.string().regex(/^[\w-]{1,64}$/, 'has other signs than letters, digits, - and _'),
  device: id,
  client: id,
}

/** The schema of the parts of a path that are names. */
export function paramsOf(name: RouteName): z.ZodObject {
  const names = Array.from(name.matchAll(/:(\w+)/g), ([, param]) => param)
  return z.strictObject(Object.fromEntries(names.map((param) => [param, PARAMS[param]])))
}
