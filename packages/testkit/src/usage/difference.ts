import { ccusageReading, total, type CcusageEntry, type Refusal } from './ccusage-rules.ts'
import { isCounted, messageKey, skeinMessages, type SkeinMessage } from './skein-rules.ts'
import { grouped, type Tokens, type UsageLine } from './usage-line.ts'

/** Why ccusage's total of a day is not Skein's. */
export type Cause =
  | 'blocks'
  | 'copies'
  | 'progress'
  | 'largest row'
  | 'cache classes'
  | 'midnight'
  | 'not the model'
  | Refusal

/** One message that the two count differently: what ccusage has more (or less) on a day, and why. */
export interface Difference {
  readonly day: string
  readonly message: string
  readonly cause: Cause
  readonly tokens: Tokens
}

/**
 * Every message that ccusage and Skein count differently.
 *
 * Contract: summed up by day, the differences are exactly ccusage's totals less Skein's.
 */
export function differences(lines: readonly UsageLine[]): Difference[] {
  const messages = skeinMessages(lines)
  const { entries, refused } = ccusageReading(lines)
  const entriesOf = grouped(entries, ({ line }) => messageKey(line))
  const linesOf = grouped(lines, messageKey)
  const keys = new Set([...messages.keys(), ...entriesOf.keys()])
  return [...keys].flatMap((key) => {
    const message = messages.get(key)
    const counted = entriesOf.get(key) ?? []
    const reason = linesOf
      .get(key)
      ?.map((line) => refused.get(line))
      .find((one) => one !== undefined)
    return ofMessage(key, { message, counted, reason })
  })
}

interface Counted {
  readonly message: SkeinMessage | undefined
  readonly counted: readonly CcusageEntry[]
  /** Why ccusage passed over a line of the message. */
  readonly reason: Refusal | undefined
}

function ofMessage(key: string, { message, counted, reason }: Counted): Difference[] {
  const found: Difference[] = []
  const add = (cause: Cause, time: number, tokens: Tokens) => {
    if (tokens.some((count) => count !== 0)) found.push({ day: dayOf(time), message: key, cause, tokens })
  }
  const own = counted.filter(({ line }) => isCounted(line))
  for (const { line, time, tokens } of counted) {
    if (line.kind === 'progress') add('progress', time, tokens)
    else if (!isCounted(line)) add('not the model', time, tokens)
  }
  if (message === undefined) return found
  if (own.length === 0) {
    add(reason ?? 'odd', message.time, less(NONE, message.tokens))
    return found
  }
  const same = own.find(({ line }) => line === message.largest) ?? own.reduce(larger)
  for (const entry of own)
    if (entry !== same) add(entry.session === same.session ? 'blocks' : 'copies', entry.time, entry.tokens)
  const change = less(same.tokens, message.tokens)
  const onlyWrites = change[0] === 0 && change[1] === 0 && change[2] === 0
  add(onlyWrites ? 'cache classes' : 'largest row', message.time, change)
  if (dayOf(same.time) !== dayOf(message.time)) {
    add('midnight', message.time, less(NONE, same.tokens))
    add('midnight', same.time, same.tokens)
  }
  return found
}

const NONE: Tokens = [0, 0, 0, 0]

function larger(a: CcusageEntry, b: CcusageEntry): CcusageEntry {
  return total(b.tokens) > total(a.tokens) ? b : a
}

export function less(a: Tokens, b: Tokens): Tokens {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
}

export function plus(a: Tokens, b: Tokens): Tokens {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

/** In UTC; `none` for a message without a time. */
export function dayOf(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : 'none'
}

/** Sums by day. */
export function byDay(
  items: Iterable<{ readonly day: string; readonly tokens: Tokens }>,
): Map<string, Tokens> {
  const days = new Map<string, Tokens>()
  for (const { day, tokens } of items) days.set(day, plus(days.get(day) ?? NONE, tokens))
  return days
}
