import type { ReactElement } from 'react'
import { Skeleton } from '../ui/states.tsx'

/** The conversation of a session, or of one of its sub-agents. */
export function Transcript({
  session,
}: {
  readonly session: string
  readonly agent: string | null
}): ReactElement {
  return <Skeleton lines={12} label={`Loading ${session}`} />
}
