import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { goToTurn } from './panel-place.ts'
import css from './inspector.module.css'

/** A turn by its number, as the transcript counts; goes there. */
export function TurnButton({
  session,
  turn,
}: {
  readonly session: string
  readonly turn: number
}): ReactElement {
  const go = useMutation({ mutationFn: () => goToTurn(session, turn) })
  return (
    <button
      type="button"
      className={css.turn}
      aria-label={`Go to turn ${turn + 1}`}
      aria-busy={go.isPending || undefined}
      title={go.isError ? go.error.message : undefined}
      onClick={() => go.mutate()}
    >
      {turn + 1}
    </button>
  )
}
