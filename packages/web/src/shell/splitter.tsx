import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { keep, kept } from '../theme/kept.ts'
import css from './shell.module.css'

export interface Width {
  readonly name: 'list' | 'inspector'
  readonly least: number
  readonly most: number
  readonly usual: number
}

/** Width of a column, as this browser remembers it. */
export function useWidth({ name, least, most, usual }: Width): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => {
    const value = kept(`width:${name}`)
    return typeof value === 'number' && Number.isFinite(value)
      ? Math.min(most, Math.max(least, value))
      : usual
  })
  return [
    width,
    (wanted) => {
      const next = Math.round(Math.min(most, Math.max(least, wanted)))
      setWidth(next)
      keep(`width:${name}`, next)
    },
  ]
}

/** The line between two columns: drawn with the pointer, moved with arrow keys, reset with a double click. */
export function Splitter({
  width,
  value,
  onChange,
  side,
}: {
  readonly width: Width
  readonly value: number
  readonly onChange: (width: number) => void
  /** Where the column is that gets wider. */
  readonly side: 'left' | 'right'
}): ReactElement {
  const sign = side === 'left' ? 1 : -1
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = (to: globalThis.PointerEvent): void => onChange(value + sign * (to.clientX - from))
    const end = (): void => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(value + sign * by)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={width.name === 'list' ? 'Width of the list' : 'Width of the inspector'}
      aria-valuenow={value}
      aria-valuemin={width.least}
      aria-valuemax={width.most}
      tabIndex={0}
      className={css.splitter}
      onPointerDown={drag}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onChange(width.usual)}
    />
  )
}

/** Widths as custom properties: set through the object model, which the page's policy allows. */
export function widthStyle(widths: Readonly<Record<string, number>>): CSSProperties {
  return Object.fromEntries(
    Object.entries(widths).map(([name, px]) => [`--${name}-width`, `${px}px`]),
  ) as CSSProperties
}
