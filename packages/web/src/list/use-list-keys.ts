import type { RefObject } from 'react'
import { useShortcut } from '../keyboard/shortcuts.ts'

/** j and k put the focus on the next session and the one before; Enter opens it, as any link. */
export function useListKeys(box: RefObject<HTMLElement | null>): void {
  const move = (by: number): void => {
    const links = [...(box.current?.querySelectorAll<HTMLAnchorElement>('a[data-session]') ?? [])]
    if (links.length === 0) return
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
    const at = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent === 'page')
    // Nothing is chosen yet: j begins at the first.
    const to = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))
    links[to].focus()
    links[to].scrollIntoView({ block: 'nearest' })
  }
  useShortcut({ keys: 'j', label: 'Next session', group: 'Sessions', run: () => move(1) })
  useShortcut({ keys: 'k', label: 'Session before', group: 'Sessions', run: () => move(-1) })
}
