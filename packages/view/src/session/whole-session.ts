import type { Branch, FileChange, Readable, Turn } from '@skein/transcript'
import { fileChanges, promptKind, readRows, saidBranches, turnAt, turnCount, turns } from '@skein/transcript'
import type { Hide } from '../mask/masked-source.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { Pricer } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import { oversizedNote } from '../text/figures.ts'
import { withoutFolder } from '../tool-line.ts'
import { CallFactsTable } from './call-facts.ts'
import type { BranchesAt } from './fork-views.ts'
import { forksOf } from './fork-views.ts'
import { imagesOf } from './image-view.ts'
import { SpentTable } from './money-sum.ts'
import { isOpen } from './open-step.ts'
import { promptView } from './prompt-view.ts'
import { Reading } from './reading.ts'
import { rowAt } from './row-at.ts'
import type { ImageView, PromptView, TurnHead } from './session-view.ts'
import type { Slot } from './slots.ts'
import { slotsOf } from './slots.ts'
import { readSteps } from './step-reader.ts'
import type { StepView } from './step-view.ts'
import { turnHead } from './turn-head.ts'

/** A transcript to be shown as a whole. `source` has its bytes as they are. */
export interface WholeTranscript extends Readable {
  /** What its texts and names go through before anybody sees them; null where nothing is to be hidden. */
  readonly hide: Hide | null
  /** Lines of its rows in the file, where they are not the transcript's own. */
  readonly lines?: readonly number[]
}

/** From 1, both included. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/**
 * How much of a turn is read. `all`: every step. `folded`: every step, answers only of failures and changes of files.
 * `brief`: what went wrong, what was printed, and the last text.
 */
export type Detail = 'all' | 'folded' | 'brief'

export interface WholeTurn {
  readonly head: TurnHead
  /** Numbers of the branches that leave the conversation here, from 1. */
  readonly branches: readonly number[]
  /** What it did to files, net; paths below its folder are told without it. */
  readonly files: () => FileChange[]
  /** Ids of its calls, in order. */
  readonly calls: readonly string[]
  /** In order, read a few entries at a time. `agent` is null in them: a whole session has its agents beside it. */
  readonly steps: (detail: Detail) => Iterable<StepView>
}

/**
 * A transcript from its first turn to its last, with nothing cut: what exports and terminals draw.
 *
 * Contract: the same turns and steps as a `SessionModel` shows a page at a time, out of the same functions. Each is worked
 * out when it is reached, so that a session of any size can be told. The transcript does not grow meanwhile.
 */
export class WholeSession {
  readonly opened: WholeTranscript
  /** The branches worth a reader's time, in the order of their numbers. */
  readonly branches: readonly Branch[]
  readonly reading: Reading
  readonly #facts: CallFactsTable
  readonly #spent: SpentTable
  readonly #forks: BranchesAt
  readonly #numbers: ReadonlyMap<number, number>

  constructor(opened: WholeTranscript, prices: PriceTable = CLAUDE_PRICES) {
    const { transcript, source, hide, lines } = opened
    const { offset } = transcript.scan.columns
    this.opened = opened
    this.branches = saidBranches(transcript)
    // One for all of it: what one entry gives away is hidden in the others.
    this.reading = new Reading(transcript, source, {
      hideOf: hide === null ? null : () => hide,
      whole: true,
      lines,
    })
    this.#facts = new CallFactsTable(transcript, source)
    this.#spent = new SpentTable(transcript, new Pricer(prices))
    this.#forks = branchesAt(this.branches)
    this.#numbers = new Map(this.branches.map(({ tip }, i) => [offset[tip], i + 1]))
  }

  get turnCount(): number {
    return turnCount(this.opened.transcript)
  }

  /** `at`: a row that has a step in its turn whatever it is. */
  *turns({ range, at }: { readonly range?: TurnRange; readonly at?: number } = {}): Generator<WholeTurn> {
    const { transcript } = this.opened
    if (range === undefined) {
      for (const turn of turns(transcript)) yield this.#turn(turn, at)
      return
    }
    const last = Math.min(range.to, this.turnCount)
    for (let number = range.from; number <= last; number++)
      yield this.#turn(turnAt(transcript, number - 1), at)
  }

  /** The line of the entry at an offset; null where none begins there. */
  lineAt(key: number): number | null {
    const row = rowAt(this.opened.transcript, key)
    return row < 0 ? null : this.reading.placeOf(row).line
  }

  /** A picture's bytes in base64; null where the transcript only names it. */
  pictureAt({ key, index }: ImageView): string | null {
    const row = rowAt(this.opened.transcript, key)
    const entry = readRows(this.opened.transcript.scan, this.reading.source, row < 0 ? [] : [row]).get(row)
    const data = entry?.kind === 'user' ? imagesOf(entry.content)[index]?.source.data : null
    return typeof data === 'string' ? data : null
  }

  #turn(turn: Turn, at?: number): WholeTurn {
    const { reading } = this
    const slots = slotsOf(reading.transcript, turn, { at })
    const prompt = turn.prompt < 0 ? null : this.#prompt(turn.prompt)
    const forks = forksOf(reading, this.#forks, { turn, slots })
    const tools = { facts: this.#facts, spent: this.#spent }
    return {
      head: turnHead(reading, { turn, slots, prompt, forks }, tools),
      branches: forks.flatMap(({ tips }) =>
        tips.flatMap((tip) => (tip === null ? [] : (this.#numbers.get(tip) ?? []))),
      ),
      files: () => this.#files(turn),
      calls: slots.flatMap(({ call }) => call?.id ?? []),
      steps: (detail) => this.#steps(slots, detail),
    }
  }

  #prompt(row: number): PromptView {
    const prompt = promptView(this.reading, row)
    if (prompt.kind !== 'oversized') return prompt
    const text = `(${oversizedNote(this.opened.transcript.scan.columns.length[row])})`
    return { ...prompt, text: { text, length: text.length } }
  }

  *#steps(slots: readonly Slot[], detail: Detail): Generator<StepView> {
    const wanted = slots
      .map((slot, at) => ({ slot, at }))
      .filter(({ slot }) => detail !== 'brief' || this.#isBrief(slot))
    const tools = { facts: this.#facts, steps: null, folded: detail !== 'all' }
    for (let from = 0; from < wanted.length; from += BATCH)
      yield* readSteps(this.reading, tools, wanted.slice(from, from + BATCH))
  }

  #isBrief(slot: Slot): boolean {
    const { transcript } = this.opened
    if (slot.kind === 'note') return promptKind(transcript.scan, slot.row) === 'output'
    return isOpen(transcript, slot, this.#facts)
  }

  #files({ rows, toolCalls }: Turn): FileChange[] {
    const { transcript, source } = this.reading
    const { columns, ids } = transcript.scan
    const row = rows.find((candidate) => columns.cwd[candidate] !== 0)
    const folder = row === undefined ? '' : this.reading.shown(ids.text(columns.cwd[row]))
    return fileChanges(transcript, source, toolCalls).map((change) => ({
      ...change,
      path: withoutFolder(change.path, folder),
    }))
  }
}

/** Bounds what is in memory at a time. */
const BATCH = 32

function branchesAt(branches: readonly Branch[]): BranchesAt {
  const byRow = new Map<number, Branch[]>()
  for (const branch of branches) byRow.set(branch.at, [...(byRow.get(branch.at) ?? []), branch])
  const starts = (byRow.get(-1) ?? []).filter(({ reason }) => reason === 'rewind')
  return { at: (row) => byRow.get(row) ?? [], starts: () => starts }
}
