import type { Hit } from '@skein/server'
import { NO_LIST, sessionPlace, type ListState, type SessionPlace } from '../url/place.ts'

/** Where a hit of `q` opens: at its entry, with what was looked for marked, and the way to the next in the session. */
export function hitPlace(hit: Hit, q: string, list: ListState = NO_LIST): SessionPlace {
  // A title stands in no entry of its own.
  if (hit.field === 'title' && hit.key === 0) return sessionPlace(hit.session, { list })
  return sessionPlace(hit.session, { agent: hit.agent, at: String(hit.key), find: q, list })
}

/** What a hit was found in, in a word or two. */
export function hitField({ field, tool }: Hit): string {
  if (tool !== null && field === 'tool-input') return tool
  if (tool !== null && field === 'tool-result') return `${tool} result`
  return field.replaceAll('-', ' ')
}
