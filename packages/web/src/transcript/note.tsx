import type { ReactElement } from 'react'
import { Icon } from '../ui/icon.tsx'
import css from './note.module.css'

export interface NoteProps {
  readonly text: string
  /** One link or button. */
  readonly children: ReactElement
}

/**
 * What one has to know before believing what is below, and learns late. It stands in the toolbar, where there is room for it
 * before it comes: a strip of its own would push down what is being read.
 */
export function Note({ text, children }: NoteProps): ReactElement {
  return (
    <div className={css.note}>
      <Icon name="warning" />
      <span role="status" title={text}>
        {text}
      </span>
      {children}
    </div>
  )
}
