/**
 * A JSON value with every string changed; keys, numbers and order stay, and so does what holds nothing that changes.
 *
 * Nesting is as deep as the file says, so from a depth on it goes without recursion. Safe for keys such as `__proto__`, which
 * become plain properties.
 */
export function mapStrings(value: unknown, change: Change): unknown {
  return mapped(value, '', { change, depth: 0 })
}

type Change = (text: string, name: string) => string

interface Mapping {
  readonly change: Change
  depth: number
}

/** Deeper than what tools are called with. */
const DEEPEST = 32

function mapped(value: unknown, name: string, mapping: Mapping): unknown {
  if (typeof value === 'string') return mapping.change(value, name)
  if (typeof value !== 'object' || value === null) return value
  if (mapping.depth >= DEEPEST) return copyOf(value, name, mapping.change)
  mapping.depth++
  const made = Array.isArray(value) ? mappedItems(value, name, mapping) : mappedEntries(value, mapping)
  mapping.depth--
  return made
}

function mappedItems(items: readonly unknown[], name: string, mapping: Mapping): readonly unknown[] {
  let copy: unknown[] | null = null
  for (let at = 0; at < items.length; at++) {
    const made = mapped(items[at], nameOfItem(items, at, name), mapping)
    if (made !== items[at]) copy ??= items.slice(0, at)
    copy?.push(made)
  }
  return copy ?? items
}

function mappedEntries(object: object, mapping: Mapping): object {
  const fields = object as Readonly<Container> // read by its own keys only
  const names = Object.keys(fields)
  let copy: Container | null = null
  for (let i = 0; i < names.length; i++) {
    const at = names[i]
    const made = mapped(fields[at], nameOfEntry(at, object), mapping)
    if (copy === null && made !== fields[at]) {
      copy = {}
      for (let before = 0; before < i; before++) put(copy, names[before], fields[names[before]])
    }
    if (copy !== null) put(copy, at, made)
  }
  return copy ?? object
}

/** The same without recursion, and always a copy. */
function copyOf(value: unknown, name: string, change: Change): unknown {
  const root: Container = {}
  const work: Task[] = [{ into: root, at: 'value', value, name }]
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    const { into, at, value: old, name: called } = task
    if (typeof old === 'string') put(into, at, change(old, called))
    else if (Array.isArray(old)) put(into, at, pushItems(work, old, called))
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
    work.push({ into: copy, at, value: items[at], name: nameOfItem(items, at, name) })
  }
  return copy
}

function pushEntries(work: Task[], object: object): Container {
  const copy: Container = {}
  const entries: [string, unknown][] = Object.entries(object)
  for (let i = entries.length - 1; i >= 0; i--) {
    const [at, value] = entries[i]
    work.push({ into: copy, at, value, name: nameOfEntry(at, object) })
  }
  return copy
}

/** A value in a list of arguments goes by the flag before it. */
function nameOfItem(items: readonly unknown[], at: number, name: string): string {
  const before = at > 0 ? items[at - 1] : undefined
  return typeof before === 'string' && /^--?[A-Za-z][\w-]{0,60}$/.test(before) ? before : name
}

function nameOfEntry(at: string, object: object): string {
  return at.length === 'value'.length && at.toLowerCase() === 'value' ? (nameOfPair(object) ?? at) : at
}

/** `{"name": "API_KEY", "value": "…"}`: lists of variables and headers. */
function nameOfPair(object: object): string | undefined {
  const entries: [string, unknown][] = Object.entries(object)
  const name = entries.find(([key]) => /^(?:name|key)$/i.test(key))?.[1]
  return typeof name === 'string' ? name : undefined
}

function put(into: Container | unknown[], at: string | number, value: unknown): void {
  if (at === '__proto__')
    Object.defineProperty(into, at, { value, enumerable: true, configurable: true, writable: true })
  else (into as Container)[at] = value // A list takes the same assignment, by number.
}
