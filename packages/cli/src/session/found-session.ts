import type { FoundSession, Store } from '@skein/store'
import { SkeinError } from '../errors.ts'
import { ago } from '../terminal/ago.ts'
import { inertLine } from '../terminal/inert.ts'
import { shownLine } from './shown-line.ts'

/** The one session that a name stands for; none or several are a `SkeinError` that lists what is near. */
export function foundSession(store: Store, name: string): FoundSession {
  const finding = store.find(name)
  if (finding.kind === 'one') return finding.session
  if (finding.kind === 'none')
    throw new SkeinError('usage', `no session is called ${name}`, {
      remedy: 'name an id, the beginning of one, a title, @last or a path; `skein ls` lists them',
    })
  const listed = finding.sessions.slice(0, MOST_CANDIDATES).map(candidate)
  const rest = finding.sessions.length - listed.length
  throw new SkeinError('usage', `${name} could be ${finding.sessions.length} sessions`, {
    remedy: 'name one by more of its id',
    details: [...listed, ...(rest > 0 ? [`… and ${rest} more`] : [])],
  })
}

const MOST_CANDIDATES = 10

function candidate({ id, title, lastTime, path }: FoundSession): string {
  return `${id}  ${ago(lastTime, Date.now())}  ${shownLine(title).slice(0, 60) || inertLine(path)}`
}
