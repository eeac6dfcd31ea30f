/** What an exporter takes from outside, so that a test needs neither time nor luck. */
export interface ExportSeams {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const REAL_SEAMS: ExportSeams = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done()
      const timer = setTimeout(ended, ms)
      function ended(): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', ended)
        done()
      }
      signal?.addEventListener('abort', ended)
    }),
}

/** How long to wait before a try: twice as long each time, and no two senders the same; at least what the target asks for. */
export function backoffMs(tries: number, asked: number | null, random: number): number {
  const own = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1)) * (0.5 + random / 2)
  return Math.min(MOST_ASKED_MS, Math.max(own, asked ?? 0))
}

const FIRST_MS = 1000
const MOST_MS = 30_000
/** Whoever asks for more is not waited for: what is left is sent the next time. */
export const MOST_ASKED_MS = 120_000
