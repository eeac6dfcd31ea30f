import {
  PlainUsageScan,
  PlainWalker,
  UsageReader,
  USAGE_FLAG,
  USAGE_WIDTH,
  type UsageScan,
} from '@skein/transcript'
import { Random } from '../corpus/prng.ts'
import { parsedUsage, type ParsedRow } from './parsed-usage.ts'
import { usageTranscript } from './usage-lines.ts'

export interface UsageFuzzOptions {
  /** Lines in all. */
  readonly count: number
  readonly seed: string
}

export interface UsageFuzzResult {
  readonly lines: number
  /** Rows that the fast scan vouched for, of all: a test that finds few of them tests little. */
  readonly fastRows: number
  readonly rows: number
  readonly failures: readonly string[]
}

/**
 * Reads odd lines with the fast usage scan, with its plain twin, with the kernel's scanner and with
 * `JSON.parse`, and reports where they differ; stops at the tenth.
 */
export function fuzzUsage({ count, seed }: UsageFuzzOptions): UsageFuzzResult {
  const fast = new UsageReader()
  const plain = new UsageReader({ scan: new PlainUsageScan(), walker: new PlainWalker() })
  const exact = new UsageReader({ scan: everyLine() })
  const failures: string[] = []
  let rows = 0
  let inputs = 0
  for (; inputs * LINES < count && failures.length < MAX_FAILURES; inputs++) {
    const random = new Random(`${seed}:${inputs}`)
    const bytes = usageTranscript(LINES, random)
    const expected = linewise(exact, bytes, random)
    rows += expected?.length ?? 0
    const wrong =
      difference('the fast scan', linewise(fast, bytes, random), expected) ??
      difference('the plain scan', linewise(plain, bytes, random), expected) ??
      (expected === null ? undefined : unparsed(expected, parsedUsage(bytes)))
    if (wrong !== undefined) failures.push(`${seed}:${inputs}: ${wrong}`)
  }
  return { lines: inputs * LINES, fastRows: fast.counts.fastRows, rows, failures }
}

/** Few enough that a row without id, which only the whole structure can name, spoils little. */
const LINES = 8
const MAX_FAILURES = 10

/** A row as text; messages by the hash of their name. */
type RowText = readonly [offset: number, text: string]

/** What line by line reading finds, null where it asks for the whole structure. */
function linewise(reader: UsageReader, bytes: Uint8Array, random: Random): RowText[] | null {
  reader.begin()
  for (let at = 0; at < bytes.length;) {
    const space = reader.space()
    const length = Math.min(space.length, bytes.length - at, random.pick([100, 1000, 5000, Infinity]))
    space.set(bytes.subarray(at, at + length))
    reader.advance(length)
    at += length
  }
  reader.end()
  return reader.needsStructure ? null : rowTexts(reader)
}

/** Leaves every line to the exact reader, which is the kernel's scanner. */
function everyLine(): UsageScan {
  let window = new Uint8Array(0)
  return {
    window(size) {
      if (size <= window.length) return window
      const wider = new Uint8Array(size)
      wider.set(window)
      return (window = wider)
    },
    begin() {},
    scan(start, end, target) {
      for (let line = start; line < end;) {
        const newline = window.indexOf(0x0a, line)
        target.exact(line, newline)
        line = newline + 1
      }
    },
  }
}

function rowTexts({ rows, names }: UsageReader): RowText[] {
  const found = Array.from({ length: rows.count }, (_, row): RowText => {
    const counters = rows.counters.subarray(row * USAGE_WIDTH, (row + 1) * USAGE_WIDTH)
    const text = [
      rows.low[row],
      rows.high[row],
      ...said({
        time: rows.time[row],
        forked: (rows.flags[row] & USAGE_FLAG.forked) !== 0,
        sidechain: (rows.flags[row] & USAGE_FLAG.sidechain) !== 0,
        model: names.text(rows.model[row]),
        session: names.text(rows.session[row]),
        tier: names.text(rows.tier[row]),
        counters: [...counters],
      }),
    ]
    return [rows.offset[row], text.join('|')]
  })
  return found.sort(([a], [b]) => a - b)
}

function said(row: Omit<ParsedRow, 'offset' | 'id'>): (string | number | boolean)[] {
  return [row.time, row.forked, row.sidechain, row.model, row.session, row.tier, row.counters.join()]
}

function difference(
  who: string,
  found: readonly RowText[] | null,
  expected: readonly RowText[] | null,
): string | undefined {
  if (found === null || expected === null)
    return found === expected ? undefined : `${who} does not agree on whether lines are enough`
  for (let i = 0; i < Math.max(found.length, expected.length); i++)
    if (found[i]?.join('|') !== expected[i]?.join('|'))
      return `${who} found ${found[i]?.join('|')} instead of ${expected[i]?.join('|')}`
  return undefined
}

/** Every line that `JSON.parse` reads must be the row it says; messages are one where their ids are. */
function unparsed(rows: readonly RowText[], parsed: readonly ParsedRow[]): string | undefined {
  const texts = new Map(rows)
  const hashes = new Map<string, string>()
  for (const row of parsed) {
    const [low, high, ...rest] = (texts.get(row.offset) ?? '').split('|')
    if (rest.join('|') !== said(row).join('|'))
      return `the kernel found ${rest.join('|')} at ${row.offset} where JSON.parse says ${said(row).join('|')}`
    if (row.id === null) continue
    const hash = `${low}|${high}`
    if ((hashes.get(row.id) ?? hash) !== hash) return `two hashes of the message ${row.id}`
    hashes.set(row.id, hash)
  }
  if (new Set(hashes.values()).size !== hashes.size) return 'one hash of two messages'
  return undefined
}
