import type { ReactElement } from 'react'
import { EditDialog } from './edit-dialog.tsx'
import css from './edit.module.css'

/** Makes older parts shorter, offline: no model is asked. */
export function CompressDialog({
  session,
  onClose,
}: {
  readonly session: string
  readonly onClose: () => void
}): ReactElement {
  return (
    <EditDialog
      session={session}
      title="Compress"
      action="Make the compressed session"
      asked={ASKED}
      onClose={onClose}
    >
      <p className={css.hint}>
        Older turns keep what was asked, what was answered and what was changed; their results become short.
        Nothing is sent anywhere.
      </p>
    </EditDialog>
  )
}

const ASKED = { kind: 'compress' } as const
