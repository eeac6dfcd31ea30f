import { useId, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './button.tsx'
import { Keys } from './keys.tsx'
import css from './menu.module.css'
import { placeBeside } from './top-layer.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  /** The key that does the same. */
  readonly keys?: string
  /** A choice that is on or off. */
  readonly checked?: boolean
  readonly bad?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

/** A button that opens a list of things to do. `null` draws a line between groups. */
export function Menu({
  label,
  icon = 'more',
  items,
}: {
  readonly label: string
  readonly icon?: IconName
  readonly items: readonly (MenuItem | null)[]
}): ReactElement {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const open = (): void => {
    const menu = list.current
    if (!menu || !button.current) return
    menu.showPopover()
    placeBeside(menu, button.current.getBoundingClientRect(), 'end')
    buttonsOf(menu)[0]?.focus()
  }
  const move = (event: KeyboardEvent): void => {
    const menu = list.current
    if (!menu) return
    const all = buttonsOf(menu)
    const now = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') menu.hidePopover()
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    all.at(to % all.length)?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-controls={id}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault()
          if (list.current?.matches(':popover-open')) list.current.hidePopover()
          else open()
        }}
      />
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={css.menu}
        onKeyDown={move}
      >
        {items.map((item, at) =>
          item === null ? (
            <hr key={`line-${at}`} className={css.line} />
          ) : (
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.checked}
              disabled={item.disabled}
              tabIndex={-1}
              className={classes(css.item, item.bad && css.bad)}
              onClick={() => {
                list.current?.hidePopover()
                button.current?.focus()
                item.onSelect()
              }}
            >
              <span className={css.mark}>
                {item.checked ? <Icon name="check" /> : item.icon && <Icon name={item.icon} />}
              </span>
              <span className={css.label}>{item.label}</span>
              {item.keys && <Keys keys={item.keys} />}
            </button>
          ),
        )}
      </div>
    </>
  )
}

function buttonsOf(menu: HTMLElement): HTMLButtonElement[] {
  return [...menu.querySelectorAll('button')].filter((button) => !button.disabled)
}
