import type { ReactElement } from 'react'
import { EmptyState } from '../ui/states.tsx'

/** What was used and what it cost. */
export function UsagePage(): ReactElement {
  return <EmptyState icon="usage" title="Usage" />
}
