import type { ArchivedTranscript } from '../../files/archive/archived.ts'
import type { FoundTranscript } from '../../files/discovery/found.ts'
import type { FileLook } from '../../files/state/file-look.ts'
import { isSameLook } from '../../files/state/file-state.ts'

/** A file as the catalogue knows it. */
export interface KnownFile extends FileLook {
  readonly id: number
  readonly path: string
  readonly root: string
  readonly place: 'disk' | 'archive'
}

/** A transcript whose bytes may differ from what the catalogue knows, and where they are. */
export interface Candidate extends FoundTranscript {
  readonly place: 'disk' | 'archive'
}

export interface Plan {
  readonly read: readonly Candidate[]
  /** Gone from disk, but the archive has exactly what was read. */
  readonly archived: readonly KnownFile[]
  /** Gone altogether. */
  readonly gone: readonly KnownFile[]
}

export interface Sight {
  readonly found: readonly FoundTranscript[]
  readonly archived: readonly ArchivedTranscript[]
  /** Whether a file that is known and was not found is gone: its folder may only be out of sight. */
  readonly isGone: (file: KnownFile) => boolean
}

/** What has to be done so that the catalogue shows what is there. Nothing but names, sizes and times is looked at. */
export function planOf(known: readonly KnownFile[], { found, archived, isGone }: Sight): Plan {
  const byPath = new Map(known.map((file) => [file.path, file]))
  const present = new Set<string>()
  const read: Candidate[] = []
  for (const transcript of found) {
    present.add(transcript.path)
    const file = byPath.get(transcript.path)
    if (file?.place !== 'disk' || !isSameLook(file, transcript)) read.push({ ...transcript, place: 'disk' })
  }
  const moved: KnownFile[] = []
  for (const transcript of archived) {
    const file = byPath.get(transcript.path)
    if (present.has(transcript.path) || (file !== undefined && !isGone(file))) continue
    present.add(transcript.path)
    const candidate: Candidate = { ...transcript, inode: 0, place: 'archive' }
    if (isSame(file, candidate)) continue
    const isWhatWasRead =
      file?.place === 'disk' && isSame(file, { ...candidate, place: 'disk', inode: file.inode })
    if (isWhatWasRead) moved.push(file)
    else read.push(candidate)
  }
  const gone = known.filter((file) => !present.has(file.path) && isGone(file))
  return { read, archived: moved, gone }
}

/** Whether what was read of a file is all there is to it. */
export function isSame(file: Omit<KnownFile, 'id' | 'path' | 'root'> | undefined, now: Candidate): boolean {
  return file !== undefined && file.place === now.place && isSameLook(file, now)
}
