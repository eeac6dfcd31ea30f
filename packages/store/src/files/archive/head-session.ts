import { open } from 'node:fs/promises'

/**
 * The session a flat sub-agent's transcript (2.0.x) belongs to: its name does not say, its first row
 * does. `null` where the beginning of the file cannot be read or names none.
 */
export async function headSession(path: string): Promise<string | null> {
  try {
    const handle = await open(path, 'r')
    try {
      const head = Buffer.alloc(HEAD)
      const { bytesRead } = await handle.read(head, 0, HEAD, 0)
      return /"sessionId":"([^"\\]{1,200})"/.exec(head.toString('utf8', 0, bytesRead))?.[1] ?? null
    } finally {
      await handle.close()
    }
  } catch {
    // Gone or not readable: archiving it will say so.
    return null
  }
}

/** Enough for the first row up to its `sessionId`: a prompt comes behind it. */
const HEAD = 16 * 1024
