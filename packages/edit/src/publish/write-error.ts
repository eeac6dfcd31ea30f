import { EditError } from '../errors.ts'

/** A failure of the disk as one that people can act on; anything else as it is. */
export function writeError(error: unknown, place: string): unknown {
  if (error instanceof EditError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = CAUSES[code]
  if (known === undefined) return error
  return new EditError('unwritable', `${known[0]} ${place}`, { remedy: known[1], cause: error })
}

const CAUSES: Readonly<Record<string, readonly [what: string, remedy: string] | undefined>> = {
  ENOSPC: ['the disk is full at', 'make room and run it again; nothing was left behind'],
  EDQUOT: ['the quota is used up at', 'make room and run it again; nothing was left behind'],
  EFBIG: ['a file would become too large at', 'make room and run it again; nothing was left behind'],
  EROFS: ['the disk is read-only at', 'name a project on another disk'],
  EACCES: ['permission denied at', 'run as the user who owns it, or name another project'],
  EPERM: ['permission denied at', 'run as the user who owns it, or name another project'],
  ENOENT: ['there is no file any more at', 'run `skein ls` and try again'],
  ENOTDIR: ['a file is in the way at', 'check the path'],
}
