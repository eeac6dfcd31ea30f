import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import css from './dialog.module.css'

/**
 * A window over the page, as long as it is mounted. Escape and a press beside it close it. What has `data-focus` gets the
 * focus first.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly wide?: boolean
}): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // By itself it would be the button that closes. React writes no `autofocus` into the page.
      element.querySelector<HTMLElement>('[data-focus]')?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes(css.dialog, wide && css.wide)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.box}>
        <header className={css.head}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" keys="Escape" onClick={onClose} />
        </header>
        <div className={css.body}>{children}</div>
        {footer && <footer className={css.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}
