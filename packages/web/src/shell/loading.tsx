import type { ReactElement } from 'react'
import { Skeleton } from '../ui/states.tsx'
import css from './loading.module.css'

/** The columns before anything is known of what they hold. */
export function Loading(): ReactElement {
  return (
    <main className={css.loading}>
      <div className={css.list}>
        <Skeleton lines={18} label="Loading Skein" />
      </div>
    </main>
  )
}
