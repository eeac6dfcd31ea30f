import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isChord } from './chord.ts'

/** A key and what it does. Those that are there now are listed in the help that `?` opens. */
export interface Shortcut {
  /** `j`, `mod+k`, `Alt+ArrowUp`. */
  readonly keys: string
  readonly label: string
  readonly group: 'Anywhere' | 'Sessions' | 'Transcript' | 'Panels'
  /** Also while a text is being typed. */
  readonly whileTyping?: boolean
  readonly run: (event: KeyboardEvent) => void
}

/** Holds while the component is mounted. Of two with the same keys the one that came last answers. */
export function useShortcut(shortcut: Shortcut): void {
  const latest = useRef(shortcut)
  useEffect(() => {
    latest.current = shortcut
  })
  const { keys, label, group, whileTyping } = shortcut
  useEffect(() => {
    const registered: Shortcut = {
      keys,
      label,
      group,
      whileTyping,
      run: (event) => latest.current.run(event),
    }
    shortcuts = [...shortcuts, registered]
    changed()
    return () => {
      shortcuts = shortcuts.filter((one) => one !== registered)
      changed()
    }
  }, [keys, label, group, whileTyping])
}

export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => shortcuts)
}

/** Those that answer: of two with the same keys the one that came last. */
export function inForce(all: readonly Shortcut[]): Shortcut[] {
  const last = new Map(all.map((one) => [one.keys, one]))
  return all.filter((one) => last.get(one.keys) === one)
}

/** Listens on the page; called once, by the app. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return
    const typing = isTyping(event.target)
    // A dialog has the page to itself.
    const inDialog = document.querySelector('dialog[open]') !== null
    const found = shortcuts.findLast(
      (one) => isChord(one.keys, event) && (one.whileTyping || (!typing && !inDialog)),
    )
    if (!found) return
    event.preventDefault()
    found.run(event)
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

let shortcuts: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
