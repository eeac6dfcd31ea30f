import type { ReactElement } from 'react'
import { EmptyState } from '../ui/states.tsx'

/** Hits of all sessions. */
export function SearchPage({ q }: { readonly q: string }): ReactElement {
  return <EmptyState icon="search" title={`Search: ${q}`} />
}
