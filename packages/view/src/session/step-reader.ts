import type { Content, ContentBlock, Entry, Prompt, ReadToolCall } from '@skein/transcript'
import { FLAG, readPrompts, readRows, readToolCalls, textOf } from '@skein/transcript'
import { toolPatch } from '../diff/tool-patch.ts'
import { toolSummary } from '../tool-line.ts'
import type { CallFactsTable } from './call-facts.ts'
import { CUT_LINE, CUT_NAME, cutInput, cutString, cutText } from './cut.ts'
import { exitCodeOf } from './exit-code.ts'
import { imageViews } from './image-view.ts'
import { isOpen } from './open-step.ts'
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

/** Reads steps. Their entries are read in one batch: ask for a few at a time. */
export function readSteps(
  reading: Reading,
  { facts, steps }: { readonly facts: CallFactsTable; readonly steps: StepCache },
  wanted: readonly NumberedSlot[],
): StepView[] {
  const known = wanted.map(({ slot }) => steps.get(slot))
  const batch = new Batch(
    reading,
    wanted.filter((_, i) => known[i] === null),
  )
  return wanted.map(({ slot, at }, i) => {
    const step = known[i] ?? steps.put(slot, batch.stepOf(slot))
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

/** A step without its place, and without the figures of its sub-agent. */
export type BareStep = SaidStepView | ToolStepView | NoteStepView | CompactionStepView | UnknownStepView

class Batch {
  readonly #reading: Reading
  readonly #entries: ReadonlyMap<number, Entry>
  readonly #prompts: ReadonlyMap<number, Prompt>
  readonly #calls: ReadonlyMap<number, ReadToolCall>

  constructor(reading: Reading, wanted: readonly NumberedSlot[]) {
    const { transcript } = reading
    const source = reading.once()
    const rows = new Set<number>()
    for (const { slot } of wanted) {
      rows.add(slot.row)
      if (slot.call !== null && slot.call.resultRow >= 0) rows.add(slot.call.resultRow)
    }
    const notes = wanted.flatMap(({ slot }) => (slot.kind === 'note' ? [slot.row] : []))
    const calls = wanted.flatMap(({ slot }) => slot.call ?? [])
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
    const apiError = (this.#reading.transcript.scan.columns.flags[slot.row] & FLAG.apiError) !== 0
    switch (block.kind) {
      case 'text':
        return { kind: 'text', text: cutText(block.text, CUT_TEXT), apiError }
      case 'thinking':
        return { kind: 'thinking', text: cutText(block.thinking, CUT_TEXT), apiError }
      case 'tool_use': {
        const call = slot.call === null ? undefined : this.#calls.get(slot.call.use)
        if (call === undefined) return this.#unknown(slot.row, block.kind, jsonText(block.value))
        return this.#tool(call, block.input)
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
    const answer = this.#entries.get(call.resultRow)
    const resultKey = call.resultRow < 0 ? null : this.#reading.placeOf(call.resultRow).key
    const patch = toolPatch(call)
    return {
      kind: 'tool',
      id: cutString(call.id, CUT_NAME),
      name: this.#reading.shown(call.name),
      asked: this.#asked(call.row, call.name, input),
      ...cutInput(input),
      status: call.status,
      durationMs: call.durationMs,
      result: call.content === null ? null : cutText(textOf(call.content), CUT_RESULT),
      resultKey,
      exitCode: exitCodeOf(call),
      images:
        answer?.kind === 'user' && resultKey !== null ? imageViews(answer.content, call.id, resultKey) : [],
      patch: patch === null ? null : patchView(patch),
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
      id: cutString(block.id, CUT_NAME),
      name: cutString(block.name, CUT_NAME),
      asked: this.#asked(row, block.name, block.input),
      ...cutInput(block.input),
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
    return cutString(toolSummary(name, input, folder), CUT_LINE)
  }

  #note(row: number, entry: Entry): NoteStepView {
    const prompt = this.#prompts.get(row)
    if (prompt !== undefined)
      return {
        kind: 'note',
        note: prompt.queued ? 'queued' : prompt.kind,
        text: cutText(noteText(prompt), CUT_TEXT),
      }
    if (entry.kind !== 'system') return { kind: 'note', note: entry.kind, text: cutText('', CUT_TEXT) }
    const text = textOf(entry.content)
    const { detail } = entry
    const told = text === '' && detail.kind === 'api_error' ? (detail.message ?? '') : text
    return {
      kind: 'note',
      note: cutString(entry.subtype ?? 'system', CUT_NAME),
      text: cutText(told, CUT_TEXT),
    }
  }

  #unknown(row: number, type: string | null, text: string): UnknownStepView {
    const { columns, ids } = this.#reading.transcript.scan
    return {
      kind: 'unknown',
      type: this.#reading.shown(type ?? ids.text(columns.type[row])),
      bytes: columns.length[row],
      text: cutText(text, CUT_RESULT),
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
