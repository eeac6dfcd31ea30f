import {
  blockWeight,
  entryWeight,
  FLAG,
  isWeighed,
  readRows,
  toolCallsOf,
  type ContentBlock,
  type Entry,
  type Transcript,
  type Weight,
} from '@skein/transcript'
import type { SourceTranscript } from '../../source/edit-session.ts'
import { isDroppable } from './attachment-types.ts'
import { emptySize, type Call } from './call.ts'
import { attemptOf, citedIds, fileTouchOf, givenIds, idsInText, isWholeRead } from './call-facts.ts'
import { LiveRows } from './live-rows.ts'
import type { ToolForm } from './options.ts'
import { digestOf, isStub, isTrimmed, stubFor, textsOf, truncated } from './result-text.ts'

export type Truncation = Extract<ToolForm, { kind: 'truncate' }>

/** Blocks of one kind in one row. */
export interface Part {
  readonly row: number
  readonly position: number
  readonly turn: number
  readonly count: number
  /** What it counts in the context. */
  readonly weight: Weight
  /** The message of an assistant row; 0 elsewhere. */
  readonly message: number
}

/**
 * What stands on the live path, weighed: one pass over its rows, a few hundred at a time, no text kept.
 */
export class Survey {
  readonly live: LiveRows
  readonly transcript: Transcript
  /** From the one that keeps most to the one that keeps least. */
  readonly truncations: readonly Truncation[]
  readonly calls = new Map<string, Call>()
  readonly thinking: Part[] = []
  /** Images in prompts; those in results are the calls'. */
  readonly images: Part[] = []
  readonly attachments: Part[] = []
  /** By message: blocks that are more than thinking. */
  readonly solid = new Map<number, number>()
  /** The message that the model wrote last. */
  lastMessage = 0
  readonly total: Weight = { characters: 0, flat: 0 }
  /** Ids that rows name which no trim removes. */
  readonly #namedIds = new Set<string>()
  /** Calls that rows name which no trim removes. */
  readonly #namedCalls = new Set<string>()
  /** Rows beside a call that name it: what hooks said about it. */
  readonly besides: { readonly row: number; readonly call: string }[] = []

  constructor(from: SourceTranscript, truncations: readonly Truncation[]) {
    this.transcript = from.transcript
    this.live = new LiveRows(from)
    this.truncations = truncations
    const { order } = this.live
    for (let start = 0; start < order.length; start += SLICE) {
      const rows = order.slice(start, start + SLICE)
      const entries = readRows(from.transcript.scan, from.source, rows)
      rows.forEach((row, i) => {
        const entry = entries.get(row)
        if (entry !== undefined) this.#entry(row, start + i, entry)
      })
    }
    this.#setStatuses()
    this.#setLimits()
  }

  get stubLevel(): number {
    return this.truncations.length + 1
  }

  get removeLevel(): number {
    return this.truncations.length + 2
  }

