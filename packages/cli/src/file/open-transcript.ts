import { openNamed, openTranscript, type OpenBytes, type Relation } from '@skein/store'
import type { ByteSource, Transcript } from '@skein/transcript'
import { fileError, SkeinError } from '../errors.ts'
import { Progress } from '../terminal/progress.ts'

/** A transcript's structure, and its bytes behind it. */
export interface OpenTranscript {
  /** The path as it was given; `-` for standard input. */
  readonly file: string
  /** What it is called where `file` is not for showing: a session out of the archive, or a path that is hidden. */
  readonly original?: string
  readonly size: number
  readonly transcript: Transcript
  readonly source: ByteSource
  /** Its bytes as they are, where `source` masks them: for figures, and for who masks what is shown. */
  readonly plain?: ByteSource
  /** Lines of its rows where they are not the transcript's own: a branch has its entries' lines of the whole file. */
  readonly lines?: readonly number[]
  /** How texts that are not read through `source` (a folder, a name) are shown; as they are where it is absent. */
  readonly hide?: (text: string, name?: string) => string
  /** The title that the catalogue has of the session, one line: it may stand in a sidecar, or in another transcript. */
  readonly title?: string
  /** How the session hangs together with others, where the catalogue was asked for it. */
  readonly relations?: readonly Relation[]
  readonly close: () => void
}

/** The line of a row in the file. */
export function lineOf({ transcript, lines }: OpenTranscript, row: number): number {
  return lines === undefined ? transcript.scan.columns.line[row] : lines[row]
}

/**
 * Opens a file that is named on the command line, or a pipe; `-` is standard input. One that cannot be read, is empty or
 * holds no entry is a `SkeinError`.
 */
export function openNamedTranscript(file: string): OpenTranscript {
  return openShown(() => {
    try {
      return openNamed(file)
    } catch (error) {
      throw fileError(error, file)
    }
  })
}

/** Opens a transcript to be shown, with its progress on the terminal. One that is empty or holds no entry is a `SkeinError`. */
export function openShown(
  open: () => OpenBytes,
  options: { readonly closed?: 'between' } = {},
): OpenTranscript {
  const progress = new Progress()
  try {
    const read = openTranscript(open, { ...options, onProgress: (done, total) => progress.at(done, total) })
    return shown(read)
  } finally {
    progress.end()
  }
}

type Read = ReturnType<typeof openTranscript>

/** A transcript that was read, for showing. Closes one that has nothing to show. */
export function shown({ path: file, size, transcript, source, close }: Read): OpenTranscript {
  try {
    assertEntries(transcript, size, file)
  } catch (error) {
    close()
    throw error
  }
  return { file, size, transcript, source, close }
}

function assertEntries(transcript: Transcript, size: number, file: string): void {
  if (size === 0)
    throw new SkeinError('data', `the file is empty: ${file}`, { remedy: 'nothing was recorded in it' })
  const { columns } = transcript.scan
  for (let row = 0; row < columns.count; row++) if (columns.type[row] !== 0 || columns.kind[row] !== 0) return
  throw new SkeinError('data', `not a transcript: ${file}`, {
    remedy: 'name a .jsonl file that Claude Code wrote under its projects folder',
  })
}
