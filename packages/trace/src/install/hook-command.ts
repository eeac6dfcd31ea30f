import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface HookCommandOptions {
  readonly node: string
  /** `bin/skein.js` of this install. */
  readonly bin: string
  readonly path: string
  readonly platform: NodeJS.Platform
}

/**
 * The command line that settings get: `skein trace hook` where a shell finds this install by that name, which survives updates
 * of Skein and of Node; else both by their paths.
 */
export function hookCommand({ node, bin, path, platform }: HookCommandOptions): string {
  if (isOnPath(bin, path)) return 'skein trace hook'
  const quoted = platform === 'win32' ? windowsQuoted : shellQuoted
  return `${quoted(node)} ${quoted(bin)} trace hook`
}

/** The first one of that name is what a shell runs. */
function isOnPath(bin: string, path: string): boolean {
  for (const folder of path.split(delimiter)) {
    // npm and npx put these before the path, for their own programs only: Claude Code will not have them.
    if (folder === '' || /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)) continue
    try {
      return realpathSync(join(folder, 'skein')) === realpathSync(bin)
    } catch {
      // Not in this folder.
    }
  }
  return false
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function windowsQuoted(text: string): string {
  return `"${text}"`
}
