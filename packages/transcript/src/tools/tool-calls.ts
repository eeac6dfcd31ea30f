import type { ByteSource } from '../bytes/bodies.ts'
import type { Content } from '../entry/content-block.ts'
import { readContent } from '../entry/content-block.ts'
import type { Entry } from '../entry/entry.ts'
import { objectOf } from '../entry/narrow.ts'
import type { UserEntry } from '../entry/user.ts'
import { promptKind } from '../turns/prompts.ts'
import { readRows } from '../bytes/read-rows.ts'
import { BLOCK_FLAG, KIND } from '../scan/columns.ts'
import { MARK } from '../scan/text-mark.ts'
import type { FileChange } from './results/file-changes.ts'
import { foldFileChanges } from './results/file-changes.ts'
import type { ToolResult } from './results/tool-result.ts'
import { readToolResult } from './results/tool-result.ts'
import type { Transcript } from '../transcript.ts'

/**
 * How a call ended. `pending`: no answer yet, and nothing was said since. `orphaned`: no answer, and
 * the conversation went on without it, or left it on another branch.
 */
export type ToolStatus = 'ok' | 'error' | 'denied' | 'interrupted' | 'pending' | 'orphaned'

/** A `tool_use` with its result. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** The row and the block that ask. */
  readonly row: number
  readonly use: number
  /** The row and the block that answer; -1 where there is none. */
  readonly resultRow: number
  readonly result: number
  /** As far as the columns say; `readToolCall` knows more of how a command was stopped. */
  readonly status: ToolStatus
  readonly startTime: number | null
  readonly endTime: number | null
  /** Null where a time is missing, or the clock ran backwards. */
  readonly durationMs: number | null
}

/** Every call of the file in file order, wherever it stands; a block repeated by a later row of the same uuid once. */
export function* toolCalls(transcript: Transcript): Generator<ToolCall> {
  const calls = new Calls(transcript)
  for (const use of transcript.tools.uses)
    if (!transcript.graph.isShadowed(transcript.scan.blocks.row[use])) yield calls.of(use)
}

/** The calls that some `tool_use` blocks make. */
export function toolCallsOf(transcript: Transcript, uses: Iterable<number>): ToolCall[] {
  const calls = new Calls(transcript)
  return Array.from(uses, (use) => calls.of(use))
}

export function toolCallOf(transcript: Transcript, use: number): ToolCall {
  return new Calls(transcript).of(use)
}

/** A call with what was asked and what came back. */
export interface ReadToolCall extends ToolCall {
  readonly input: unknown
  /** The structured result, typed per tool; null without an answer. */
  readonly output: ToolResult | null
  /** What the model saw; null without an answer. */
  readonly content: Content | null
}

/** Reads calls in one batch: their inputs and results. Calls in oversized rows come back without them. */
export function readToolCalls(
  transcript: Transcript,
  source: ByteSource,
  calls: readonly ToolCall[],
): ReadToolCall[] {
  const entries = readRows(
    transcript.scan,
    source,
    calls.flatMap((call) => [call.row, ...rowsOfResult(call)]),
  )
  return calls.map((call) => readOf(call, entries))
}

export function readToolCall(transcript: Transcript, source: ByteSource, call: ToolCall): ReadToolCall {
  return readToolCalls(transcript, source, [call])[0]
}

/** What the calls did to files, net, in the order of first touch. Only rows of results of file tools are read. */
export function fileChanges(
  transcript: Transcript,
  source: ByteSource,
  calls: Iterable<ToolCall>,
): FileChange[] {
  const edits = [...calls].filter((call) => call.status === 'ok' && FILE_TOOLS.has(call.name))
  const entries = readRows(transcript.scan, source, edits.flatMap(rowsOfResult))
  return foldFileChanges(edits.flatMap((call) => readOf(call, entries).output ?? []))
}

const FILE_TOOLS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

function rowsOfResult(call: ToolCall): number[] {
  return call.resultRow < 0 ? [] : [call.resultRow]
}

/** Makes calls, and remembers what many of them ask for again: hostile files repeat ids a million times. For one look: what came since is not seen. */
export class Calls {
  readonly #transcript: Transcript
  readonly #answers = new Map<number, Answers>()
  readonly #interrupted = new Map<number, boolean>()
  #pendingMessage: number | null = null

  constructor(transcript: Transcript) {
    this.#transcript = transcript
  }

  of(use: number): ToolCall {
    const { columns, blocks, ids } = this.#transcript.scan
    const row = blocks.row[use]
    const result = this.#resultOf(use)
    const resultRow = result < 0 ? -1 : blocks.row[result]
    const startTime = timeOf(columns.time[row])
    const endTime = result < 0 ? null : timeOf(columns.time[resultRow])
    const passed = startTime === null || endTime === null ? -1 : endTime - startTime
    return {
      id: ids.text(blocks.toolId[use]),
      name: ids.text(blocks.name[use]),
      row,
      use,
      resultRow,
      result,
      status: result < 0 ? this.#openStatus(row) : answeredStatus(this.#transcript, result),
      startTime,
      endTime,
      durationMs: passed < 0 ? null : passed,
    }
  }

