import { FLAG, KIND, promptKind, type JsonObject, type Scanner } from '@skein/transcript'
import { objectOf } from '../../json.ts'
import type { TextKind } from './engine.ts'

/** A text of a row that may be rewritten, and where it stands. */
export interface Passage {
  readonly kind: TextKind
  readonly block: number
  readonly part: number
  readonly text: string
}

/**
 * What of a row may be rewritten: the text blocks of an answer, the texts of tool results, and the words of a human
 * prompt. Never inputs of tools, thinking, images, what the program put in, or words that the program reads itself
 * (commands, selections of an editor).
 */
export function passagesIn(scan: Scanner, row: number, value: JsonObject): Passage[] {
  const content = contentOf(value)
  if (scan.columns.kind[row] === KIND.assistant) {
    if ((scan.columns.flags[row] & FLAG.apiError) !== 0) return []
    return textsIn(content, 'answer')
  }
  const kind = promptKind(scan, row)
  if (kind === 'tool-result') return resultsIn(content)
  return kind === 'plain' || kind === 'image' ? textsIn(content, 'prompt') : []
}

/** The row with other texts in some places. */
export function withPassages(value: JsonObject, texts: ReadonlyMap<string, string>): JsonObject {
  // Only rows that passages were found in come here: `message` is an object.
  const message = value['message'] as JsonObject
  return { ...value, message: { ...message, content: withTexts(message['content'], texts) } }
}

/** Names a place in a row. */
export function placeOf({ block, part }: Pick<Passage, 'block' | 'part'>): string {
  return `${block}.${part}`
}

function contentOf(value: JsonObject): unknown {
  return objectOf(value['message'])?.['content']
}

function textsIn(content: unknown, kind: TextKind): Passage[] {
  if (typeof content === 'string') return [{ kind, block: 0, part: 0, text: content }]
  return listOf(content).flatMap((block, at) => {
    const text = textOfBlock(block)
    return text === null ? [] : [{ kind, block: at, part: 0, text }]
  })
}

function resultsIn(content: unknown): Passage[] {
  return listOf(content).flatMap((block, at) => {
    const result = objectOf(block)
    if (result?.['type'] !== 'tool_result') return []
    return textsIn(result['content'], 'result').map((passage) => ({
      ...passage,
      block: at,
      part: passage.block,
    }))
  })
}

function withTexts(content: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof content === 'string') return texts.get('0.0') ?? content
  return listOf(content).map((block, at) => {
    const own = objectOf(block)
    if (own?.['type'] === 'tool_result') return { ...own, content: withParts(own['content'], at, texts) }
    const text = texts.get(placeOf({ block: at, part: 0 }))
    return text === undefined || own === null ? block : { ...own, text }
  })
}

function withParts(content: unknown, block: number, texts: ReadonlyMap<string, string>): unknown {
  if (typeof content === 'string') return texts.get(placeOf({ block, part: 0 })) ?? content
  if (!Array.isArray(content)) return content
  return content.map((part: unknown, at) => {
    const text = texts.get(placeOf({ block, part: at }))
    return text === undefined ? part : { ...objectOf(part), text }
  })
}

function textOfBlock(block: unknown): string | null {
  const own = objectOf(block)
  return own?.['type'] === 'text' && typeof own['text'] === 'string' ? own['text'] : null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
