import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { SessionWriter, WriteFailure, type SkeinHome } from '@skein/store'
import { Transcript, type NewRow } from '@skein/transcript'
import { EditError } from '../errors.ts'
import { writeError } from '../publish/write-error.ts'

/** A title or a tag; an empty tag removes the session's tag. */
export type Label = { readonly title: string } | { readonly tag: string }

export interface LabelOptions {
  readonly home: SkeinHome
  /** Also where Claude Code has the session open. */
  readonly force?: boolean
}

/** Writes a title or a tag behind the last line of a session's own transcript, as Claude Code itself does. */
export async function labelSession(path: string, label: Label, options: LabelOptions): Promise<void> {
  const row: NewRow =
    'title' in label ? { kind: 'custom-title', customTitle: label.title } : { kind: 'tag', tag: label.tag }
  for (let attempt = 1; ; attempt++) {
    const failure = await append(path, row, options)
    if (failure === null) return
    // Somebody said something at the same moment. That does not matter to a label.
    if (failure.code === 'changed' && attempt < ATTEMPTS) continue
    throw editError(failure, path)
  }
}

const ATTEMPTS = 3

async function append(
  path: string,
  row: NewRow,
  { home, force }: LabelOptions,
): Promise<WriteFailure | null> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const writer = await SessionWriter.open(path, {
    home,
    beside: force,
    // A label says nothing of where it was given, and hangs on nothing that would have to be read.
    head: { sessionId: basename(path, '.jsonl'), version: '', cwd: '', gitBranch: '' },
    transcript: new Transcript({ start: size }),
  })
  if (writer instanceof WriteFailure) return writer
  try {
    const result = await writer.append(row)
    return result instanceof WriteFailure ? result : null
  } finally {
    await writer.close()
  }
}

function editError(failure: WriteFailure, path: string): unknown {
  if (failure.code === 'held')
    return new EditError('in-use', failure.message, {
      remedy: 'end it, use /rename in it, or say --force',
      cause: failure,
    })
  const known = writeError(failure.cause, path)
  if (known instanceof EditError) return known
  return new EditError('unwritable', failure.message, { remedy: failure.remedy, cause: failure })
}
