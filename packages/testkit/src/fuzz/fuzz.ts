import { Random } from '../corpus/prng.ts'
import { generateSession } from '../corpus/session.ts'
import { faultsOf } from './check.ts'
import { damaged, linesOf } from './damage.ts'

export interface FuzzOptions {
  readonly count: number
  readonly seed: string
  readonly onProgress?: (done: number) => void
}

export interface FuzzFailure {
  /** Gives this one input again: `--count 1 --seed …`. */
  readonly seed: string
  readonly operations: readonly string[]
  readonly faults: readonly string[]
}

export interface FuzzResult {
  /** How many were read: all, unless there were too many failures to go on. */
  readonly inputs: number
  readonly failures: readonly FuzzFailure[]
}

/** Reads `count` damaged sessions and reports those that were read wrongly; stops at the tenth. */
export function fuzz({ count, seed, onProgress }: FuzzOptions): FuzzResult {
  const failures: FuzzFailure[] = []
  const [name, first] = startOf(seed)
  let session: { number: number; lines: Uint8Array[] } | undefined
  for (let i = first; i < first + count; i++) {
    const number = Math.floor(i / INPUTS_A_SESSION)
    if (session?.number !== number) session = { number, lines: sessionLines(`${name}/${number}`) }
    const random = new Random(`${name}:${i}`)
    const input = damaged(session.lines, random)
    const faults = faultsOf(input, random)
    if (faults.length > 0) failures.push({ seed: `${name}:${i}`, operations: input.operations, faults })
    if (failures.length === MAX_FAILURES) return { inputs: i + 1 - first, failures }
    if ((i + 1) % PROGRESS_STEP === 0) onProgress?.(i + 1 - first)
  }
  return { inputs: count, failures }
}

/** Making a session costs more than reading it, so each is damaged this many times. */
const INPUTS_A_SESSION = 40
const PROGRESS_STEP = 10_000
const MAX_FAILURES = 10

/** `name:12` means "from input 12 of the run `name` on". */
function startOf(seed: string): [name: string, first: number] {
  const colon = seed.lastIndexOf(':')
  return colon < 0 ? [seed, 0] : [seed.slice(0, colon), Number(seed.slice(colon + 1))]
}

function sessionLines(seed: string): Uint8Array[] {
  const random = new Random(seed)
  const { bytes } = generateSession({ seed, turns: random.int(1, 5), damage: random.chance(0.3) ? 0.1 : 0 })
  return linesOf(bytes)
}
