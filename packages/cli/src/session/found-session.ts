import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { longestCopy, type Finding, type FoundSession, type Store } from '@skein/store'
import { fileError, SkeinError } from '../errors.ts'
import { say } from '../store/say.ts'
import { ago } from '../terminal/ago.ts'
import { inertLine } from '../terminal/inert.ts'
import { shorten } from '../terminal/wrap.ts'
import { isPath } from './is-path.ts'
import { shownLine } from './shown-line.ts'

/** What a session is looked for. Where several copies are one to a reader, it matters to others which of them is meant. */
export type Purpose = 'read' | 'restore' | 'edit'

/**
 * The one session that a name stands for; none or several are a `SkeinError` that lists what is near. Whose fault that is: for
 * edits the data's, else the command line's.
 */
export async function foundSession(
  store: Store,
  name: string,
  purpose: Purpose = 'read',
): Promise<FoundSession> {
  const fault = purpose === 'edit' ? 'data' : 'usage'
  const finding = await findingOf(store, name)
  if (finding.kind === 'one') return finding.session
  if (finding.kind === 'several') {
    const copy = purpose === 'read' ? longestOfOne(store, finding.sessions) : null
    if (copy !== null) return copy
    throw ambiguous(name, finding.sessions, fault)
  }
  if (name === '@last')
    throw new SkeinError('data', 'there are no sessions yet', {
      remedy: '`skein ls` says where they were looked for, `skein demo` shows those that come with Skein',
    })
  if (isPath(name)) throw unknownFile(name)
  throw new SkeinError(fault, `no session is called "${name}"`, {
    remedy: 'name an id, the beginning of one, a title, @last or a path; `skein ls` lists them',
  })
}

async function findingOf(store: Store, name: string): Promise<Finding> {
  if (!isPath(name)) return store.find(name)
  // The catalogue knows a transcript by its whole path.
  const byPath = await store.find(resolve(name))
  return byPath.kind === 'none' && !name.endsWith('.jsonl') ? store.find(name) : byPath
}

/** Copies of one session, of which the longest has all that any of them has: that one, the newest of equals. */
function longestOfOne(store: Store, sessions: readonly FoundSession[]): FoundSession | null {
  const [first, ...others] = sessions
  if (first === undefined || others.some(({ id }) => id !== first.id)) return null
  const longest = longestCopy(store.home, [first, ...others])
  if (longest !== null)
    say(`${longest.id} has ${sessions.length} copies; this is the one with all entries: ${longest.path}`)
  return longest
}

/** A path that leads to nothing, to no file, or to a file that is none of the known sessions'. */
function unknownFile(name: string): SkeinError {
  try {
    const stats = statSync(name)
    if (stats.isDirectory()) return fileError(Object.assign(new Error('a folder'), { code: 'EISDIR' }), name)
  } catch (error) {
    return fileError(error, name)
  }
  return new SkeinError('data', `${name} is none of the sessions that Skein looks after`, {
    remedy: 'it has to stand in a Claude config folder; --root names others',
  })
}

function ambiguous(name: string, sessions: readonly FoundSession[], fault: SkeinError['code']): SkeinError {
  const listed = sessions.slice(0, MOST_CANDIDATES)
  const rest = sessions.length - listed.length
  // A session can stand in two projects under one id: only the path tells them apart.
  const isOne = new Set(sessions.map(({ id }) => id)).size === 1
  return new SkeinError(fault, `"${name}" could be ${sessions.length} sessions`, {
    remedy: isOne ? 'name one by its path' : 'name one by more of its id',
    details: [...listed.map(isOne ? byPath : byId), ...(rest > 0 ? [`… and ${rest} more`] : [])],
  })
}

const MOST_CANDIDATES = 10

function byId({ id, title, lastTime, path }: FoundSession): string {
  return `${id}  ${ago(lastTime, Date.now())}  ${shorten(shownLine(title), 60) || inertLine(path)}`
}

function byPath({ title, lastTime, path }: FoundSession): string {
  return `${path}  ${ago(lastTime, Date.now())}  ${shorten(shownLine(title), 60)}`
}
