import type { ReactElement } from 'react'
import css from './logo.module.css'
import { ABOVE, GAP, WHOLE } from './logo-paths.ts'

/** A skein: strands laid in a figure of eight. */
export function Logo({ size = 22 }: { readonly size?: number }): ReactElement {
  return (
    <svg
      className={css.logo}
      width={size}
      height={size}
      viewBox="1 3 30 26"
      aria-hidden="true"
      focusable="false"
    >
      <path d={WHOLE} />
      <path d={GAP} className={css.gap} />
      <path d={ABOVE} />
    </svg>
  )
}