  /**
   * The block that answers a call, -1 if none does. Ids are repeated in damaged and forked files: an
   * answer that hangs on the call's own row is the best, then one on the live path, then the last.
   */
  #resultOf(use: number): number {
    const { blocks, columns } = this.#transcript.scan
    const id = blocks.toolId[use]
    const answers = this.#answers.get(id) ?? answersOf(this.#transcript, id)
    this.#answers.set(id, answers)
    if (answers.only) return answers.last
    const own = answers.byCaller.get(columns.uuid[blocks.row[use]])
    return own ?? (answers.live >= 0 ? answers.live : answers.last)
  }

  #openStatus(row: number): ToolStatus {
    const message = this.#transcript.scan.columns.messageId[row]
    this.#pendingMessage ??= messageAtTip(this.#transcript)
    if (message === this.#pendingMessage) return 'pending'
    const interrupted = this.#interrupted.get(message) ?? wasInterrupted(this.#transcript, row)
    this.#interrupted.set(message, interrupted)
    return interrupted ? 'interrupted' : 'orphaned'
  }
}

function timeOf(time: number): number | null {
  return Number.isNaN(time) ? null : time
}

/** The blocks that answer one tool id. */
interface Answers {
  /** There is at most one: `last`. */
  readonly only: boolean
  readonly last: number
  /** The last one on the live path, -1 if none is. */
  readonly live: number
  /** By the uuid of the row they hang on. */
  readonly byCaller: ReadonlyMap<number, number>
}

function answersOf({ scan, tools, graph, path }: Transcript, id: number): Answers {
  const { blocks, columns } = scan
  const results = tools.resultsOf(id).filter((result) => !graph.isShadowed(blocks.row[result]))
  const last = results.at(-1) ?? -1
  if (results.length <= 1) return { only: true, last, live: -1, byCaller: NO_CALLERS }
  const byCaller = new Map<number, number>()
  for (const result of results) {
    const row = blocks.row[result]
    const caller = columns.sourceAssistant[row]
    byCaller.set(caller === 0 ? columns.parent[row] : caller, result)
  }
  const live = results.findLast((result) => path.positionOf(blocks.row[result]) >= 0) ?? -1
  return { only: false, last, live, byCaller }
}

const NO_CALLERS: ReadonlyMap<number, number> = new Map()

function answeredStatus({ scan }: Transcript, result: number): ToolStatus {
  const mark = scan.blocks.mark[result]
  const failed = (scan.blocks.flags[result] & BLOCK_FLAG.error) !== 0
  if (mark === MARK.interruption) return 'interrupted'
  // A tool may print such a text; a refusal is always told as an error.
  if (mark === MARK.denied && failed) return 'denied'
  return failed || mark === MARK.toolError ? 'error' : 'ok'
}

/** Whether the next thing said on the live path after the row's message is that the user interrupted it. */
function wasInterrupted(transcript: Transcript, row: number): boolean {
  const { scan, path } = transcript
  const { columns } = scan
  const position = path.positionOf(row)
  if (position < 0) return false
  for (let at = position + 1; at < path.length; at++) {
    const next = path.at(at)
    if (columns.kind[next] === KIND.assistant && columns.messageId[next] === columns.messageId[row]) continue
    const kind = promptKind(scan, next)
    if (kind === 'interruption') return true
    if (kind === 'tool-result' || (kind === null && columns.kind[next] !== KIND.assistant)) continue
    return false
  }
  return false
}

/** The message after which nothing but results was said; -1 where the last word is not a model's. */
function messageAtTip({ scan, path }: Transcript): number {
  const { columns } = scan
  for (let at = path.length - 1; at >= 0; at--) {
    const row = path.at(at)
    if (columns.kind[row] === KIND.assistant) return columns.messageId[row]
    const kind = promptKind(scan, row)
    if (kind !== null && kind !== 'tool-result') return -1
  }
  return -1
}

function readOf(call: ToolCall, entries: ReadonlyMap<number, Entry>): ReadToolCall {
  const asked = entries.get(call.row)
  const answered = entries.get(call.resultRow)
  const input = asked?.kind === 'assistant' ? inputOf(asked.content, call.id) : undefined
  if (answered?.kind !== 'user') return { ...call, input, output: null, content: null }
  const content = resultContent(answered, call.id)
  const output = readToolResult(call.name, answered.toolUseResult, content)
  return { ...call, status: finalStatus(call.status, answered), input, output, content }
}

function inputOf(content: Content, id: string): unknown {
  const block = content.blocks.find((candidate) => candidate.kind === 'tool_use' && candidate.id === id)
  return block?.kind === 'tool_use' ? block.input : undefined
}

function resultContent(entry: UserEntry, id: string): Content {
  const block = entry.content.blocks.find(
    (candidate) => candidate.kind === 'tool_result' && candidate.toolUseId === id,
  )
  return block?.kind === 'tool_result' ? block.content : readContent(undefined)
}

/** The result object says what the text may not: a command that was stopped keeps its output before the notice. */
function finalStatus(status: ToolStatus, entry: UserEntry): ToolStatus {
  if (entry.toolDenialKind === 'interrupted' || objectOf(entry.toolUseResult)?.interrupted === true)
    return 'interrupted'
  if (entry.toolDenialKind !== null) return 'denied'
  return status
}
