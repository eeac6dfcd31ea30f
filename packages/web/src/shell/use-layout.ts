import { useSyncExternalStore } from 'react'

/** How much room there is: three columns, two, or one. The same bounds stand in shell.module.css. */
export type Layout = 'wide' | 'medium' | 'narrow'

const WIDE = '(min-width: 1100px)'
const NARROW = '(max-width: 700px)'

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, layout)
}

function layout(): Layout {
  if (window.matchMedia(NARROW).matches) return 'narrow'
  return window.matchMedia(WIDE).matches ? 'wide' : 'medium'
}

function subscribe(listener: () => void): () => void {
  const all = [WIDE, NARROW].map((query) => window.matchMedia(query))
  for (const media of all) media.addEventListener('change', listener)
  return () => all.forEach((media) => media.removeEventListener('change', listener))
}
