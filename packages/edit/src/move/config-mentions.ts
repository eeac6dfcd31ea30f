import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../json.ts'
import type { Renaming } from './find-moving.ts'
import { movedPath } from './moved-path.ts'

/** A file of Claude Code's own configuration that names the old folder. */
export interface ConfigMentions {
  readonly path: string
  /** Its first keys below which the folder is named; never what stands there, since tokens do too. */
  readonly keys: readonly string[]
}

/** Where the configuration in a config root names the old folder or one below it. */
export function configMentions(renaming: Renaming): ConfigMentions[] {
  const path = join(renaming.root, '.claude.json')
  const keys = Object.entries(readObject(path))
    .filter(([, value]) => names(value, renaming))
    .map(([key]) => key)
  return keys.length === 0 ? [] : [{ path, keys }]
}

function names(value: unknown, renaming: Renaming): boolean {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && movedPath(next, renaming) !== null) return true
    if (Array.isArray(next)) waiting.push(...(next as unknown[]))
    else if (isObject(next)) waiting.push(...Object.keys(next), ...Object.values(next))
  }
  return false
}

function readObject(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(value) ? value : {}
  } catch {
    // Most roots have none, and a damaged one is Claude Code's to mend.
    return {}
  }
}
