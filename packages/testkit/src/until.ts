import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a question has an answer, and fails with its name when none comes. Null and false are none. */
export async function until<T>(
  name: string,
  ask: () => T | null | false | Promise<T | null | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`waited in vain: ${name}`)
    await pause(20)
  }
}
