import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ErrorState, Skeleton } from '../ui/states.tsx'

/** A panel with what it shows, or why it does not show it. */
export function Loaded<T>({
  of,
  label,
  children,
}: {
  readonly of: UseQueryResult<T>
  readonly label: string
  readonly children: (data: T) => ReactElement
}): ReactElement {
  if (of.data !== undefined) return children(of.data)
  if (of.isError) return <ErrorState error={of.error} onRetry={() => void of.refetch()} />
  return <Skeleton lines={14} label={`Loading ${label}`} />
}
