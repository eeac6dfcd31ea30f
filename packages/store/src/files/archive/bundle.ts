import { createHash } from 'node:crypto'
import { join, sep } from 'node:path'

/** What one manifest holds: the files of a session at its place, or what belongs to a project as a whole. */
export interface Bundle {
  /** The config root, an absolute path. */
  readonly root: string
  /** Name of the folder under `projects/`. */
  readonly project: string
  /** `null`: the project's memory. */
  readonly session: string | null
}

export type BundleKind = 'sessions' | 'projects'

export function bundleKind({ session }: Bundle): BundleKind {
  return session === null ? 'projects' : 'sessions'
}

/**
 * How the manifests of a bundle begin: its name for people, then a hash of the whole place, because
 * one session can stand in two config roots and two names can look alike on some disks.
 */
export function bundleStem(bundle: Bundle): string {
  const place = JSON.stringify([bundle.root, bundle.project, bundle.session])
  const key = createHash('sha256').update(place).digest('hex').slice(0, 16)
  return `${encodedName(bundle.session ?? bundle.project)}.${key}.`
}

/** A name as it may stand in a file name: letters, digits, `-`, `_` and `%`, no dot, at most 100. */
export function encodedName(name: string): string {
  const encoded = encodeURIComponent(Buffer.from(name).toString())
  return encoded.replaceAll(/[.!'()*~]/g, percentEncoded).slice(0, 100)
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** A file of a bundle as its manifest names it: relative to the config root, parts joined by `/`. */
export function absolutePath(root: string, path: string): string {
  return join(root, ...path.split('/'))
}

/**
 * Whether a bundle may hold a file of this path. Manifests are not trusted: whatever names another
 * session's files, or leaves the config root, is refused.
 */
export function belongsTo({ project, session }: Bundle, path: string): boolean {
  const parts = path.split('/')
  if (!parts.every(isPlainName)) return false
  const [top, second, third] = parts
  if (session === null)
    return top === 'projects' && second === project && third === 'memory' && parts.length > 3
  switch (top) {
    case 'projects':
      if (second !== project || parts.length < 3) return false
      return parts.length > 3 ? third === session : third === `${session}.jsonl` || isFlatAgent(third)
    case 'file-history':
    case 'tasks':
      return parts.length > 2 && second === session
    case 'todos':
      return parts.length === 2 && second.startsWith(session)
    case 'plans':
    case 'paste-cache':
      return parts.length === 2
    default:
      return false
  }
}

/** Sidecars that other sessions use too: a restore leaves them as they are where they are. */
export function isShared(path: string): boolean {
  return /^(?:plans|paste-cache)\/|^projects\/[^/]+\/memory\//.test(path)
}

export function isFlatAgent(name: string): boolean {
  return /^agent-.+\.(?:jsonl|meta\.json)$/.test(name)
}

/** A part of a path that is a name and nothing else, on any system. */
export function isPlainName(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || /[/\0]/.test(part)) return false
  return sep === '/' || !/[\\:]/.test(part)
}
