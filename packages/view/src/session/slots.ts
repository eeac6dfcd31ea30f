import type { ToolCall, Transcript, Turn } from '@skein/transcript'
import {
  BLOCK,
  BLOCK_FLAG,
  blocksIn,
  FLAG,
  isBoundary,
  isKnownType,
  isQueuedCommand,
  KIND,
  promptKind,
  toolCallsOf,
} from '@skein/transcript'

/**
 * A step to be, as far as the columns say. Slots that are the same in every field give the same step, so that whoever has
 * the step need not read its entries again.
 */
export interface Slot {
  readonly kind: 'said' | 'tool' | 'note' | 'compaction' | 'unknown'
  readonly row: number
  /** Which block of the row, from 0; -1 for the row as a whole. */
  readonly block: number
  /** Of a `tool`; null where the API itself carried it out. */
  readonly call: ToolCall | null
  /** The last text a model wrote in the turn. */
  readonly final: boolean
}

export function isSameSlot(a: Slot, b: Slot): boolean {
  return (
    a.kind === b.kind &&
    a.row === b.row &&
    a.block === b.block &&
    a.final === b.final &&
    isSameCall(a.call, b.call)
  )
}

function isSameCall(a: ToolCall | null, b: ToolCall | null): boolean {
  if (a === null || b === null) return a === b
  return a.use === b.use && a.result === b.result && a.status === b.status
}

/** Which entries of a turn have a step that shows nothing to most readers. */
export interface SlotOptions {
  /** Every one. */
  readonly all?: boolean
  /** This row, wherever it hangs. */
  readonly at?: number
}

/** The steps of a turn, in order, from columns alone. */
export function slotsOf(transcript: Transcript, turn: Turn, options: SlotOptions = {}): Slot[] {
  const slots = slotsOfTurn(transcript, turn, options.all ?? false)
  const { at = -1 } = options
  const isShown = slots.some(({ row, call }) => row === at || call?.resultRow === at)
  if (at < 0 || at === turn.prompt || isShown) return slots
  const behind = slots.findIndex(({ row }) => row > at)
  return slots.toSpliced(behind < 0 ? slots.length : behind, 0, whole('unknown', at))
}

function slotsOfTurn(transcript: Transcript, turn: Turn, all: boolean): Slot[] {
  const rows = all ? withHidden(transcript, turn) : turn.rows
  const around = { turn, all, calls: callsIn(transcript, turn, rows), answers: new Set<number>() }
  if (all) for (const { resultRow } of callsOfRows(rows, around.calls)) around.answers.add(resultRow)
  const slots: Slot[] = []
  if (all && turn.index === 0)
    for (const row of transcript.sideRows.after(-1)) slots.push(whole('unknown', row))
  for (const row of rows) {
    const before = slots.length
    if (row !== turn.prompt) for (const slot of slotsOfRow(transcript, row, around)) slots.push(slot)
    if (all && row !== turn.prompt && slots.length === before && !around.answers.has(row))
      slots.push(whole('unknown', row))
    for (const side of transcript.sideRows.after(row))
      if (all || isUnknownType(transcript, side)) slots.push(whole('unknown', side))
  }
  return slots
}

/** Without those that stand in another turn: their answers are told over there. */
function callsOfRows(rows: readonly number[], calls: ReadonlyMap<number, ToolCall>): ToolCall[] {
  const own = new Set(rows)
  return [...calls.values()].filter(({ row }) => own.has(row))
}

/** What stands before the first prompt is no turn where nothing is said in it. */
function withHidden({ path }: Transcript, turn: Turn): readonly number[] {
  return turn.index === 0 && turn.from > 0 ? [...path.rows(0, turn.from), ...turn.rows] : turn.rows
}

interface Around {
  readonly turn: Turn
  readonly all: boolean
  readonly calls: ReadonlyMap<number, ToolCall>
  readonly answers: Set<number>
}

/** The calls that rows make: those of the turn's messages, and of rows whose message is at home in another turn. */
function callsIn(transcript: Transcript, turn: Turn, rows: readonly number[]): Map<number, ToolCall> {
  const { columns, blocks } = transcript.scan
  const calls = new Map(turn.toolCalls.map((call) => [call.use, call]))
  const strange: number[] = []
  for (const row of rows) {
    if (columns.kind[row] !== KIND.assistant) continue
    for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++)
      if (blocks.kind[block] === BLOCK.toolUse && blocks.toolId[block] !== 0 && !calls.has(block))
        strange.push(block)
  }
  for (const call of toolCallsOf(transcript, strange)) calls.set(call.use, call)
  return calls
}

function slotsOfRow(transcript: Transcript, row: number, around: Around): Slot[] {
  const { scan } = transcript
  const { columns } = scan
  if ((columns.flags[row] & FLAG.oversized) !== 0) return [whole('unknown', row)]
  switch (columns.kind[row]) {
    case KIND.user:
      return promptKind(scan, row) === 'tool-result' ? [] : [whole('note', row)]
    case KIND.assistant:
      return spoken(transcript, row, around)
    case KIND.system:
      if (isBoundary(scan, row)) return [whole('compaction', row)]
      return isApiFailure(transcript, row) || hasText(transcript, row) ? [whole('note', row)] : []
    case KIND.attachment:
      return isQueuedCommand(scan, row) ? [whole('note', row)] : []
    default:
      return isUnknownType(transcript, row) ? [whole('unknown', row)] : []
  }
}

function spoken({ scan, messages }: Transcript, row: number, { turn, all, calls }: Around): Slot[] {
  const { blocks } = scan
  const own = blocksIn(scan, row)
  // A message of a shape that nobody has seen yet.
  if (own.length === 0 && !messages.isNamed(scan.columns.messageId[row])) return [whole('unknown', row)]
  const slots: Slot[] = []
  for (const [at, block] of own.entries()) {
    const call = calls.get(block) ?? null
    const kind = slotKind(blocks.kind[block], (blocks.flags[block] & BLOCK_FLAG.empty) !== 0, { all, call })
    if (kind !== null) slots.push({ kind, row, block: at, call, final: block === turn.finalText })
  }
  return slots
}

function slotKind(
  block: number,
  empty: boolean,
  { all, call }: { readonly all: boolean; readonly call: ToolCall | null },
): Slot['kind'] | null {
  switch (block) {
    case BLOCK.text:
    case BLOCK.thinking:
      return empty ? null : 'said'
    case BLOCK.toolUse:
      return call === null ? 'unknown' : 'tool'
    case BLOCK.serverToolUse:
      return 'tool'
    case BLOCK.unknown:
      return 'unknown'
    default:
      return all ? 'unknown' : null
  }
}

function whole(kind: Slot['kind'], row: number): Slot {
  return { kind, row, block: -1, call: null, final: false }
}

function hasText({ scan }: Transcript, row: number): boolean {
  const { blocks } = scan
  return blocksIn(scan, row).some(
    (block) => blocks.kind[block] === BLOCK.text && (blocks.flags[block] & BLOCK_FLAG.empty) === 0,
  )
}

function isApiFailure({ scan }: Transcript, row: number): boolean {
  const subtype = scan.columns.subtype[row]
  return subtype !== 0 && subtype === scan.ids.find('api_error')
}

function isUnknownType({ scan }: Transcript, row: number): boolean {
  const { type } = scan.columns
  return type[row] === 0 || !isKnownType(scan.ids.text(type[row]))
}
