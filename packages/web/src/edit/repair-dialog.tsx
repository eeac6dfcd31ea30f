import type { ReactElement } from 'react'
import { EditDialog } from './edit-dialog.tsx'
import css from './edit.module.css'

/** A copy without the damage, which the program can resume. */
export function RepairDialog({
  session,
  onClose,
}: {
  readonly session: string
  readonly onClose: () => void
}): ReactElement {
  return (
    <EditDialog
      session={session}
      title="Repair"
      action="Make the repaired session"
      asked={ASKED}
      onClose={onClose}
    >
      <p className={css.hint}>
        Calls without an answer get one that says so; lines that cannot be read are left out.
      </p>
    </EditDialog>
  )
}

const ASKED = { kind: 'repair' } as const
