import { useQuery } from '@tanstack/react-query'
import { bytes, counted } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { healthQuery, meQuery } from '../api/queries.ts'
import { Ago } from '../format/time.tsx'
import { setLook, useLook, type Look } from '../theme/theme.ts'
import { classes } from '../ui/classes.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Devices } from './devices.tsx'
import css from './settings-page.module.css'

/** How the app looks on this device, which devices may look in, and what the server is doing. */
export function SettingsPage(): ReactElement {
  const look = useLook()
  return (
    <div className={css.page}>
      <div className={css.column}>
        <h1 className={css.title}>Settings</h1>
        <Part title="Look">
          <Choice<Look['theme']>
            label="Theme"
            value={look.theme}
            options={[
              ['system', 'As the system'],
              ['light', 'Light'],
              ['dark', 'Dark'],
            ]}
            onChange={(theme) => setLook({ theme })}
          />
          <Choice<Look['density']>
            label="Lists"
            value={look.density}
            options={[
              ['comfortable', 'Comfortable'],
              ['compact', 'Compact'],
            ]}
            onChange={(density) => setLook({ density })}
          />
        </Part>
        <Part title="Devices">
          <Devices />
        </Part>
        <Part title="About">
          <About />
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className={css.part}>
      <h2 className={css.heading}>{title}</h2>
      <div className={css.content}>{children}</div>
    </section>
  )
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}): ReactElement {
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.options}>
        {options.map(([one, name]) => (
          <label key={one} className={classes(css.option, one === value && css.chosen)}>
            <input type="radio" name={label} checked={one === value} onChange={() => onChange(one)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function About(): ReactElement {
  const me = useQuery(meQuery)
  const health = useQuery(healthQuery)
  if (health.isPending) return <Skeleton lines={4} label="Loading the state of the server" />
  if (health.isError) return <ErrorState error={health.error} onRetry={() => void health.refetch()} />
  const {
    version,
    sessions,
    bytes: size,
    archivedSessions,
    lastArchived,
    indexing,
    diagnostics,
  } = health.data
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Version', version],
    ['Sessions', `${counted(sessions, 'session')}, ${bytes(size)}`],
    [
      'Archive',
      <>
        {counted(archivedSessions, 'session')}
        {lastArchived !== null && (
          <>
            , last <Ago time={lastArchived} />
          </>
        )}
      </>,
    ],
    ['Index', indexing ? 'Being built' : 'Up to date'],
    ['Time zone', me.data?.timeZone ?? ''],
    ['This device', me.data ? `${me.data.device}${me.data.scope === 'read' ? ', may only read' : ''}` : ''],
  ]
  return (
    <>
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {diagnostics.length > 0 && (
        <ul className={css.diagnostics}>
          {diagnostics.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}
