import type { ReactElement } from 'react'
import css from './keys.module.css'

/** Keys as they are drawn: `mod+k`, `Alt+ArrowUp`, `?`. */
export function Keys({ keys }: { readonly keys: string }): ReactElement {
  return (
    <span className={css.keys}>
      {keys.split(/(?<=.)\+/).map((key) => (
        <kbd key={key} className={css.key}>
          {NAMES[key.toLowerCase()] ?? key}
        </kbd>
      ))}
    </span>
  )
}

const MAC = typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad)/.test(navigator.userAgent)
const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? '⌘' : 'Ctrl',
  alt: MAC ? '⌥' : 'Alt',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}
