import type { JsonObject } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { RESULT_PATHS } from '../../render/row-patcher.ts'
import type { Call } from './call.ts'
import { GIVING } from './call-facts.ts'
import type { Decisions } from './decisions.ts'
import type { LiveRows } from './live-rows.ts'
import { IMAGE_GONE, isObject, isStub, stubFor, truncated } from './result-text.ts'

/** Puts what was decided about blocks and attachments into the draft. */
export function rewriteRows(draft: TranscriptDraft, decisions: Decisions): void {
  const { survey } = decisions
  for (const { row } of decisions.dropped('attachments')) draft.drop(row)
  const thinking = new Set([...decisions.dropped('thinking')].map(({ row }) => row))
  const images = new Set([...decisions.dropped('images')].map(({ row }) => row))
  const rows = new Set([...thinking, ...images])
  for (const call of survey.calls.values()) {
    const level = decisions.levelOf(call)
    if (level > survey.stubLevel) for (const row of call.useRows) rows.add(row)
    if (level > 0 || decisions.isWithoutImages(call)) for (const row of call.resultRows) rows.add(row)
  }
  const sorted = [...rows].toSorted((a, b) => a - b)
  for (let start = 0; start < sorted.length; start += SLICE)
    for (const [row, value] of draft.values(sorted.slice(start, start + SLICE))) {
      const rewriting = new Rewriting(decisions, thinking.has(row), images.has(row))
      const content = contentOf(value)
      const kept = content.flatMap((block) => rewriting.block(block))
      if (kept.length === 0 && content.length > 0) draft.drop(row)
      else if (rewriting.isChanged) draft.change(row, withContent(value, kept, rewriting.isShorter))
    }
  dropCopies(draft, survey.live)
}

const SLICE = 256

/** Without the row that took its place, an earlier copy of it would count again. */
function dropCopies(draft: TranscriptDraft, live: LiveRows): void {
  const { graph, scan } = draft.from.transcript
  for (const row of graph.shadowed) {
    const winner = graph.rowOf(scan.columns.uuid[row])
    if (winner >= 0 && draft.isDropped(winner) && live.fixed[row] === 0) draft.drop(row)
  }
}

class Rewriting {
  readonly #decisions: Decisions
  readonly #dropsThinking: boolean
  readonly #dropsImages: boolean
  isChanged = false
  /** A result is not what it was: its twin for screens is not either. */
  isShorter = false

  constructor(decisions: Decisions, dropsThinking: boolean, dropsImages: boolean) {
    this.#decisions = decisions
    this.#dropsThinking = dropsThinking
    this.#dropsImages = dropsImages
  }

  block(block: unknown): unknown[] {
    if (!isObject(block)) return [block]
    switch (block.type) {
      case 'thinking':
      case 'redacted_thinking':
        return this.#dropsThinking ? this.#changed([]) : [block]
      case 'image':
        return this.#dropsImages ? this.#changed([{ type: 'text', text: IMAGE_GONE }]) : [block]
      case 'tool_use':
        return this.#isRemoved(block.id) ? this.#changed([]) : [block]
      case 'tool_result':
        return this.#isRemoved(block.tool_use_id) ? this.#changed([]) : [this.#result(block)]
      default:
        return [block]
    }
  }

  #result(block: JsonObject): JsonObject {
    const call = this.#callOf(block.tool_use_id)
    if (call === undefined) return block
    const content = this.#content(block.content, call)
    if (content === block.content) return block
    this.isChanged = true
    this.isShorter = true
    return { ...block, content }
  }

  #content(content: unknown, call: Call): unknown {
    const { survey } = this.#decisions
    const level = this.#decisions.levelOf(call)
    if (level === survey.stubLevel) return stubOf(content, call)
    const limits = level === 0 ? null : survey.truncations[level - 1]
    const shorter = (text: string): string => (limits === null ? text : truncated(text, limits))
    if (typeof content === 'string') return shorter(content)
    if (!Array.isArray(content)) return content
    let isChanged = false
    const parts = content.map((part: unknown) => {
      const kept = this.#part(part, call, shorter)
      if (kept !== part) isChanged = true
      return kept
    })
    return isChanged ? parts : content
  }

  #part(part: unknown, call: Call, shorter: (text: string) => string): unknown {
    if (typeof part === 'string') return shorter(part)
    if (!isObject(part)) return part
    if (part.type === 'image' && isObject(part.source) && this.#decisions.isWithoutImages(call))
      return { type: 'text', text: IMAGE_GONE }
    if (part.type !== 'text' || typeof part.text !== 'string') return part
    const text = shorter(part.text)
    return text === part.text ? part : { ...part, text }
  }

  #changed(blocks: unknown[]): unknown[] {
    this.isChanged = true
    return blocks
  }

  #callOf(id: unknown): Call | undefined {
    return typeof id === 'string' ? this.#decisions.survey.calls.get(id) : undefined
  }

  #isRemoved(id: unknown): boolean {
    const call = this.#callOf(id)
    return call !== undefined && this.#decisions.levelOf(call) === this.#decisions.survey.removeLevel
  }
}

function stubOf(content: unknown, call: Call): unknown {
  const texts = textsIn(content)
  if (texts.length === 1 && isStub(texts[0])) return content
  return call.again?.note ?? stubFor(texts.join('\n'))
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => {
    if (typeof part === 'string') return [part]
    return isObject(part) && part.type === 'text' && typeof part.text === 'string' ? [part.text] : []
  })
}

/** The blocks of a row, wherever its version keeps them: in its message, beside it, or as the message itself. */
function contentOf(value: JsonObject): readonly unknown[] {
  const { message } = value
  const content = value[placeOfContent(value)]
  const blocks = isObject(message) && content === message ? message.content : content
  return Array.isArray(blocks) ? blocks : []
}

function placeOfContent({ message, content }: JsonObject): 'message' | 'content' {
  if (isObject(message) && message.content !== undefined) return 'message'
  return content === undefined ? 'message' : 'content'
}

function withContent(value: JsonObject, content: readonly unknown[], isShorter: boolean): JsonObject {
  const place = placeOfContent(value)
  const { message } = value
  const changed: Record<string, unknown> = {
    ...value,
    [place]: place === 'message' && isObject(message) ? { ...message, content } : content,
  }
  if (isShorter && 'toolUseResult' in value) {
    const twin = lightened(value.toolUseResult)
    if (twin === null) delete changed.toolUseResult
    else changed.toolUseResult = twin
  }
  return changed
}

/**
 * What stays of a result's twin for screens, which holds the output once more: what was done to a file,
 * ids that others name, and the paths of saved outputs.
 */
function lightened(result: unknown): JsonObject | null {
  if (!isObject(result)) return null
  if (Array.isArray(result.structuredPatch)) return { ...result, originalFile: null }
  const kept = Object.entries(result).filter(([key]) => KEPT_KEYS.has(key))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

const KEPT_KEYS: ReadonlySet<string> = new Set([
  ...GIVING,
  ...RESULT_PATHS,
  'persistedOutputSize',
  'status',
  'isAsync',
  'task',
])
