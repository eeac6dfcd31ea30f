import type { Content, ContentBlock, Entry, Prompt, ReadToolCall, ToolCall } from '@skein/transcript'
import { FLAG, readPrompts, readRows, readToolCalls, textOf } from '@skein/transcript'
import { toolPatch } from '../diff/tool-patch.ts'
import { isFileTool } from '../diff/touch.ts'
import { toolSummary } from '../tool-line.ts'
import type { CallFactsTable } from './call-facts.ts'
import { CUT_LINE, CUT_NAME, cutString } from './cut.ts'
import { exitCodeOf } from './exit-code.ts'
import { imageViews, MOST_IMAGES } from './image-view.ts'
import { FAILED, isOpen } from './open-step.ts'
import { patchView } from './patch-view.ts'
import type { Reading } from './reading.ts'
import type { Slot } from './slots.ts'
import type { StepCache } from './step-cache.ts'
import type {
  CompactionStepView,
  NoteStepView,
  SaidStepView,
  StepView,
  ToolStepView,
  UnknownStepView,
} from './step-view.ts'
import { CUT_RESULT, CUT_TEXT } from './step-view.ts'

/** A slot and its number in the turn. */
export interface NumberedSlot {
  readonly slot: Slot
  readonly at: number
}

export interface StepTools {
  readonly facts: CallFactsTable
  /** Steps that are asked for again; null where each is read once. */
  readonly steps: StepCache | null
  /** Only answers that a folded call shows: of failures, and of changes of files. */
  readonly folded?: boolean
}

/** Reads steps. Their entries are read in one batch: ask for a few at a time. */
export function readSteps(reading: Reading, tools: StepTools, wanted: readonly NumberedSlot[]): StepView[] {
  const { facts, steps } = tools
  const known = wanted.map(({ slot }) => steps?.get(slot) ?? null)
  const missing = wanted.flatMap(({ slot }, i) => (known[i] === null ? [slot] : []))
  const batch = new Batch(reading, missing, ({ call }) => tools.folded !== true || isTold(call, facts))
  const read = (slot: Slot): BareStep => {
    const step = batch.stepOf(slot)
    return steps === null ? step : steps.put(slot, step)
  }
  return wanted.map(({ slot, at }, i) => {
    const step = known[i] ?? read(slot)
    const place = {
      at,
      ...reading.placeOf(slot.row),
      block: slot.block < 0 ? null : slot.block,
      open: isOpen(reading.transcript, slot, facts),
    }
    // A sub-agent gets further without a change of the call that started it.
    const isCall = step.kind === 'tool' && slot.call !== null
    return { ...place, ...step, ...(isCall ? { agent: reading.agentOf(slot.call.id) } : {}) }
  })
}

function isTold(call: ToolCall | null, facts: CallFactsTable): boolean {
  return call !== null && (isFileTool(call.name) || FAILED.has(facts.of(call).status))
}

/** A step without its place, and without the figures of its sub-agent. */
export type BareStep = SaidStepView | ToolStepView | NoteStepView | CompactionStepView | UnknownStepView

class Batch {
  readonly #reading: Reading
  readonly #entries: ReadonlyMap<number, Entry>
  readonly #prompts: ReadonlyMap<number, Prompt>
  readonly #calls: ReadonlyMap<number, ReadToolCall>

  constructor(reading: Reading, wanted: readonly Slot[], answered: (slot: Slot) => boolean) {
    const { transcript } = reading
    const source = reading.once()
    const rows = new Set<number>()
    const calls: ToolCall[] = []
    for (const slot of wanted) {
      rows.add(slot.row)
      if (slot.call === null || !answered(slot)) continue
      calls.push(slot.call)
      if (slot.call.resultRow >= 0) rows.add(slot.call.resultRow)
    }
    const notes = wanted.flatMap((slot) => (slot.kind === 'note' ? [slot.row] : []))
    this.#reading = reading
    this.#entries = readRows(transcript.scan, source, rows)
    this.#prompts = readPrompts(transcript, source, notes)
    this.#calls = new Map(readToolCalls(transcript, source, calls).map((call) => [call.use, call]))
  }

  stepOf(slot: Slot): BareStep {
    const entry = this.#entries.get(slot.row)
    if (entry === undefined) return this.#unknown(slot.row, null, '')
    if (slot.kind === 'compaction') return compaction(entry)
    if (slot.kind === 'note') return this.#note(slot.row, entry)
    if (slot.block < 0) return this.#unknown(slot.row, entry.type, jsonText(entry.value))
    const block =
      'content' in entry && isContent(entry.content) ? entry.content.blocks[slot.block] : undefined
    if (block === undefined) return this.#unknown(slot.row, entry.type, jsonText(entry.value))
    return this.#block(slot, block)
  }

