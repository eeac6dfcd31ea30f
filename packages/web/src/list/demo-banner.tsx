import type { ReactElement } from 'react'
import css from './demo-banner.module.css'

/** These are not the user's own sessions; and how they get some. */
export function DemoBanner(): ReactElement {
  return (
    <aside className={css.banner} aria-label="Demo sessions">
      <strong>Demo sessions</strong>
      <p>
        No Claude Code session was found on this machine, so Skein shows the ones it brings along. Run{' '}
        <code>claude</code> in any folder and yours appear here.
      </p>
    </aside>
  )
}
