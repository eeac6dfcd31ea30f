import type { CutText } from '@skein/view'
import { withoutFolder } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { useId, useState } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'
import { chipWords } from './chip-words.ts'
import { useSource } from './source.ts'
import css from './transcript.module.css'

export interface OpeningChipProps {
  readonly label: string
  readonly icon?: IconName
  readonly text: CutText
  readonly children?: ReactNode
}

/** Something the program put in: a word that opens to the whole. */
export function OpeningChip({ label, icon, text, children }: OpeningChipProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { cwd } = useSource()
  return (
    <span className={classes(css.opening, isOpen && css.isOpen)}>
      <button
        type="button"
        className={css.chip}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} size={12} />}
        {label}
        {!isOpen && text.text !== '' && (
          <span className={css.chipText}>{withoutFolder(chipWords(text.text), cwd)}</span>
        )}
      </button>
      {isOpen && (
        <span className={css.opened} id={id}>
          <PlainText text={text.text} />
          {text.length > text.text.length && ' …'}
          {children}
        </span>
      )}
    </span>
  )
}
