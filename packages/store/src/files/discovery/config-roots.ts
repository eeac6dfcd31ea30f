import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Environment } from '../../home.ts'

/**
 * The config roots of a machine: `$CLAUDE_CONFIG_DIR` (several, with commas between), else those of
 * `~/.claude` and `~/.config/claude` that exist; and `extra` ones, which the user named.
 *
 * Each is the real path, and each stands here once: two names of one folder would show everything twice.
 * A folder that somebody named stays in the list when it does not exist, so that discovery can say so.
 */
export function configRoots(env: Environment, extra: readonly string[] = []): string[] {
  const home = env['HOME'] || homedir()
  const named = (env['CLAUDE_CONFIG_DIR'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const standard = [join(home, '.claude'), join(home, '.config', 'claude')].filter((path) => existsSync(path))
  const all = [...(named.length > 0 ? named : standard), ...extra]
  return [...new Set(all.map((path) => realPath(expanded(path, home))))]
}

function expanded(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(path)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It does not exist, or cannot be looked at: discovery reports it under the name that was given.
    return path
  }
}
