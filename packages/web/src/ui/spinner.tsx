import type { ReactElement } from 'react'
import css from './spinner.module.css'

/** Turns. With reduced motion it stands still; the words beside it say what goes on. */
export function Spinner(): ReactElement {
  return <span className={css.spinner} aria-hidden="true" />
}
