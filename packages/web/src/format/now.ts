import { useSyncExternalStore } from 'react'

/** The time, anew every ten seconds; one clock for all who ask. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

const EVERY_MS = 10_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const one of listeners) one()
    }, EVERY_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}
