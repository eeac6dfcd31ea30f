import { statSync } from 'node:fs'

/** What looks like a path is one, so that a mistyped path is told as such; a file of any name in the folder is too. */
export function isPath(name: string): boolean {
  if (name === '-' || name.endsWith('.jsonl') || /[\\/]/.test(name)) return true
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === false
}
