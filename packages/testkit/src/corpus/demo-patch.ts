/** One hunk of a structured patch, as an Edit's result keeps it. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** The difference of two texts that differ in one place, with three lines around it. */
export function patchOf(before: string, after: string): Hunk[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  const room = Math.min(old.length, now.length) - start
  while (end < room && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  if (start === old.length && start === now.length) return []
  const first = Math.max(0, start - CONTEXT)
  const lead = old.slice(first, start)
  const trail = old.slice(old.length - end, old.length - end + CONTEXT)
  const changed = lineDiff(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const lines = [...lead.map((line) => ` ${line}`), ...changed, ...trail.map((line) => ` ${line}`)]
  const count = (sign: string) => lines.filter((line) => line[0] !== sign).length
  return [{ oldStart: first + 1, oldLines: count('+'), newStart: first + 1, newLines: count('-'), lines }]
}

const CONTEXT = 3

/** Lines of both texts, removed ones before added ones, by their longest common subsequence. */
function lineDiff(old: readonly string[], now: readonly string[]): string[] {
  const common = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i][j] =
        old[i] === now[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1])
    }
  }
  const out: string[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      out.push(` ${old[i]}`)
      i++
      j++
    } else if (i < old.length && (j === now.length || common[i + 1][j] >= common[i][j + 1]))
      out.push(`-${old[i++]}`)
    else out.push(`+${now[j++]}`)
  }
  return out
}
