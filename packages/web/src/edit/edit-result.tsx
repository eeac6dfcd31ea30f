import type { EditAnswer } from '@skein/server'
import type { ReactElement } from 'react'
import { CopyButton } from '../code/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import { sessionPlace } from '../url/place.ts'
import { EditPlan } from './edit-plan.tsx'
import css from './edit.module.css'

/** The new session: how to go on in it. */
export function EditResult({
  answer,
  onClose,
}: {
  readonly answer: EditAnswer
  readonly onClose: () => void
}): ReactElement {
  return (
    <div className={css.body}>
      <p className={css.made} role="status">
        <Icon name="check" />
        The new session is there.
        {answer.session !== null && (
          <Link to={sessionPlace(answer.session)} onClick={onClose}>
            Open it
          </Link>
        )}
      </p>
      {answer.resumeCommand !== null && (
        <div className={css.command}>
          <code>{answer.resumeCommand}</code>
          <CopyButton text={answer.resumeCommand} label="Copy the resume command" words="Copy" />
        </div>
      )}
      <EditPlan plan={answer} older={false} />
    </div>
  )
}
