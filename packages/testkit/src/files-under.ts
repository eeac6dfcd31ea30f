import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The bytes of every file below a folder, by relative path with `/` between folders; none where there is no folder. */
export async function filesUnder(folder: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(absentAsEmpty)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[relative(folder, path).split(sep).join('/')] = new Uint8Array(await readFile(path))
  }
  return files
}

function absentAsEmpty(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
