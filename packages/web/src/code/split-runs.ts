import type { Run } from './highlight.ts'

/** A line in colours, in three: before a part of it, the part, and behind. */
export function splitRuns(
  runs: readonly Run[],
  { start, end }: { readonly start: number; readonly end: number },
): { readonly before: Run[]; readonly part: Run[]; readonly behind: Run[] } {
  return {
    before: between(runs, 0, start),
    part: between(runs, start, end),
    behind: between(runs, end, Infinity),
  }
}

function between(runs: readonly Run[], start: number, end: number): Run[] {
  const kept: Run[] = []
  let at = 0
  for (const [kind, text] of runs) {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at))
    if (part !== '') kept.push([kind, part])
    at += text.length
  }
  return kept
}
