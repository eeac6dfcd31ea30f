import type { EditedText } from '@skein/server'
import { counted, type Hunk } from '@skein/view'
import { useMemo, useState, type ReactElement } from 'react'
import { DiffView } from '../code/diff-view.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './edit.module.css'

/** Texts before and after, one below the other; folded, since the figures above say most. */
export function EditChanges({
  changes,
  more,
}: {
  readonly changes: readonly EditedText[]
  /** There are others that were not told. */
  readonly more: boolean
}): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button type="button" className="quiet-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'down' : 'forward'} size={12} />
        {more ? `The first ${counted(changes.length, 'text')}` : counted(changes.length, 'text')} that change
      </button>
      {isOpen && (
        <ol className={css.changes}>
          {changes.map((change, i) => (
            <li key={i}>
              <Change change={change} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Change({ change }: { readonly change: EditedText }): ReactElement {
  const hunks = useMemo(() => [hunkOf(change)], [change])
  const { line, what, after } = change
  return (
    <>
      <p className={css.changeHead}>
        <span>{what}</span>
        <span className={css.hint}>
          line {line}
          {after === null && ' · left out'}
        </span>
      </p>
      <DiffView hunks={hunks} language={null} label={`${what} of line ${line}`} />
    </>
  )
}

/** All of one, then all of the other; the beginning of each. */
function hunkOf({ before, after }: EditedText): Hunk {
  const lines = [...signed('-', before), ...signed('+', after ?? '')]
  return { oldStart: 0, oldLines: 0, newStart: 0, newLines: 0, lines }
}

function signed(sign: '-' | '+', text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  const shown = lines.slice(0, MOST_LINES).map((line) => sign + line)
  return lines.length > MOST_LINES ? [...shown, `${sign}…`] : shown
}

const MOST_LINES = 8
