import type { ReactElement } from 'react'
import type { Panel } from '../url/place.ts'
import { Skeleton } from '../ui/states.tsx'

/** What stands beside the transcript: files, diffs, context, trace, raw entries, the tree. */
export function Inspector({
  session,
}: {
  readonly session: string
  readonly agent: string | null
  readonly panel: Panel
}): ReactElement {
  return <Skeleton lines={12} label={`Loading ${session}`} />
}
