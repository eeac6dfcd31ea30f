import { TEXT_RULES, type RuleName } from './text-rules.ts'

export interface JsonString {
  /** The key it stands under, or its list does. */
  readonly key: string
  readonly text: string
}

/**
 * Every string value that a rule does not leave out, in order; empty ones hold no text. A loop, not a recursion: hostile rows nest
 * deeper than a stack is.
 */
export function stringsIn(value: unknown, rule: RuleName): JsonString[] {
  const found: JsonString[] = []
  const open: Waiting[] = [{ value, key: '', rule }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string') {
      if (next.value !== '') found.push({ key: next.key, text: next.value })
    } else if (Array.isArray(next.value)) pushItems(open, next, next.value)
    else if (typeof next.value === 'object' && next.value !== null) pushMembers(open, next.value, next.rule)
  }
  return found
}

interface Waiting {
  readonly value: unknown
  readonly key: string
  readonly rule: RuleName
}

function pushItems(open: Waiting[], { key, rule }: Waiting, items: readonly unknown[]): void {
  for (let i = items.length - 1; i >= 0; i--) open.push({ value: items[i], key, rule })
}

function pushMembers(open: Waiting[], object: object, rule: RuleName): void {
  const leftOut = LEFT_OUT[rule]
  const { inside } = TEXT_RULES[rule]
  const members: [string, unknown][] = Object.entries(object)
  for (let i = members.length - 1; i >= 0; i--) {
    const [key, value] = members[i]
    if (!leftOut.has(key)) open.push({ value, key, rule: Object.hasOwn(inside, key) ? inside[key] : rule })
  }
}

const LEFT_OUT: Readonly<Record<RuleName, ReadonlySet<string>>> = {
  everything: new Set(TEXT_RULES.everything.leftOut),
  block: new Set(TEXT_RULES.block.leftOut),
  row: new Set(TEXT_RULES.row.leftOut),
}
