/** Why the walker (walker.ts) does not go on (AssemblyScript). */

export let failedAt: usize = 0
export let beyondMe: bool = false

export function noFault(at: usize): void {
  failedAt = at
  beyondMe = false
}

/** Not JSON from here on. Its answer is what every function answers then. */
export function fail(at: usize): usize {
  failedAt = at
  return 0
}

/** An escaped key, too deep or too many events: the plain walker must read this object. */
export function giveUp(): usize {
  beyondMe = true
  return 0
}
