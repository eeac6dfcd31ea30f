import type { ForkView } from '@skein/view'
import type { ReactElement } from 'react'
import { IconButton } from '../ui/button.tsx'
import { navigate, useLocation } from '../url/location.ts'
import css from './transcript.module.css'

/** `‹ 2/3 ›`: where the conversation went several ways, and the way to the others. */
export function ForkPager({ fork }: { readonly fork: ForkView }): ReactElement | null {
  const place = useLocation()
  const at = fork.tips.indexOf(null)
  if (fork.tips.length < 2 || place.page !== 'session') return null
  const go = (to: number): void => navigate({ ...place, tip: fork.tips[to] ?? null, at: null })
  return (
    <div className={css.fork} role="group" aria-label={`Branch ${at + 1} of ${fork.tips.length}`}>
      <IconButton icon="back" label="Branch before" disabled={at <= 0} onClick={() => go(at - 1)} />
      <span>
        {at + 1}/{fork.tips.length}
      </span>
      <IconButton
        icon="forward"
        label="Branch behind"
        disabled={at >= fork.tips.length - 1}
        onClick={() => go(at + 1)}
      />
    </div>
  )
}
