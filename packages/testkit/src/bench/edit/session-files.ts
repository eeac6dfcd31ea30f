import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The transcripts of a session, its sub-agents' included, and its other files. */
export function sessionFiles(path: string): { readonly transcripts: string[]; readonly others: string[] } {
  const all = [path, ...filesBelow(path.replace(/\.jsonl$/, ''))]
  return {
    transcripts: all.filter((file) => file.endsWith('.jsonl')),
    others: all.filter((file) => !file.endsWith('.jsonl')),
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    // It has no folder of its own.
    return []
  }
}
