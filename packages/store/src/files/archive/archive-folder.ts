import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { storeError } from '../../store-error-of.ts'
import type { SkeinHome } from '../../home.ts'
import { makeHome } from '../../home.ts'
import type { BundleKind } from './bundle.ts'

export function manifestFolder({ archiveFolder }: SkeinHome, kind: BundleKind): string {
  return join(archiveFolder, kind)
}

export function objectsFolder({ archiveFolder }: SkeinHome): string {
  return join(archiveFolder, 'objects')
}

/** Where files are written before they get their name. */
export function incomingFolder({ archiveFolder }: SkeinHome): string {
  return join(archiveFolder, 'incoming')
}

/** Makes the folders of the archive, for its owner only, and the page that explains it. */
export async function makeArchive(home: SkeinHome): Promise<void> {
  makeHome(home)
  try {
    for (const folder of ['objects', 'sessions', 'projects', 'incoming'])
      mkdirSync(join(home.archiveFolder, folder), { recursive: true, mode: 0o700 })
    const readme = join(home.archiveFolder, 'README.txt')
    if (!existsSync(readme)) await writeDurably(home, readme, Buffer.from(README))
  } catch (error) {
    throw storeError(error, home.archiveFolder)
  }
}

/**
 * Writes a file under its final name at once and in full, or not at all. The name itself survives a
 * power cut only after its folder was synced.
 */
export async function writeDurably(home: SkeinHome, path: string, bytes: Uint8Array): Promise<void> {
  const incoming = join(incomingFolder(home), randomBytes(12).toString('hex'))
  try {
    const handle = await open(incoming, 'wx', 0o600)
    try {
      await writeAll(handle, bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(incoming, path)
  } catch (error) {
    await rm(incoming, { force: true })
    throw storeError(error, home.archiveFolder)
  }
}

export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
}

/** Makes names in a folder last through a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; it keeps names by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const README = `This is Skein's archive: copies of Claude Code's sessions, kept after Claude Code deletes them.
It can be read without Skein, with nothing but a text viewer, gunzip and cat.

  sessions/<session id>.<place>.<check>.json    what is kept of a session
  projects/<project>.<place>.<check>.json       what is kept of a project (its memory)
  objects/<first two digits>/<sha256>.gz        the contents, in pieces of at most 1 MiB

A manifest (.json) lists the files of a session. "path" is relative to "root", the config folder the
file stood in. A file has one version or more, oldest first; a version lists its pieces ("chunks"),
each named by the SHA-256 of its uncompressed bytes. To get a version back by hand, unpack its pieces
in order and put them together:

  for c in <chunk> <chunk> ...; do gunzip -c objects/$(echo $c | cut -c1-2)/$c.gz; done > restored.jsonl

and compare: "sha256sum restored.jsonl" must say the version's "sha256".

Put it at <root>/<path> to let Claude Code resume it. Claude Code deletes sessions by the time of
their last change: a file that keeps its old time is deleted again.

Where a session has several manifests, two programs archived it at the same moment; each is true, and
together they hold everything. "incoming" holds files that are being written; nothing refers to them.
`
