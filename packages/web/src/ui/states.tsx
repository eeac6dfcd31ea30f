import type { ReactElement, ReactNode } from 'react'
import { ApiFailure } from '../api/client.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './states.module.css'

/** Nothing to show, and what that means. */
export function EmptyState({
  icon = 'info',
  title,
  page,
  children,
  actions,
}: {
  readonly icon?: IconName
  readonly title: string
  /** It is all that the page has to say: its title is the page's. */
  readonly page?: boolean
  readonly children?: ReactNode
  readonly actions?: ReactNode
}): ReactElement {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className={css.state}>
      <span className={css.icon}>
        <Icon name={icon} size={20} />
      </span>
      <Heading className={css.title}>{title}</Heading>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

/** Something failed: what, what to do, and again. */
export function ErrorState({
  error,
  title = 'This could not be loaded',
  onRetry,
}: {
  readonly error: unknown
  readonly title?: string
  readonly onRetry?: () => void
}): ReactElement {
  const remedy = error instanceof ApiFailure ? error.remedy : null
  return (
    <div className={css.state} role="alert">
      <span className={css.bad}>
        <Icon name="warning" size={20} />
      </span>
      <h2 className={css.title}>{title}</h2>
      <div className={css.text}>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        {remedy && <p>{remedy}</p>}
      </div>
      {onRetry && (
        <div className={css.actions}>
          <Button icon="retry" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

/** The place of lines that are being loaded; as high as they will be, so that nothing moves. */
export function Skeleton({
  lines = 3,
  label = 'Loading',
}: {
  readonly lines?: number
  readonly label?: string
}): ReactElement {
  return (
    <div className={css.skeleton} role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={css.line} />
      ))}
    </div>
  )
}
