import { ExpectedError } from './expected-error.ts'

/**
 * The one error class of the store: expected failures of the disk, the databases and the archive.
 * `message` says what happened and to what, `remedy` what to do about it.
 */
export class StoreError extends ExpectedError<StoreErrorCode> {
  override readonly name = 'StoreError'
}

/**
 * `read-only`: the data directory cannot be written; `disk-full`; `busy`: another process holds the
 * database for too long; `damaged`: a database or an archived object is not what was written;
 * `changed`: a file is not what it was a moment ago; `unreadable`: a file that cannot be read, or is none; `not-found`; `ambiguous`: a name fits several sessions; `query`: a search query cannot be read;
 * `exists`: what would be written is there already; `cancelled`: the user stopped it.
 */
export type StoreErrorCode =
  | 'read-only'
  | 'disk-full'
  | 'busy'
  | 'damaged'
  | 'changed'
  | 'unreadable'
  | 'not-found'
  | 'ambiguous'
  | 'query'
  | 'exists'
  | 'cancelled'
