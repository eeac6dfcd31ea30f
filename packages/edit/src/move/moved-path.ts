/**
 * A path below `from`, or `from` itself, below `to`; null for any other. `/a/bc` is not below `/a/b`. Windows does not tell
 * large letters from small ones, nor its two dividers.
 */
export function movedPath(path: string, { from, to }: { from: string; to: string }): string | null {
  const windows = isWindowsPath(from)
  const [given, start] = windows ? [plain(path), plain(from)] : [path, from]
  if (given === start) return to
  if (!given.startsWith(`${start}/`)) return null
  const rest = path.slice(from.length)
  return to + (windows && !isWindowsPath(to) ? rest.replaceAll('\\', '/') : rest)
}

/** `C:\x`, `c:/x` or `\\server\x`, on any system: transcripts come from others. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)
}

/** As long as the path. */
function plain(path: string): string {
  return path.replaceAll('\\', '/').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
