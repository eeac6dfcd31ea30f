import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeHome, tryProcessLock, type SkeinHome } from '@skein/store'
import { z } from 'zod'

/** Where the server of a data directory is, in `server.json`: what other runs of `skein` have to know. */
export interface ServerRecord {
  readonly pid: number
  readonly port: number
  /** Where this machine opens it: origin and base path. */
  readonly url: string
  /** Where other devices open it; null where they cannot. */
  readonly publicUrl: string | null
  /** ms */
  readonly started: number
}

/** The right to be the server of a data directory; it ends with the process, however that ends. */
export interface ServerClaim {
  announce(record: ServerRecord): void
  release(): void
}

/** Null where another process is the server. */
export function claimServer(home: SkeinHome): ServerClaim | null {
  makeHome(home)
  const lock = tryProcessLock(join(home.folder, 'server.lock'))
  if (lock === null) return null
  const file = recordFile(home)
  // One that was killed leaves its record behind.
  rmSync(file, { force: true })
  return {
    announce: (record) => {
      writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    release: () => {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

/**
 * Where the running server is; null where none runs. One that has just started may not have said so yet: it is waited for.
 */
export async function findServer(
  home: SkeinHome,
  pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, 50)),
): Promise<ServerRecord | null> {
  for (;;) {
    const record = readRecord(home)
    const claim = claimless(home)
    if (claim) return null
    if (record !== null) return record
    await pause()
  }
}

/** Whether nobody is the server now. */
function claimless(home: SkeinHome): boolean {
  makeHome(home)
  const lock = tryProcessLock(join(home.folder, 'server.lock'))
  lock?.release()
  return lock !== null
}

function readRecord(home: SkeinHome): ServerRecord | null {
  try {
    return RECORD.parse(JSON.parse(readFileSync(recordFile(home), 'utf8')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'ENOENT'
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    return null
  }
}

const RECORD = z.object({
  pid: z.number(),
  port: z.number(),
  url: z.string(),
  publicUrl: z.string().nullable(),
  started: z.number(),
})

function recordFile(home: SkeinHome): string {
  return join(home.folder, 'server.json')
}
