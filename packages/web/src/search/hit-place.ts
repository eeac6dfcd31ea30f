import type { Hit } from '@skein/server'
import { NO_LIST, sessionPlace, type ListState, type SessionPlace } from '../url/place.ts'

/** Where a hit opens: at its entry, with what was looked for still marked. */
export function hitPlace(hit: Hit, list: ListState = NO_LIST): SessionPlace {
  // A title stands in no entry of its own.
  const at = hit.field === 'title' && hit.key === 0 ? null : String(hit.key)
  return sessionPlace(hit.session, { agent: hit.agent, at, list })
}

/** What a hit was found in, in a word or two. */
export function hitField({ field, tool }: Hit): string {
  if (tool !== null && field === 'tool-input') return tool
  if (tool !== null && field === 'tool-result') return `${tool} result`
  return field.replaceAll('-', ' ')
}
