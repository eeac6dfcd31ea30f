import type { ReactElement, ReactNode } from 'react'
import css from './chip.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export interface ChipProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly icon?: IconName
  readonly title?: string
  readonly children: ReactNode
}

/** A small fact in a line: a state, a model, a tag. */
export function Chip({ tone = 'plain', icon, title, children }: ChipProps): ReactElement {
  return (
    <span className={classes(css.chip, css[tone])} title={title}>
      {icon && <Icon name={icon} size={12} />}
      <span className={css.text}>{children}</span>
    </span>
  )
}

/** A chip that leads out of the app. Only addresses that the server has held to `https:` come here. */
export function LinkChip({ href, ...chip }: ChipProps & { readonly href: string }): ReactElement {
  if (!href.startsWith('https://')) return <Chip {...chip} />
  return (
    <a className={css.link} href={href} target="_blank" rel="noopener noreferrer" title={href}>
      <Chip {...chip} />
    </a>
  )
}

/** A chip that can be pressed or taken away, as a filter is. */
export function ActionChip({
  onRemove,
  onPress,
  label,
  ...chip
}: ChipProps & {
  readonly label: string
  readonly onPress?: () => void
  readonly onRemove?: () => void
}): ReactElement {
  return (
    <span className={classes(css.chip, css[chip.tone ?? 'plain'])}>
      {onPress ? (
        <button type="button" className={css.press} onClick={onPress}>
          {chip.children}
        </button>
      ) : (
        <span className={css.text}>{chip.children}</span>
      )}
      {onRemove && (
        <button type="button" className={css.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}
