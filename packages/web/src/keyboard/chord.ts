/** What a key press looks like, apart from the browser. */
export interface Press {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/**
 * Whether a press is the one a shortcut names: `j`, `?`, `Alt+ArrowUp`, `mod+k`. `mod` is Ctrl or ⌘. A sign that needs
 * Shift on some keyboards (`?`, `[`) is known by itself, so Shift only counts where the name says so.
 */
export function isChord(keys: string, press: Press): boolean {
  const parts = keys.split(/(?<=.)\+/)
  const key = parts.at(-1) ?? ''
  const wants = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()))
  if (press.key.toLowerCase() !== key.toLowerCase()) return false
  if (press.altKey !== wants.has('alt')) return false
  if ((press.ctrlKey || press.metaKey) !== wants.has('mod')) return false
  return !wants.has('shift') || press.shiftKey
}
