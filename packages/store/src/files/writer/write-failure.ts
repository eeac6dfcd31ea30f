import { StoreError } from '../../errors.ts'
import { ExpectedError } from '../../expected-error.ts'
import { storeError } from '../../store-error-of.ts'

/**
 * Why something was not written. It is a value, never thrown: an agent whose disk is full has to go on.
 */
export class WriteFailure extends ExpectedError<WriteFailureCode> {
  override readonly name = 'WriteFailure'
}

/**
 * `held`: another writer has the transcript; `changed`: somebody else wrote to it, or put another file in its place;
 * `gone`: there is no such file; `disk-full`; `denied`: no right to write; `unsure`: what the disk has is not known, open it
 * anew; `closed`: the writer is; `io`: the cause says it.
 */
export type WriteFailureCode =
  | 'held'
  | 'changed'
  | 'gone'
  | 'disk-full'
  | 'denied'
  | 'unsure'
  | 'closed'
  | 'io'

/** A failure of the disk as a value. Bugs pass through, thrown. */
export function writeFailure(error: unknown, path: string): WriteFailure {
  if (error instanceof WriteFailure) return error
  if (codeOf(error) === 'ENOENT')
    return new WriteFailure('gone', `there is no file any more at ${path}`, {
      remedy: 'run `skein ls` and try again',
      cause: error,
    })
  const known = storeError(error, path)
  if (known instanceof StoreError) {
    const { message, remedy } = known
    return new WriteFailure(CODES[known.code] ?? 'io', message, { remedy, cause: error })
  }
  if (codeOf(error) === '') throw error
  return new WriteFailure('io', `cannot write to ${path} (${codeOf(error)})`, {
    remedy: 'check the disk',
    cause: error,
  })
}

const CODES: Readonly<Record<string, WriteFailureCode | undefined>> = {
  'disk-full': 'disk-full',
  'read-only': 'denied',
}

/** What the system calls it; empty for what is no failure of the system. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : ''
}
