import { useSyncExternalStore } from 'react'
import { formatPlace, parsePlace, type Place } from './place.ts'

/** The address bar as a typed value. Paths are relative to `<base>`, which the server sets. */
const listeners = new Set<() => void>()
let href = ''
let place: Place = parsePlace('', '')

/** Where one is; a component that asks is drawn again when it changes. */
export function useLocation(): Place {
  return useSyncExternalStore(subscribe, currentPlace)
}

/** The same value as long as the address is the same. */
export function currentPlace(): Place {
  if (href !== window.location.href) {
    href = window.location.href
    place = parsePlace(relativePath(window.location.pathname), window.location.search)
  }
  return place
}

/** Goes there. A change of what is looked at belongs in the history; a change while typing replaces. */
export function navigate(to: Place, options: { readonly replace?: boolean } = {}): void {
  const url = hrefOf(to)
  if (url === window.location.href) return
  if (options.replace) window.history.replaceState(null, '', url)
  else window.history.pushState(null, '', url)
  changed()
}

/** The whole address, for links and for the clipboard. */
export function hrefOf(to: Place): string {
  return new URL(formatPlace(to), document.baseURI).href
}

function relativePath(pathname: string): string {
  const base = new URL('.', document.baseURI).pathname
  return pathname.startsWith(base) ? pathname.slice(base.length) : pathname
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', changed)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', changed)
  }
}

function changed(): void {
  for (const listener of listeners) listener()
}
