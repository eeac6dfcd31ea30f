/**
 * Recorded cases in which the kernel knowingly says something else than the program, with the reason.
 *
 * The replay test holds every one of them to still differing, so that the list cannot outlive its reasons.
 */
export const knownDifferences: ReadonlyMap<string, string> = new Map([
  [
    'torn-lines/garbage-lines by 2.1.325',
    'A line torn behind a colon is joined by 2.1.325 with the lines that follow until they make an object; the entry inside is lost to it. Skein reads line by line and keeps that entry.',
  ],
  [
    'real-sessions/max-turns-by-2.1.325 by 2.1.325',
    'After a run that stopped at its turn limit, 2.1.325 sends neither the closing word nor the first count of tokens left. Rows that look the same, written by hand, get both; what tells them apart is not known yet.',
  ],
])