  #block(slot: Slot, block: ContentBlock): BareStep {
    const reading = this.#reading
    const apiError = (reading.transcript.scan.columns.flags[slot.row] & FLAG.apiError) !== 0
    switch (block.kind) {
      case 'text':
        return { kind: 'text', text: reading.text(block.text, CUT_TEXT), apiError }
      case 'thinking':
        return { kind: 'thinking', text: reading.text(block.thinking, CUT_TEXT), apiError }
      case 'tool_use': {
        if (slot.call === null) return this.#unknown(slot.row, block.kind, jsonText(block.value))
        const unread = { ...slot.call, input: block.input, output: null, content: null }
        return this.#tool(this.#calls.get(slot.call.use) ?? unread, block.input)
      }
      case 'server_tool_use':
        return this.#serverTool(slot.row, block)
      case 'unknown':
        return this.#unknown(slot.row, block.type, jsonText(block.value))
      default:
        return this.#unknown(slot.row, block.kind, jsonText(block.value))
    }
  }

  #tool(call: ReadToolCall, input: unknown): ToolStepView {
    const reading = this.#reading
    const answer = this.#entries.get(call.resultRow)
    const resultKey = call.resultRow < 0 ? null : reading.placeOf(call.resultRow).key
    const patch = toolPatch(call)
    return {
      kind: 'tool',
      id: reading.line(call.id, CUT_NAME),
      name: reading.shown(call.name),
      asked: this.#asked(call.row, call.name, input),
      ...reading.input(input),
      status: call.status,
      durationMs: call.durationMs,
      result: call.content === null ? null : reading.text(textOf(call.content), CUT_RESULT),
      resultKey,
      exitCode: exitCodeOf(call),
      images:
        answer?.kind === 'user' && resultKey !== null
          ? reading.first(imageViews(answer.content, call.id, resultKey), MOST_IMAGES)
          : [],
      patch: patch === null ? null : patchView(reading, patch),
      agent: null,
    }
  }

  /** A call that the API itself carried out; its answer is part of the same message and is the model's to read. */
  #serverTool(
    row: number,
    block: { readonly id: string; readonly name: string; readonly input: unknown },
  ): ToolStepView {
    return {
      kind: 'tool',
      id: this.#reading.line(block.id, CUT_NAME),
      name: this.#reading.line(block.name, CUT_NAME),
      asked: this.#asked(row, block.name, block.input),
      ...this.#reading.input(block.input),
      status: 'ok',
      durationMs: null,
      result: null,
      resultKey: null,
      exitCode: null,
      images: [],
      patch: null,
      agent: null,
    }
  }

  /** Paths are told as in the folder that the entry was written in. */
  #asked(row: number, name: string, input: unknown): string {
    const folder = this.#reading.shown(
      this.#reading.transcript.scan.ids.text(this.#reading.transcript.scan.columns.cwd[row]),
      Infinity,
    )
    return this.#reading.line(toolSummary(name, input, folder), CUT_LINE)
  }

  #note(row: number, entry: Entry): NoteStepView {
    const prompt = this.#prompts.get(row)
    if (prompt !== undefined)
      return {
        kind: 'note',
        note: prompt.queued ? 'queued' : prompt.kind,
        text: this.#reading.text(noteText(prompt), CUT_TEXT),
      }
    if (entry.kind !== 'system') return { kind: 'note', note: entry.kind, text: { text: '', length: 0 } }
    const text = textOf(entry.content)
    const { detail } = entry
    const told = text === '' && detail.kind === 'api_error' ? (detail.message ?? '') : text
    return {
      kind: 'note',
      note: this.#reading.line(entry.subtype ?? 'system', CUT_NAME),
      text: this.#reading.text(told, CUT_TEXT),
    }
  }

  #unknown(row: number, type: string | null, text: string): UnknownStepView {
    const { columns, ids } = this.#reading.transcript.scan
    return {
      kind: 'unknown',
      type: this.#reading.shown(type ?? ids.text(columns.type[row])),
      bytes: columns.length[row],
      text: this.#reading.text(text, CUT_RESULT),
    }
  }
}

/** As JSON, of which a view has the beginning; a value too deep for that is told by its type and size alone. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

function isContent(content: unknown): content is Content {
  return typeof content === 'object' && content !== null && 'blocks' in content
}

function compaction(entry: Entry): CompactionStepView {
  const detail = entry.kind === 'system' && entry.detail.kind === 'compact_boundary' ? entry.detail : null
  return {
    kind: 'compaction',
    trigger: typeof detail?.trigger === 'string' ? cutString(detail.trigger, CUT_NAME) : null,
    preTokens: detail?.preTokens ?? null,
    postTokens: detail?.postTokens ?? null,
  }
}

/** What stands in a row that is no prompt of a turn. */
export function noteText({ kind, typed, injected }: Prompt): string {
  const text = [typed, ...injected.map((part) => part.text)].filter((part) => part !== '').join('\n')
  return kind === 'output' ? text.replaceAll(OUTPUT_TAGS, '') : text
}

const OUTPUT_TAGS = /<\/?(?:local-command|bash)-(?:stdout|stderr)>/g
