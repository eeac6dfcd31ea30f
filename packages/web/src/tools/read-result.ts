/**
 * The text of a file as `Read` numbers it (`   12→text`), without the numbers; null where the lines have none. What
 * the program says behind the file (reminders) is left apart.
 */
export function readNumbered(result: string): { from: number; text: string; rest: string } | null {
  const lines = result.split('\n')
  const first = NUMBERED.exec(lines[0])
  if (first === null) return null
  const from = Number(first[1])
  const kept: string[] = []
  let at = 0
  for (; at < lines.length; at++) {
    const match = NUMBERED.exec(lines[at])
    if (match === null) break
    kept.push(match[2])
  }
  return { from, text: kept.join('\n'), rest: lines.slice(at).join('\n').trim() }
}

const NUMBERED = /^ {0,8}(\d{1,9})[→\t](.*)$/s

/** What stands in a list of results: paths, or `path:line:text`. */
export interface FoundLine {
  readonly path: string
  readonly line: number | null
  readonly text: string
}

/** Results of `Grep` and `Glob`, line by line; what is no result (a count, a note) has no path. */
export function foundLines(result: string): FoundLine[] {
  return result
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const match = /^((?:[A-Za-z]:)?[^:\n]{1,1000}):(\d{1,9})[:-](.*)$/s.exec(line)
      if (match !== null) return { path: match[1], line: Number(match[2]), text: match[3] }
      const isPath =
        /^(?:[A-Za-z]:[\\/]|\.{0,2}\/|[\w@.-]+[\\/])\S/.test(line) || /^[\w@.-]+\.\w{1,8}$/.test(line)
      return isPath ? { path: line, line: null, text: '' } : { path: '', line: null, text: line }
    })
}
