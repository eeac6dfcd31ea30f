/**
 * A copy of a JSON value with every string changed; keys, numbers and order stay.
 *
 * Without recursion, since nesting is as deep as the file says, and safe for keys such as
 * `__proto__`, which become plain properties.
 */
export function mapStrings(value: unknown, change: (text: string, name: string) => string): unknown {
  const root: Container = {}
  const work: Task[] = [{ into: root, at: 'value', value, name: '' }]
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    const { into, at, value: old, name } = task
    if (typeof old === 'string') put(into, at, change(old, name))
    else if (Array.isArray(old)) put(into, at, pushItems(work, old, name))
    else if (typeof old === 'object' && old !== null) put(into, at, pushEntries(work, old))
    else put(into, at, old)
  }
  return root['value']
}

type Container = Record<string | number, unknown>

interface Task {
  readonly into: Container | unknown[]
  readonly at: string | number
  readonly value: unknown
  /** The name that the value goes by: its key, the key of its list, the flag before it. */
  readonly name: string
}

/** Last first, as the work is taken from the end: what is met first is numbered first. */
function pushItems(work: Task[], items: readonly unknown[], name: string): unknown[] {
  const copy: unknown[] = Array.from({ length: items.length }, () => null)
  for (let at = items.length - 1; at >= 0; at--) {
    const before = at > 0 ? items[at - 1] : undefined
    const flag = typeof before === 'string' && /^--?[A-Za-z][\w-]{0,60}$/.test(before)
    work.push({ into: copy, at, value: items[at], name: flag ? before : name })
  }
  return copy
}

function pushEntries(work: Task[], object: object): Container {
  const copy: Container = {}
  const entries: [string, unknown][] = Object.entries(object)
  for (let i = entries.length - 1; i >= 0; i--) {
    const [at, value] = entries[i]
    work.push({
      into: copy,
      at,
      value,
      name: at.toLowerCase() === 'value' ? (nameOfPair(entries) ?? at) : at,
    })
  }
  return copy
}

/** `{"name": "API_KEY", "value": "…"}`: lists of variables and headers. */
function nameOfPair(entries: readonly [string, unknown][]): string | undefined {
  const name = entries.find(([key]) => /^(?:name|key)$/i.test(key))?.[1]
  return typeof name === 'string' ? name : undefined
}

function put(into: Container | unknown[], at: string | number, value: unknown): void {
  if (at === '__proto__')
    Object.defineProperty(into, at, { value, enumerable: true, configurable: true, writable: true })
  else (into as Container)[at] = value // A list takes the same assignment, by number.
}
