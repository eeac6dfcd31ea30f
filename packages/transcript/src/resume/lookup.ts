import { basenameOf, folderOf, resolvePath } from './lookup-path.ts'
import type { ConversationEnd, SessionFacts } from './lookup-facts.ts'
import { rulesFor } from './rules.ts'

/**
 * Which session `claude -p --resume <name>` or `--continue` takes, and where it goes on writing.
 *
 * The recordings that hold this are in docs/conformance.md, scenario `lookup`. Observed on Linux: paths are POSIX
 * paths. Only sessions that are not open in another process were looked up.
 */

/** A transcript as it lies on disk. */
export interface SessionFile {
  /** Absolute path. */
  readonly path: string
  /** Modification time in milliseconds; a finer one may be a fraction. */
  readonly changed: number
  readonly facts: SessionFacts
  /** `customTitle` of the `custom-title.json` in the folder that is named as the session. */
  readonly sidecarTitle?: string
}

export interface SessionListing {
  /** The folder `projects/` of the config root. */
  readonly projects: string
  /** The real path of the directory the program is started in. */
  readonly cwd: string
  /** The folder under `projects` that is named by the slug of `cwd`. */
  readonly own: string
  /** Files under `projects`, and those that can be named by a path. */
  readonly files: readonly SessionFile[]
}

export interface SessionRequest {
  /** The value of `--resume`; null asks for the newest session (`--continue`, which goes before `--resume`). */
  readonly name: string | null
  /** `--fork-session`. */
  readonly fork?: boolean
}

/**
 * Where the run writes; `id` is null where it makes up a new one. An older version takes the id from a row as it
 * stands, `../` included: it is hostile like everything else in a transcript.
 */
export interface LookupPlace {
  readonly folder: string
  readonly id: string | null
}

export type LookupRefusal =
  /** The session is not there, or holds no conversation. */
  | 'no-conversation'
  /** Neither a session id nor a path, in a version that knows no titles. */
  | 'not-an-id'
  | 'no-such-title'
  | 'several-with-this-title'
  /** The name was taken for a web address: anything that begins with a word and a colon. */
  | 'taken-for-an-address'

export type FoundSession =
  | { readonly kind: 'resumes'; readonly file: string; readonly appendsTo: LookupPlace }
  /** A run that sends nothing of a past; `appendsTo` may name a session all the same. */
  | { readonly kind: 'begins'; readonly appendsTo: LookupPlace }
  | { readonly kind: 'refuses'; readonly reason: LookupRefusal }
  /** It never comes to an end, because of a cycle of parents in any session it lists. */
  | { readonly kind: 'hangs' }

export interface LookupOptions {
  /** The version of Claude Code that is started; the newest known by default. */
  readonly version?: string
}

/** Contract: the facts of `listing` were read for the same version. */
export function findSession(
  listing: SessionListing,
  request: SessionRequest,
  options: LookupOptions = {},
): FoundSession {
  const modern = rulesFor(options.version).shaping === 'modern'
  const find = modern ? modernLookup : classicLookup
  const found = request.name === null ? find.newest(listing) : find.named(listing, request.name)
  if (found.kind === 'refuses' || found.kind === 'hangs' || request.fork !== true) return found
  return { ...found, appendsTo: newSession(listing) }
}

interface Lookup {
  newest(listing: SessionListing): FoundSession
  named(listing: SessionListing, name: string): FoundSession
}

/** 2.1.325. */
const modernLookup: Lookup = {
  newest(listing) {
    const listed = listedSessions(listing)
      // An empty file passes, which looks like an oversight: the new conversation is then written into it.
      .filter(({ facts }) => facts.chained || facts.size === 0)
      .toSorted((one, other) => other.changed - one.changed)
    if (listed.length === 0) return { kind: 'begins', appendsTo: newSession(listing) }
    return inItsFile(listed[0])
  },

  named(listing, given) {
    const name = given.trim()
    if (/\.jsonl$/i.test(name)) return modernByPath(listing, resolvePath(listing.cwd, name))
    if (isAddress(name)) return refuses('taken-for-an-address')
    if (isUuid(name)) return modernById(listing, name)
    const titled = listedSessions(listing).filter((file) => fold(titleOf(file)) === fold(name))
    if (name === '' || titled.length === 0) return refuses('no-such-title')
    return titled.length > 1 ? refuses('several-with-this-title') : unlessWithoutPast(titled[0])
  },
}

/** What titles and `--continue` are looked up in. */
function listedSessions({ files, own }: SessionListing): SessionFile[] {
  return files.filter(
    ({ path, facts }) => folderOf(path) === own && isUuid(idOf(path)) && !facts.markedAsSide,
  )
}

