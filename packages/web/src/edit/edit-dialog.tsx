import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EditAnswer, EditRequest } from '@skein/server'
import type { ReactElement, ReactNode } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { EditPlan } from './edit-plan.tsx'
import { EditResult } from './edit-result.tsx'
import css from './edit.module.css'

/** What is to be done, without whether it is only planned. */
export type EditAsked = EditRequest extends infer One
  ? One extends unknown
    ? Omit<One, 'dryRun'>
    : never
  : never

/**
 * An edit: what it would do is shown first, then it is done. The session itself is never touched; what comes out is a
 * new one beside it.
 */
export function EditDialog({
  session,
  title,
  asked,
  action,
  children,
  onClose,
}: {
  readonly session: string
  readonly title: string
  /** Null while what was typed makes no sense. */
  readonly asked: EditAsked | null
  readonly action: string
  /** What can be chosen. */
  readonly children?: ReactNode
  readonly onClose: () => void
}): ReactElement {
  const queries = useQueryClient()
  const plan = useQuery({
    queryKey: ['edit-plan', session, asked],
    enabled: asked !== null,
    queryFn: ({ signal }) => ask(session, asked, true, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const edit = useMutation({
    mutationFn: () => ask(session, asked, false),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  })
  if (edit.data)
    return (
      <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        <EditResult answer={edit.data} onClose={onClose} />
      </Dialog>
    )
  const isReady = asked !== null && plan.data !== undefined && !plan.isPlaceholderData && !plan.isError
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={edit.isPending} disabled={!isReady} onClick={() => edit.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        {children}
        <section aria-label="The plan" aria-live="polite" aria-busy={plan.isFetching}>
          {plan.isError ? (
            <ErrorState title="This cannot be done" error={plan.error} onRetry={() => void plan.refetch()} />
          ) : plan.data ? (
            <EditPlan plan={plan.data} older={plan.isPlaceholderData || asked === null} />
          ) : (
            <Skeleton lines={6} label="Making the plan" />
          )}
        </section>
        {edit.isError && (
          <p className={css.bad} role="alert">
            {edit.error.message}
          </p>
        )}
        <p className={css.hint}>The session itself stays as it is: the result is a new session beside it.</p>
      </div>
    </Dialog>
  )
}

async function ask(
  session: string,
  asked: EditAsked | null,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<EditAnswer> {
  if (asked === null) throw new Error('nothing was asked for')
  return api('POST /api/sessions/:session/edits', { params: { session }, body: { ...asked, dryRun }, signal })
}
