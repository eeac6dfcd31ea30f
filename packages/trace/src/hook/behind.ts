import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sessionInHead } from '@skein/store'
import type { SessionToExport } from './drain.ts'

export interface BehindSeams {
  /** Transcripts that the ledger knows to have open turns. */
  readonly openTranscripts: () => readonly string[]
  /** Whether the ledger has seen a transcript up to this size. */
  readonly isSeen: (transcript: string, size: number) => boolean
  /** Since when the project of this transcript folder is traced. */
  readonly since: (folderName: string) => number
  /** Whether a running Claude Code has the session open. */
  readonly isLive: (transcript: string) => boolean
  readonly now: number
  /** A look at one session failed; the others are none the worse for it. */
  readonly failed: (error: unknown) => void
}

/**
 * Sessions that are behind though no hook said so: their Stop never came, since the program was killed, or it came while
 * nothing could be sent.
 *
 * They are: the session that a new file goes on with (its first row still has the old session's id), those that the ledger knows
 * to have open turns, and those of the same project that were written to since it is traced and have not been seen to the end.
 */
export function sessionsBehind(transcripts: readonly string[], seams: BehindSeams): SessionToExport[] {
  const found = new Map<string, SessionToExport>()
  const open = new Set(seams.openTranscripts())
  const add = (transcript: string, isOver: boolean): void => {
    try {
      look(transcript, isOver)
    } catch (error) {
      seams.failed(error)
    }
  }
  const look = (transcript: string, isOver: boolean): void => {
    const file = statSync(transcript, { throwIfNoEntry: false })
    if (file === undefined || !file.isFile() || transcripts.includes(transcript)) return
    const isLeft = isOver || seams.now - file.mtimeMs > QUIET_MS
    const isSettled =
      (isLeft && !seams.isLive(transcript)) || (found.get(transcript)?.settledAt ?? null) !== null
    // What has not changed since it was read has nothing new, unless a turn waits in it that nobody will finish.
    if (seams.isSeen(transcript, file.size) && !(isSettled && open.has(transcript))) return
    const settledAt = isSettled ? file.size : null
    found.set(transcript, { session: basename(transcript, '.jsonl'), transcript, settledAt })
  }
  for (const transcript of transcripts) {
    const old = firstSession(transcript)
    if (old !== null && old !== basename(transcript, '.jsonl'))
      add(join(dirname(transcript), `${old}.jsonl`), true)
  }
  for (const transcript of open) add(transcript, false)
  for (const folder of new Set(transcripts.map((transcript) => dirname(transcript))))
    for (const transcript of changedIn(folder, seams)) add(transcript, false)
  return [...found.values()].slice(0, MOST)
}

/** An hour without a row, and no process that has it open. */
const QUIET_MS = 3_600_000
/** The rest is for the next turn: a look after others must not hold this one up for long. */
const MOST = 50

/** Newest first. */
function changedIn(folder: string, { since, failed }: BehindSeams): string[] {
  const start = since(basename(folder))
  const changed: { transcript: string; time: number }[] = []
  for (const name of namesIn(folder)) {
    const transcript = join(folder, name)
    try {
      const time = statSync(transcript).mtimeMs
      if (time >= start) changed.push({ transcript, time })
    } catch (error) {
      failed(error)
    }
  }
  return changed.toSorted((a, b) => b.time - a.time).map(({ transcript }) => transcript)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
  } catch {
    // Gone with its project.
    return []
  }
}

/** The session that the first row was written in, where its name can be a file's. */
function firstSession(transcript: string): string | null {
  const name = sessionInHead(transcript)
  return name !== null && /^[\w-]{1,64}$/.test(name) ? name : null
}
