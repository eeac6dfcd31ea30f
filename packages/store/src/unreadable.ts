/** Why something cannot be read, in words: Node's own message names a system call and repeats the path. */
export function unreadableReason(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code !== '') return REASONS[code] ?? code
  return error instanceof Error ? error.message : String(error)
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk fails',
  ELOOP: 'its links go round',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'not a folder',
  EISDIR: 'a folder',
  ENOTFILE: 'not a file',
}
