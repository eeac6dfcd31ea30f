import { basename } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { StoreError, type StoreErrorCode } from './errors.ts'

/** A failure of SQLite or of the file system about `path`, as a `StoreError`. Bugs pass through. */
export function storeError(error: unknown, path: string): unknown {
  if (error instanceof StoreError) return error
  const known = KNOWN.find(({ matches }) => matches(signOf(error)))
  if (known === undefined) return error
  const remedy = known.code === 'damaged' ? remedyOfDamage(path) : known.remedy
  return new StoreError(known.code, `${known.what} ${path}`, { remedy, cause: error })
}

/** Only the index can be made again. */
function remedyOfDamage(path: string): string {
  switch (basename(path)) {
    case 'cache.db':
      return 'run `skein index rebuild`'
    case 'state.db':
      return 'put a copy of it back, or move it away; what it alone knew (edits, devices, what traces were sent) is gone then'
    default:
      return 'move it away'
  }
}

/** Whether SQLite says that the file is not a sound database. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.test(signOf(error))
}

const DAMAGE = /disk image is malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB/

const KNOWN: readonly {
  readonly code: StoreErrorCode
  readonly matches: (sign: string) => boolean
  readonly what: string
  readonly remedy: string
}[] = [
  {
    code: 'disk-full',
    matches: (sign) => /ENOSPC|EDQUOT|EFBIG|database or disk is full|SQLITE_FULL/.test(sign),
    what: 'the disk is full; nothing was changed in',
    remedy: 'free some space and run it again',
  },
  {
    code: 'read-only',
    matches: (sign) =>
      /EACCES|EPERM|EROFS|readonly database|unable to open database file|SQLITE_(READONLY|CANTOPEN)/.test(
        sign,
      ),
    what: 'cannot write to',
    remedy: 'make it writable, or set SKEIN_HOME to a folder that is',
  },
  {
    code: 'busy',
    matches: (sign) => /database is locked|SQLITE_BUSY/.test(sign),
    what: 'another process has held for too long',
    remedy: 'wait for it to end and run it again',
  },
  {
    code: 'damaged',
    matches: (sign) => DAMAGE.test(sign),
    what: 'not a sound database:',
    remedy: 'move it away',
  },
  {
    code: 'exists',
    matches: (sign) => /EEXIST|ENOTDIR/.test(sign),
    what: 'something else stands at',
    remedy: 'move it away',
  },
]

/** The code and the text of an error, in one string to look for signs in. */
function signOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? String(error.code) : ''
  return `${code} ${systemCode(error)} ${error.message}`
}

/** What the system said, where SQLite has nothing but `disk I/O error` for it: `ENOSPC` for room that a log needs. */
function systemCode(error: Error): string {
  const number = 'systemErrno' in error ? error.systemErrno : undefined
  return typeof number === 'number' && number > 0 ? getSystemErrorName(-number) : ''
}
