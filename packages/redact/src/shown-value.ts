import { Redactor } from './redactor.ts'

/**
 * What the store or a report says, with every text in it masked; nothing else of it changes.
 *
 * Contract: whatever is shown and was not masked where it was read goes through here first, before anything is cut to
 * fit: half a secret is not detected any more. `secrets` makes one secret one placeholder over several values.
 */
export function shownValue<T>(value: T, secrets: Redactor = new Redactor()): T {
  // Reports name the same few models and projects in every row.
  const known = new Map<string, string>()
  const hide = (text: string): string => {
    const found = known.get(text) ?? (HARMLESS.test(text) ? text : secrets.redact(text).text)
    known.set(text, found)
    return found
  }
  // The same value but for the contents of its strings.
  return shown(value, hide) as T
}

/** Dates and uuids by themselves: a report has hundreds, and looking at each takes longer than the rest of it. */
const HARMLESS = /^(?:\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]{1,12}Z)?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * What holds no secret is the same object as before: reports are large, and hardly any does. They are mostly numbers, which
 * are passed over first.
 */
function shown(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (typeof value !== 'object' || value === null) return value
  // Arrays and records alike are read by their own keys.
  const fields = value as Readonly<Record<string, unknown>>
  let changed: Record<string, unknown> | null = null
  for (const name of Object.keys(fields)) {
    const field = fields[name]
    if (typeof field === 'number') continue
    const safe = shown(field, hide)
    if (safe === field) continue
    // A copy of the same kind.
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    // Not by assigning: that would take `__proto__` for something else.
    Object.defineProperty(changed, name, {
      value: safe,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return changed ?? value
}
