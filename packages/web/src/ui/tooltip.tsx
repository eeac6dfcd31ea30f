import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { Keys } from './keys.tsx'
import { placeBeside } from './top-layer.ts'
import css from './tooltip.module.css'

/**
 * A word about what is under the pointer or has the focus. It only repeats the label, so it is hidden from screen
 * readers; touch shows none.
 */
export function Tooltip({
  text,
  keys,
  children,
}: {
  readonly text: string
  readonly keys?: string
  readonly children: ReactNode
}): ReactElement {
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hide = (): void => {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  const show = (delay: number): void => {
    hide()
    timer.current = setTimeout(() => {
      const of = anchor.current?.firstElementChild
      if (!of || !tip.current) return
      tip.current.showPopover()
      placeBeside(tip.current, of.getBoundingClientRect(), 'center')
    }, delay)
  }
  return (
    <span
      ref={anchor}
      className={css.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(400)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      <span ref={tip} popover="manual" aria-hidden="true" className={css.tip}>
        {text}
        {keys && <Keys keys={keys} />}
      </span>
    </span>
  )
}
