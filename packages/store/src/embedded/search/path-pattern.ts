import { normalisePath } from '@skein/view'
import { foldText } from '../../reader/query/fold.ts'
import { nameFits } from './name-pattern.ts'
import type { NamePattern } from '../../reader/query/query.ts'

/** A path as it stands, or as either side of Windows and WSL would write it. */
export function pathFits(pattern: NamePattern, path: string): boolean {
  if (path === '') return false
  return nameFits(pattern, path) || nameFits(inOneSpelling(pattern), normalisePath(path))
}

/** The pattern as `normalisePath` would write the paths that it is about. */
export function inOneSpelling(pattern: NamePattern): NamePattern {
  const slashed = pattern.text.replaceAll('\\', '/')
  // Only what begins with a root has spellings; of all else every sign counts, a slash at the end too.
  if (!ROOT.test(slashed)) return { ...pattern, text: slashed }
  const end = slashed.endsWith('/') ? '/' : ''
  return { ...pattern, text: `${foldText(normalisePath(slashed)).replace(/\/$/, '')}${end}` }
}

const ROOT = /^(?:[a-z]:\/|\/(?:mnt|cygdrive)\/[a-z](?:\/|$)|\/\/)/i
