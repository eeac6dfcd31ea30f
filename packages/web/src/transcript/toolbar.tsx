import type { SessionHead } from '@skein/view'
import { counted } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Menu } from '../ui/menu.tsx'
import { navigate } from '../url/location.ts'
import type { Density, SessionPlace, Show } from '../url/place.ts'
import { DENSITIES } from '../url/place.ts'
import css from './transcript.module.css'

export interface ToolbarProps {
  readonly place: SessionPlace
  readonly density: Density
  readonly head: SessionHead
  readonly onDensity: (to: Density) => void
  /** Comes late, and takes the place of what is left of the line. */
  readonly note: ReactNode
}

/** How the transcript is shown. */
export function Toolbar({ place, density, head, onDensity, note }: ToolbarProps): ReactElement {
  const shows = (show: Show): boolean => place.show.includes(show)
  const toggle = (show: Show): void =>
    navigate({
      ...place,
      show: shows(show) ? place.show.filter((one) => one !== show) : [...place.show, show],
    })
  const { hide, ...rest } = place.more
  const hides = hide === 'orphaned'
  return (
    <div className={css.toolbar}>
      <span className={css.toolbarFacts}>
        {counted(head.turnCount, 'turn')}
        {head.branchCount > 0 && ` · ${counted(head.branchCount, 'branch', 'branches')}`}
        {head.compactions > 0 && ` · ${counted(head.compactions, 'compaction')}`}
      </span>
      {note}
      <div className={css.density} role="radiogroup" aria-label="Steps">
        {DENSITIES.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === density}
            className={classes(one === density && css.on)}
            title={`${TITLES[one]} (t)`}
            onClick={() => onDensity(one)}
          >
            {LABELS[one]}
          </button>
        ))}
      </div>
      <IconButton
        icon="search"
        label="Find in this session"
        keys="f"
        on={place.find !== '' || place.more.finding === '1'}
        onClick={() => {
          const { finding, ...others } = place.more
          navigate(
            finding === '1' || place.find !== ''
              ? { ...place, find: '', more: others }
              : { ...place, more: { ...others, finding: '1' } },
            { replace: true },
          )
        }}
      />
      <Menu
        label="What is shown"
        icon="eye"
        items={[
          { label: 'Dead branches', checked: shows('dead'), onSelect: () => toggle('dead') },
          {
            label: 'Bookkeeping entries',
            checked: shows('bookkeeping'),
            onSelect: () => toggle('bookkeeping'),
          },
          {
            label: 'Calls without answer',
            checked: !hides,
            onSelect: () => navigate({ ...place, more: hides ? rest : { ...rest, hide: 'orphaned' } }),
          },
        ]}
      />
    </div>
  )
}

const LABELS: Readonly<Record<Density, string>> = { off: 'Folded', short: 'Steps', full: 'Full' }
const TITLES: Readonly<Record<Density, string>> = {
  off: 'Prompts and answers',
  short: 'A line for each step',
  full: 'Every step open',
}
