import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useChangeable } from './use-changeable.ts'

const ForkDialog = lazy(async () => ({ default: (await import('./fork-dialog.tsx')).ForkDialog }))

/** Makes a new session that ends with an entry: a button beside a turn. */
export function ForkHere({
  session,
  entry,
}: {
  readonly session: string
  readonly entry: string
}): ReactElement {
  const { reason } = useChangeable(session)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="quiet-button"
        disabled={reason !== null}
        title={reason ?? 'A new session that ends here'}
        onClick={() => setOpen(true)}
      >
        <Icon name="branch" size={12} /> Fork
      </button>
      {open && (
        <Suspense fallback={null}>
          <ForkDialog session={session} entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
