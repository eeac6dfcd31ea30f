import type { TraceSettings } from '../target/target.ts'
import type { Fields } from './fields.ts'

/** The settings that an object of trace.json says, for all targets or for one. */
export function readSettings(fields: Fields): Partial<TraceSettings> {
  return defined({
    redact: fields.flag('redact'),
    thinking: fields.flag('thinking'),
    sample: fields.number('sample', 0, 1),
    include: fields.texts('include'),
    exclude: fields.texts('exclude'),
    user: fields.text('user'),
    tags: fields.texts('tags'),
    environment: fields.text('environment'),
    openInference: fields.flag('openInference'),
    resource: fields.map('resource'),
  })
}

/** The later ones win; resource attributes are put together. */
export function joinedSettings(
  first: TraceSettings,
  ...others: readonly Partial<TraceSettings>[]
): TraceSettings {
  return others.reduce<TraceSettings>(
    (joined, other) => ({
      ...joined,
      ...defined(other),
      resource: { ...joined.resource, ...other.resource },
    }),
    first,
  )
}

function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Nothing but fields that are absent is taken away.
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