function titleOf({ facts, sidecarTitle }: SessionFile): string {
  return facts.customTitle ?? (sidecarTitle || facts.aiTitle || '')
}

function fold(title: string): string {
  return title.trim().toLowerCase()
}

/** The own folder's file where it holds any row, else the one of all other projects in which somebody speaks. */
function modernById({ files, own, projects }: SessionListing, id: string): FoundSession {
  const named = files.filter(({ path }) => basenameOf(path) === `${id}.jsonl`)
  const ownFile = named.find(({ path }) => folderOf(path) === own)
  if (ownFile !== undefined && ownFile.facts.loads !== 'nothing') return unlessWithoutPast(ownFile)
  const others = named.filter(
    ({ path, facts }) => path !== ownFile?.path && isIn(projects, path) && facts.loads === 'speech',
  )
  return others.length === 1 ? unlessWithoutPast(others[0]) : refuses('no-conversation')
}

function isIn(projects: string, path: string): boolean {
  return folderOf(folderOf(path)) === projects
}

/** The session goes on beside the file, under the id its tip names; the file itself is not written unless it has that name. */
function modernByPath(listing: SessionListing, path: string): FoundSession {
  const file = listing.files.find((candidate) => candidate.path === path)
  if (file === undefined || file.facts.past === 'none') return refuses('no-conversation')
  const { tipSessionId } = file.facts
  const isUsable = tipSessionId === null || isUuid(tipSessionId)
  const appendsTo = isUsable ? { folder: folderOf(path), id: tipSessionId } : newSession(listing)
  return withPast(file, appendsTo)
}

function unlessWithoutPast(file: SessionFile): FoundSession {
  return file.facts.past === 'none' ? refuses('no-conversation') : inItsFile(file)
}

function inItsFile(file: SessionFile): FoundSession {
  return withPast(file, { folder: folderOf(file.path), id: idOf(file.path) })
}

function withPast(file: SessionFile, appendsTo: LookupPlace): FoundSession {
  return file.facts.past === 'some'
    ? { kind: 'resumes', file: file.path, appendsTo }
    : { kind: 'begins', appendsTo }
}

/** 2.0.76. */
const classicLookup: Lookup = {
  newest(listing) {
    const inOrder = listing.files
      .filter(({ path }) => folderOf(path) === listing.own && path.endsWith('.jsonl'))
      .toSorted((one, other) => (basenameOf(one.path) < basenameOf(other.path) ? -1 : 1))
    const ends: { file: SessionFile; end: ConversationEnd }[] = []
    for (const file of inOrder) {
      if (file.facts.ends === null) return { kind: 'hangs' }
      for (const end of file.facts.ends) ends.push({ file, end })
    }
    if (ends.length === 0) return { kind: 'begins', appendsTo: newSession(listing) }
    ends.sort((one, other) => newerFirst(one.end, other.end))
    const [{ file, end }] = ends
    return withPast(file, { folder: listing.own, id: end.sessionId })
  },

  named(listing, name) {
    if (name.endsWith('.jsonl')) return classicByPath(listing, resolvePath(listing.cwd, name))
    if (isAddress(name)) return { kind: 'begins', appendsTo: newSession(listing) }
    if (!isUuid(name)) return refuses('not-an-id')
    const file = listing.files.find(({ path }) => path === `${listing.own}/${name}.jsonl`)
    return file === undefined ? refuses('no-conversation') : unlessWithoutPast(file)
  },
}

/** By the last row, then by the first. Without a valid time a row compares equal to every other, as NaN does here. */
function newerFirst(one: ConversationEnd, other: ConversationEnd): number {
  const byEnd = other.time - one.time
  return byEnd === 0 ? other.firstTime - one.firstTime : byEnd
}

/** A sub-agent's file is sent too, and a file that is not there is no reason to stop. */
function classicByPath(listing: SessionListing, path: string): FoundSession {
  const file = listing.files.find((candidate) => candidate.path === path)
  const appendsTo = newSession(listing)
  if (file === undefined || file.facts.loads !== 'speech') return { kind: 'begins', appendsTo }
  return { kind: 'resumes', file: file.path, appendsTo }
}

function newSession({ own }: SessionListing): LookupPlace {
  return { folder: own, id: null }
}

function refuses(reason: LookupRefusal): FoundSession {
  return { kind: 'refuses', reason }
}

function idOf(path: string): string {
  return basenameOf(path).replace(/\.jsonl$/, '')
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** As far as a word and a colon make one; what else a URL parser asks for was not tried. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text)
}
