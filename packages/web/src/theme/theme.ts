import { useSyncExternalStore } from 'react'
import { kept, keep } from './kept.ts'

/** How the app looks on this device. `public/theme.js` applies it before the first paint. */
export interface Look {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
}

let look: Look = readLook()
const listeners = new Set<() => void>()

export function useLook(): Look {
  return useSyncExternalStore(subscribe, () => look)
}

export function setLook(change: Partial<Look>): void {
  look = { ...look, ...change }
  keep('look', look)
  const { dataset } = document.documentElement
  if (look.theme === 'system') delete dataset.theme
  else dataset.theme = look.theme
  if (look.density === 'compact') dataset.density = 'compact'
  else delete dataset.density
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readLook(): Look {
  const value = kept('look')
  const found = typeof value === 'object' && value !== null ? value : {}
  const theme = 'theme' in found ? found.theme : null
  const density = 'density' in found ? found.density : null
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? 'compact' : 'comfortable',
  }
}
