import type { ByteSource } from '../bytes/bodies.ts'
import { branchesAt, isApiError } from '../graph/forks.ts'
import type { TurnMemory } from './homes.ts'
import { Homes } from './homes.ts'
import type { Message } from '../messages/messages.ts'
import { startsTurn } from './prompts.ts'
import type { Prompt, PromptOptions } from './read-prompt.ts'
import { readPrompts } from './read-prompt.ts'
import { blocksIn, readBlocks } from '../bytes/read-rows.ts'
import { BLOCK, BLOCK_FLAG, FLAG, KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import type { ToolCall } from '../tools/tool-calls.ts'
import type { Transcript } from '../transcript.ts'
import type { TokenUsage } from '../messages/usage.ts'
import { usageOfMessages } from '../messages/usage.ts'

/** A human prompt and everything until the next one, on the live path. */
export interface Turn {
  /** From 0. People count from 1, see `turnName`. */
  readonly index: number
  /** The prompt's row; -1 for what stands before the first prompt. */
  readonly prompt: number
  /** Where it stands on the live path: `[from, to)`. */
  readonly from: number
  readonly to: number
  /**
   * Its rows in order: those of the path, and those off it that belong to its messages (parallel calls and
   * their results), and history that only looks like a dead branch (see `late-api-error`).
   */
  readonly rows: readonly number[]
  /** Times of the first and the last thing said, in ms since the epoch; null where nothing has one. */
  readonly startTime: number | null
  readonly endTime: number | null
  readonly messages: readonly Message[]
  readonly toolCalls: readonly ToolCall[]
  /** The block of the last text a model wrote; -1 where there is none. */
  readonly finalText: number
  readonly usage: TokenUsage
  /** The models that answered, in order of first sight. */
  readonly models: readonly string[]
}

/** How many turns the live path has. Rows before the first prompt are one if anything is said in them. */
export function turnCount(transcript: Transcript): number {
  return transcript.turnStarts.length + (hasOpening(transcript) ? 1 : 0)
}

/** The turns of the live path, each worked out when it is reached. */
export function* turns(transcript: Transcript): Generator<Turn> {
  const count = turnCount(transcript)
  const homes = new Homes(transcript)
  for (let index = 0; index < count; index++) yield turnOf(transcript, index, homes)
}

/** One turn; costs its rows. With a memory, what is in it of the turn as it was before is not worked out again. */
export function turnAt(transcript: Transcript, index: number, memory?: TurnMemory): Turn {
  return turnOf(transcript, index, new Homes(transcript, memory))
}

function turnOf(transcript: Transcript, index: number, homes: Homes): Turn {
  const { turnStarts, path, scan } = transcript
  const start = index - (hasOpening(transcript) ? 1 : 0)
  const from = start < 0 ? 0 : turnStarts[start]
  const to = start + 1 < turnStarts.length ? turnStarts[start + 1] : path.length
  const line = lineOf(transcript, from, to)
  const messages = homes.messagesOf(line, from)
  const calls = messages.map((message) => homes.callsOf(message))
  const rows = withSiblings(
    transcript,
    { line, from, to },
    messages.map((message, i) => [message, calls[i]]),
  )
  return {
    index,
    prompt: start < 0 ? -1 : path.at(from),
    from,
    to,
    rows,
    ...spanOf(scan, rows),
    messages,
    toolCalls: calls.flat(),
    finalText: finalText(transcript, rows),
    usage: usageOfMessages(messages),
    models: modelsIn(messages),
  }
}

export interface TurnText {
  /** Null for a turn without prompt, and where the prompt's row is oversized. */
  readonly prompt: Prompt | null
  /** Null where no model wrote any text. */
  readonly final: string | null
}

/** Prompts and final texts of turns, read in two batches whatever their number. */
export function turnTexts(
  transcript: Transcript,
  source: ByteSource,
  list: readonly Turn[],
  options: PromptOptions = {},
): TurnText[] {
  const prompts = readPrompts(
    transcript,
    source,
    list.flatMap(({ prompt }) => (prompt < 0 ? [] : [prompt])),
    options,
  )
  const finals = readBlocks(
    transcript.scan,
    source,
    list.flatMap((turn) => (turn.finalText < 0 ? [] : [turn.finalText])),
  )
  return list.map((turn) => {
    const block = finals.get(turn.finalText)
    return { prompt: prompts.get(turn.prompt) ?? null, final: block?.kind === 'text' ? block.text : null }
  })
}

/** The turn that a position of the path belongs to, from 0; -1 for what is before the first. */
export function turnOfPosition(transcript: Transcript, position: number): number {
  const { turnStarts } = transcript
  let [low, high] = [0, turnStarts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (turnStarts[middle] <= position) low = middle + 1
    else high = middle
  }
  return low - 1 + (hasOpening(transcript) ? 1 : 0)
}

function hasOpening({ scan, path, turnStarts }: Transcript): boolean {
  const end = turnStarts[0] ?? path.length
  for (let at = 0; at < end; at++) if (opensFirst(scan, path.at(at))) return true
  return false
}

/** Whether something is said in a row, so that rows before the first prompt are a turn. */
export function opensFirst({ columns }: Scanner, row: number): boolean {
  return (columns.flags[row] & FLAG.meta) === 0 && isSaid(columns.kind[row])
}

/** The path's rows, with history that a late failure notice cut off put back before the notice. */
function lineOf(transcript: Transcript, from: number, to: number): number[] {
  const { path, graph } = transcript
  const rows: number[] = []
  for (let at = from; at < to; at++) {
    const row = path.at(at)
    const isFork = at > from && graph.childCount(path.at(at - 1)) > 1
    if (isFork && isApiError(transcript, row))
      for (const lost of lostBefore(transcript, path.at(at - 1))) rows.push(lost)
    rows.push(row)
  }
  return rows
}

/** Up to a prompt: from there on it is turns of the branch. */
function lostBefore(transcript: Transcript, fork: number): number[] {
  const lost = new Set<number>()
  for (const { reason, at, rows } of branchesAt(transcript, fork)) {
    if (reason !== 'late-api-error' && (reason !== 'parallel-tools' || !lost.has(at))) continue
    for (const row of rows) {
      if (startsTurn(transcript.scan, row)) break
      lost.add(row)
    }
  }
  return [...lost]
}

/** The line with the rest of its messages, each behind its message's last row: parallel calls, then their results. */
function withSiblings(
  { path }: Transcript,
  { line, from, to }: { readonly line: readonly number[]; readonly from: number; readonly to: number },
  messages: readonly (readonly [Message, readonly ToolCall[]])[],
): readonly number[] {
  const offPath = new Set<number>()
  for (const row of line) if (path.positionOf(row) < 0) offPath.add(row)
  const isTaken = (row: number): boolean => {
    const position = path.positionOf(row)
    return position < 0 ? offPath.has(row) : position >= from && position < to
  }
  const behind = new Map<number, number[]>()
  for (const [message, calls] of messages) {
    const siblings: number[] = []
    let last: number | undefined
    const take = (row: number): void => {
      if (row < 0 || path.positionOf(row) >= 0 || offPath.has(row)) return
      // Of those that stood in the line before its siblings came.
      if (siblings.length === 0) last = message.rows.findLast(isTaken)
      siblings.push(row)
      offPath.add(row)
    }
    for (const row of message.rows) take(row)
    for (const { resultRow } of calls) take(resultRow)
    if (last !== undefined) behind.set(last, siblings)
  }
  return behind.size === 0 ? line : line.flatMap((row) => [row, ...(behind.get(row) ?? [])])
}

/** The last text a model wrote: never the program's own words, a failure's or a meta row's. */
function finalText({ scan, messages }: Transcript, rows: readonly number[]): number {
  const { columns, blocks } = scan
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]
    if (
      columns.kind[row] !== KIND.assistant ||
      (columns.flags[row] & FLAG.meta) !== 0 ||
      !messages.isReal(row)
    )
      continue
    const text = blocksIn(scan, row).findLast(
      (block) => blocks.kind[block] === BLOCK.text && (blocks.flags[block] & BLOCK_FLAG.empty) === 0,
    )
    if (text !== undefined) return text
  }
  return -1
}

/** From the first time to the last of what was said: a notice hours later makes no turn longer. */
function spanOf({ columns }: Scanner, rows: readonly number[]): Pick<Turn, 'startTime' | 'endTime'> {
  let startTime: number | null = null
  let endTime: number | null = null
  for (const row of rows) {
    const time = columns.time[row]
    if (!isSaid(columns.kind[row]) || Number.isNaN(time)) continue
    startTime ??= time
    endTime = endTime === null ? time : Math.max(endTime, time)
  }
  return { startTime, endTime }
}

function modelsIn(messages: readonly Message[]): string[] {
  const models = new Set<string>()
  for (const { model } of messages) if (model !== null) models.add(model)
  return [...models]
}

function isSaid(kind: number): boolean {
  return kind === KIND.user || kind === KIND.assistant
}
