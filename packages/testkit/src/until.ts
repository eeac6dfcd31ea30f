import { setTimeout as pause } from 'node:timers/promises'
import { gaveUp, patience } from './patience.ts'

/** Less than a test may take, so that the name of what did not come is what is read. */
const MOST_MS = 150_000

/** Waits until a question has an answer, and fails with its name when none comes. Null and false are none. */
export async function until<T>(
  name: string,
  ask: () => T | null | false | Promise<T | null | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    const waited = performance.now() - started
    if (waited > Math.min(patience(timeoutMs), MOST_MS)) throw new Error(gaveUp(name, waited))
    await pause(20)
  }
}
