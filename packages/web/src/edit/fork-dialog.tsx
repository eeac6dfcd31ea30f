import { useMemo, type ReactElement } from 'react'
import { EditDialog } from './edit-dialog.tsx'

/** A new session that ends with an entry; without one, a copy of the whole. */
export function ForkDialog({
  session,
  entry,
  onClose,
}: {
  readonly session: string
  readonly entry: string | null
  readonly onClose: () => void
}): ReactElement {
  const asked = useMemo(
    () => (entry === null ? { kind: 'clone' as const } : { kind: 'fork' as const, entry }),
    [entry],
  )
  return (
    <EditDialog
      session={session}
      title={entry === null ? 'Copy this session' : 'Fork here'}
      action={entry === null ? 'Make the copy' : 'Make the fork'}
      asked={asked}
      onClose={onClose}
    />
  )
}
