import { useMemo, type ReactElement } from 'react'
import { classes } from '../ui/classes.ts'
import { MEASURES, RANGES, type UsagePlace } from './usage-place.ts'
import css from './usage.module.css'

/** Range, measure and time zone; all of them stand in the address. */
export function UsageControls({
  place,
  ownZone,
  serverZone,
  onChange,
}: {
  readonly place: UsagePlace
  readonly ownZone: string
  readonly serverZone: string | null
  readonly onChange: (change: Partial<UsagePlace>) => void
}): ReactElement {
  const zones = useMemo(() => {
    const first = [ownZone, serverZone ?? ownZone, 'UTC', place.zone]
    return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])]
  }, [ownZone, serverZone, place.zone])
  return (
    <div className={css.controls}>
      <Choice
        label="Range"
        values={RANGES}
        names={{ '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'Year', all: 'All' }}
        value={place.range}
        onChange={(range) => onChange({ range })}
      />
      <Choice
        label="Measure"
        values={MEASURES}
        names={{ cost: 'Cost', tokens: 'Tokens' }}
        value={place.measure}
        onChange={(measure) => onChange({ measure })}
      />
      <label className={css.zone}>
        <span className="sr-only">Time zone</span>
        <select value={place.zone} onChange={(event) => onChange({ zone: event.target.value })}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
              {zone === ownZone ? ' (this browser)' : zone === serverZone ? ' (server)' : ''}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Choice<Value extends string>({
  label,
  values,
  names,
  value,
  onChange,
}: {
  readonly label: string
  readonly values: readonly Value[]
  readonly names: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}): ReactElement {
  return (
    <fieldset className={css.choice}>
      <legend className="sr-only">{label}</legend>
      {values.map((one) => (
        <label key={one} className={classes(css.option, one === value && css.chosen)}>
          <input type="radio" name={label} checked={one === value} onChange={() => onChange(one)} />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}
