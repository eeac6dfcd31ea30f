import type { ComponentProps, ReactElement, ReactNode } from 'react'
import css from './button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one thing to do here. `bad`: cannot be taken back. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'bad'
  readonly icon?: IconName
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({
  look = 'plain',
  icon,
  busy,
  children,
  className,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.button, css[look], className)}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName
  /** Read aloud, and shown as a tooltip. */
  readonly label: string
  /** The key that does the same, shown in the tooltip. */
  readonly keys?: string
  readonly on?: boolean
}

/** A square with an icon. `on` makes it a switch. */
export function IconButton({ icon, label, keys, on, className, ...rest }: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        {...rest}
        className={classes(css.icon, on && css.on, className)}
        aria-label={label}
        aria-pressed={on}
      >
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
}
