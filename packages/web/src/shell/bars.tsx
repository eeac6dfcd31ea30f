import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { Link } from '../url/link.tsx'
import { NO_LIST, type Place } from '../url/place.ts'
import css from './bars.module.css'
import { Logo } from './logo.tsx'

interface BarProps {
  readonly place: Place
  readonly onSearch: () => void
}

/** Above the list: the name, and the way to everything that is no session. */
export function TopBar({
  place,
  onSearch,
  onHelp,
}: BarProps & { readonly onHelp: () => void }): ReactElement {
  return (
    <header className={css.top}>
      <Link className={css.home} to={HOME} aria-label="Skein, inbox">
        <Logo />
        <span>Skein</span>
      </Link>
      <span className={css.wideOnly}>
        <IconButton icon="search" label="Search" keys="mod+k" onClick={onSearch} />
        <IconLink to={USAGE} icon="usage" label="Usage" current={place.page === 'usage'} />
        <IconLink to={SETTINGS} icon="settings" label="Settings" current={place.page === 'settings'} />
        <IconButton icon="info" label="Keyboard" keys="?" onClick={onHelp} />
      </span>
    </header>
  )
}

/** Within reach of the thumb, on a narrow screen. */
export function BottomBar({ place, onSearch }: BarProps): ReactElement {
  const isList = place.page === 'inbox' || place.page === 'project'
  return (
    <nav className={css.bottom} aria-label="Pages">
      <BarLink to={HOME} icon="inbox" current={isList}>
        Sessions
      </BarLink>
      <button
        type="button"
        className={classes(css.tab, place.page === 'search' && css.current)}
        onClick={onSearch}
      >
        <Icon name="search" size={20} />
        Search
      </button>
      <BarLink to={USAGE} icon="usage" current={place.page === 'usage'}>
        Usage
      </BarLink>
      <BarLink to={SETTINGS} icon="settings" current={place.page === 'settings'}>
        Settings
      </BarLink>
    </nav>
  )
}

function IconLink({
  to,
  icon,
  label,
  current,
}: {
  readonly to: Place
  readonly icon: IconName
  readonly label: string
  readonly current: boolean
}): ReactElement {
  return (
    <Tooltip text={label}>
      <Link
        to={to}
        className={classes(css.icon, current && css.on)}
        aria-label={label}
        aria-current={current ? 'page' : undefined}
      >
        <Icon name={icon} />
      </Link>
    </Tooltip>
  )
}

function BarLink({
  to,
  icon,
  current,
  children,
}: {
  readonly to: Place
  readonly icon: IconName
  readonly current: boolean
  readonly children: ReactNode
}): ReactElement {
  return (
    <Link
      to={to}
      className={classes(css.tab, current && css.current)}
      aria-current={current ? 'page' : undefined}
    >
      <Icon name={icon} size={20} />
      {children}
    </Link>
  )
}

const HOME: Place = { page: 'inbox', list: NO_LIST, more: {} }
const USAGE: Place = { page: 'usage', list: NO_LIST, more: {} }
const SETTINGS: Place = { page: 'settings', list: NO_LIST, more: {} }
