/**
 * How a version of Claude Code reads a transcript on `--resume`, as far as versions differ.
 *
 * Every rule was observed on the real program; docs/conformance.md lists the recordings that hold
 * it. Versions between two observed ones follow the older of the two: a rule counts from the
 * version in which it was seen.
 */
export interface ResumeRules {
  readonly version: string
  /** `latest-leaf`: the leaf latest in file order. `newest-time`: the row with the newest timestamp. */
  readonly tip: 'latest-leaf' | 'newest-time'
  /** Whether the last `last-prompt` row may move the tip. */
  readonly lastPrompt: boolean
  /** A missing parent is bridged to the newest earlier row at most this long before; null: never. */
  readonly bridgeMs: number | null
  /** Whether progress rows carry the chain, or break it. */
  readonly followsProgress: boolean
  /** Whether rows of one message on side branches, and their results, are brought back. */
  readonly recoversSiblings: boolean
  /** Whether a cycle of parents is noticed; a version that does not never answers. */
  readonly detectsCycles: boolean
  /** Whether a first row without a valid timestamp ends the program. */
  readonly needsFirstTime: boolean
  /** Whether a compaction's preserved messages are put back. */
  readonly preservesMessages: boolean
  /** Whether an object is read although something follows it on its line. */
  readonly toleratesTrails: boolean
  /** Whether user and assistant rows without `message` are passed over; else they end the program. */
  readonly skipsWithoutMessage: boolean
  readonly shaping: 'modern' | 'classic'
}

const MODERN: ResumeRules = {
  version: '2.1.325',
  tip: 'latest-leaf',
  lastPrompt: true,
  bridgeMs: 5000,
  followsProgress: true,
  recoversSiblings: true,
  detectsCycles: true,
  needsFirstTime: false,
  preservesMessages: true,
  toleratesTrails: true,
  skipsWithoutMessage: true,
  shaping: 'modern',
}

const CLASSIC: ResumeRules = {
  version: '2.0.76',
  tip: 'newest-time',
  lastPrompt: false,
  bridgeMs: null,
  followsProgress: false,
  recoversSiblings: false,
  detectsCycles: false,
  needsFirstTime: true,
  preservesMessages: false,
  toleratesTrails: false,
  skipsWithoutMessage: false,
  shaping: 'classic',
}

/** Versions whose behaviour is recorded, oldest first. */
export const OBSERVED: readonly ResumeRules[] = [CLASSIC, MODERN]

export const NEWEST_VERSION = MODERN.version

/** The rules of the newest observed version that is not newer than `version`; else the oldest. */
export function rulesFor(version: string = NEWEST_VERSION): ResumeRules {
  const wanted = numbersOf(version)
  let best = OBSERVED[0]
  for (const rules of OBSERVED) if (compare(numbersOf(rules.version), wanted) <= 0) best = rules
  return best
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0)
  return 0
}
