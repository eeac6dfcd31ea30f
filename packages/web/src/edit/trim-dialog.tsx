import { tokens } from '@skein/view'
import { useMemo, useState, type ReactElement } from 'react'
import { classes } from '../ui/classes.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { EditDialog, type EditAsked } from './edit-dialog.tsx'
import css from './edit.module.css'

/** Leaves out what a resume can do without. */
export function TrimDialog({
  session,
  onClose,
}: {
  readonly session: string
  readonly onClose: () => void
}): ReactElement {
  const [preset, setPreset] = useState<(typeof PRESETS)[number]['name']>('routine')
  const [typed, setTyped] = useState('')
  const settled = useDebounced(typed, 400)
  const target = targetOf(settled)
  const asked = useMemo(
    (): EditAsked | null =>
      target === 'wrong'
        ? null
        : { kind: 'trim', preset, ...(target === null ? {} : { targetTokens: target }) },
    [preset, target],
  )
  return (
    <EditDialog
      session={session}
      title="Trim"
      action="Make the trimmed session"
      asked={asked}
      onClose={onClose}
    >
      <fieldset className={css.presets}>
        <legend>How much</legend>
        {PRESETS.map(({ name, what }) => (
          <label key={name} className={classes(css.preset, name === preset && css.chosen)}>
            <input type="radio" name="preset" checked={name === preset} onChange={() => setPreset(name)} />
            <span className={css.presetName}>{name}</span>
            <span className={css.hint}>{what}</span>
          </label>
        ))}
      </fieldset>
      <label className={css.label}>
        At most so many tokens
        <input
          className={css.field}
          inputMode="numeric"
          placeholder="as the choice above has it"
          autoComplete="off"
          value={typed}
          aria-invalid={targetOf(typed) === 'wrong'}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className={css.hint}>
          {targetOf(typed) === 'wrong'
            ? 'A number like 60000 or 60k.'
            : target === null || target === 'wrong'
              ? 'What has to go for it is picked by age.'
              : `As much as it takes to come below ${tokens(target)}.`}
        </span>
      </label>
    </EditDialog>
  )
}

const PRESETS = [
  { name: 'light', what: 'snapshots, progress, bookkeeping' },
  { name: 'routine', what: 'also old results and repeated reads' },
  { name: 'deep', what: 'also thinking, images, most results' },
  { name: 'emergency', what: 'whatever can go' },
] as const

/** `60000`, `60k`, `0.1M`; null for nothing. */
function targetOf(text: string): number | null | 'wrong' {
  if (text.trim() === '') return null
  const match = /^(\d{1,9}(?:\.\d+)?)\s*([km]?)$/i.exec(text.trim().replaceAll(',', ''))
  if (match === null) return 'wrong'
  const value = Math.round(
    Number(match[1]) * { '': 1, k: 1e3, m: 1e6 }[match[2].toLowerCase() as '' | 'k' | 'm'],
  )
  return value >= 1000 && value <= 1e9 ? value : 'wrong'
}
