import type { Diagnostic, Transcript } from '@skein/transcript'

/** Lines that gave no entry at all. */
export function unreadLines({ scan, diagnostics }: Transcript): Diagnostic[] {
  const { columns } = scan
  const damaged = diagnostics.filter(({ code, length }) => UNREAD.has(code) && length > 0)
  if (damaged.length === 0) return damaged
  const taken = new Set<number>()
  for (let row = 0; row < columns.count; row++) taken.add(columns.line[row])
  return damaged.filter(({ line }) => !taken.has(line))
}

const UNREAD: ReadonlySet<string> = new Set([
  'torn-line',
  'not-an-object',
  'nul-bytes',
  'oversized-line',
  'invalid-utf8',
])