  #counts(row: number, position: number): boolean {
    return position >= this.live.contextStart && isWeighed(this.transcript, row)
  }

  #entry(row: number, position: number, entry: Entry): void {
    const counts = this.#counts(row, position)
    if (counts) add(this.total, entryWeight(entry))
    if (entry.kind === 'assistant') this.#assistant(row, position, entry.content.blocks)
    if (entry.kind === 'user') this.#user(row, position, entry)
    if (entry.kind === 'attachment') this.#attachment(row, position, entry)
    if (entry.kind === 'system') this.#beside(row, entry.toolUseId)
  }

  #assistant(row: number, position: number, blocks: readonly ContentBlock[]): void {
    const message = this.transcript.scan.columns.messageId[row]
    this.lastMessage = message
    const thinking: ContentBlock[] = []
    let solid = 0
    for (const block of blocks) {
      if (block.kind === 'thinking' || block.kind === 'redacted_thinking') thinking.push(block)
      else if (block.kind !== 'text' || block.text.trim() !== '') solid++
      if (block.kind !== 'tool_use') continue
      const call = this.#callOf(block.id, { name: block.name, row, position })
      call.useRows.push(row)
      call.messages.push(message)
      call.cites.push(...citedIds(block.input))
      call.file ??= fileTouchOf(block.name, block.input)
      call.attempt = attemptOf(block.name, block.input)
      add(call.all.input, blockWeight(block))
      if (this.#counts(row, position)) add(call.counted.input, blockWeight(block))
    }
    this.solid.set(message, (this.solid.get(message) ?? 0) + solid)
    if (thinking.length > 0 && this.live.fixed[row] === 0)
      this.thinking.push(this.#part(row, position, thinking, message))
  }

  #user(row: number, position: number, entry: Extract<Entry, { kind: 'user' }>): void {
    const images: ContentBlock[] = []
    for (const block of entry.content.blocks) {
      if (block.kind === 'image') images.push(block)
      if (block.kind === 'text') this.#name(block.text)
      if (block.kind !== 'tool_result') continue
      const call = this.calls.get(block.toolUseId)
      // A result that stands before its call, or has none, is left as it is.
      if (call === undefined) continue
      call.resultRows.push(row)
      if (block.isError) call.failed = true
      call.gives.push(...givenIds(entry.toolUseResult))
      const facts = resultFacts(entry.toolUseResult)
      call.savesOutput ||= facts.savesOutput
      call.startsAgent ||= facts.startsAgent
      this.#result(call, row, position, block.content.blocks)
      if (call.file?.kind === 'read') call.file.whole = isWholeRead(entry.toolUseResult, block.content)
    }
    if (entry.sourceToolUseId !== null) this.#namedCalls.add(entry.sourceToolUseId)
    if (images.length > 0) this.images.push(this.#part(row, position, images, 0))
  }

  #result(call: Call, row: number, position: number, parts: readonly ContentBlock[]): void {
    const { texts, images, other, isOpaque } = textsOf(parts)
    if (isOpaque) call.limit = 'keep'
    const whole = texts.join('\n')
    const stub = stubFor(whole).length
    const sizes = [
      sum(texts),
      ...this.truncations.map((limits) => sum(texts.map((text) => truncated(text, limits)))),
      texts.length === 1 && isStub(texts[0]) ? texts[0].length : stub,
    ]
    call.wasTrimmed ||= isTrimmed(whole)
    call.digest = images.length === 0 && other.length === 0 ? digestOf(whole) : ''
    const counted = this.#counts(row, position) ? [call.all, call.counted] : [call.all]
    for (const size of counted) {
      sizes.forEach((characters, level) => (size.text[level] += characters))
      size.images += images.length
      for (const block of images) add(size.imageWeight, blockWeight(block))
      size.results++
      for (const block of other) add(size.other, blockWeight(block))
    }
  }

  #attachment(row: number, position: number, entry: Extract<Entry, { kind: 'attachment' }>): void {
    if (entry.attachment.kind === 'queued_command')
      for (const block of entry.attachment.prompt.blocks) if (block.kind === 'text') this.#name(block.text)
    if ('toolUseId' in entry.attachment) this.#beside(row, entry.attachment.toolUseId)
    if (!isDroppable(entry.attachmentType ?? '') || this.live.fixed[row] === 1) return
    const weight = this.#counts(row, position) ? entryWeight(entry) : { characters: 0, flat: 0 }
    this.attachments.push({ row, position, turn: this.live.turnOf(row), count: 1, weight, message: 0 })
  }

  #beside(row: number, call: string | null): void {
    if (call !== null) this.besides.push({ row, call })
  }

  #name(text: string): void {
    for (const { tag, id } of idsInText(text))
      (tag === 'tool-use-id' ? this.#namedCalls : this.#namedIds).add(id)
  }

  #part(row: number, position: number, blocks: readonly ContentBlock[], message: number): Part {
    const weight: Weight = { characters: 0, flat: 0 }
    if (this.#counts(row, position)) for (const block of blocks) add(weight, blockWeight(block))
    return { row, position, turn: this.live.turnOf(row), count: blocks.length, weight, message }
  }

  #callOf(id: string, first: { name: string; row: number; position: number }): Call {
    const known = this.calls.get(id)
    if (known !== undefined) return known
    const levels = this.truncations.length + 2
    const call: Call = {
      id,
      name: first.name,
      position: first.position,
      turn: this.live.turnOf(first.row),
      useRows: [],
      resultRows: [],
      messages: [],
      failed: false,
      human: HUMAN_TOOLS.has(first.name),
      limit: 'remove',
      isCited: false,
      gives: [],
      cites: [],
      digest: '',
      wasTrimmed: false,
      file: null,
      attempt: '',
      savesOutput: false,
      startsAgent: false,
      all: emptySize(levels),
      counted: emptySize(levels),
      again: null,
    }
    this.calls.set(id, call)
    return call
  }

  #setStatuses(): void {
    const { scan, tools } = this.transcript
    const uses = tools.uses.filter((use) => this.live.has(scan.blocks.row[use]))
    for (const { id, status } of toolCallsOf(this.transcript, uses)) {
      const call = this.calls.get(id)
      if (call === undefined) continue
      if (status === 'denied') call.human = true
      if (status === 'interrupted' || status === 'denied') call.failed = false
      if (status === 'error') call.failed = true
    }
  }

  #setLimits(): void {
    const giver = new Map<string, Call>()
    for (const call of this.calls.values()) {
      const own = new Set(call.cites)
      if (!call.failed) for (const id of call.gives) if (!own.has(id) && !giver.has(id)) giver.set(id, call)
      for (const id of call.cites) this.#cite(giver.get(id), call)
      this.#limit(call)
    }
    for (const id of this.#namedIds) this.#cite(giver.get(id), null)
    for (const id of this.#namedCalls) {
      const call = this.calls.get(id)
      if (call?.limit === 'remove') call.limit = 'stub'
    }
    this.givers = giver
  }

  /** Which call gave an id first. */
  givers: ReadonlyMap<string, Call> = new Map()

  #cite(given: Call | undefined, by: Call | null): void {
    if (given === undefined || given === by) return
    given.isCited = true
    if (by === null) given.limit = 'keep'
  }

  #limit(call: Call): void {
    const { scan, tools } = this.transcript
    const id = scan.ids.find(call.id)
    const rows = [...tools.usesOf(id), ...tools.resultsOf(id)].map((block) => scan.blocks.row[block])
    const isRead = rows.every(
      (row) => !this.live.has(row) || (scan.columns.flags[row] & FLAG.oversized) === 0,
    )
    if (call.resultRows.length === 0 || !isRead) call.limit = 'keep'
    if (call.limit === 'keep') return
    // A branch has a part of it, or the row must stay: then the pair stays, and only the output goes.
    if (rows.some((row) => !this.live.has(row) || this.live.fixed[row] === 1)) call.limit = 'stub'
  }
}

const SLICE = 256
/** Tools in which a human speaks. */
const HUMAN_TOOLS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

function resultFacts(result: unknown): { savesOutput: boolean; startsAgent: boolean } {
  if (typeof result !== 'object' || result === null) return { savesOutput: false, startsAgent: false }
  const { persistedOutputPath, agentId } = result as { persistedOutputPath?: unknown; agentId?: unknown } // checked below
  return { savesOutput: typeof persistedOutputPath === 'string', startsAgent: typeof agentId === 'string' }
}

function sum(texts: readonly string[]): number {
  return texts.reduce((all, { length }) => all + length, 0)
}

export function add(to: Weight, { characters, flat }: Weight): void {
  to.characters += characters
  to.flat += flat
}
