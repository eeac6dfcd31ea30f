import { promptKind, type JsonObject } from '@skein/transcript'
import { toolSummary } from '@skein/view'
import type { Draft } from '../../draft/draft.ts'
import { BATCH } from './chosen-turns.ts'
import type { ContextTurn } from './context-turns.ts'
import { passagesIn, type Passage } from './passages.ts'
import type { ShortTexts } from './short-texts.ts'

export interface Summary {
  readonly text: string
  /** How many characters it stands for. */
  readonly characters: number
}

/**
 * What stands in the place of turns: their prompts as they were typed, what was answered and what tools gave in its
 * short form, calls in a line each. The summary of an earlier compaction is taken over, since it goes out of sight too.
 */
export function summaryOf(draft: Draft, turns: readonly ContextTurn[], texts: ShortTexts): Summary {
  const { scan } = draft.main.from.transcript
  const parts = [INTRODUCTION]
  let characters = 0
  const rows = turns.flatMap((turn) => turn.rows)
  for (let from = 0; from < rows.length; from += BATCH)
    for (const [row, value] of draft.main.values(rows.slice(from, from + BATCH))) {
      const passages = passagesIn(scan, row, value)
      const said = passages.length > 0 ? passages : injected(promptKind(scan, row), value)
      for (const passage of said) {
        characters += passage.text.length
        const text = (texts.at(row, passage) ?? passage.text).trim()
        if (text !== '') parts.push(`${LABELS[passage.kind]}:\n${text}`)
      }
      for (const { name, input } of callsIn(value)) {
        characters += JSON.stringify(input ?? '').length
        parts.push(`Tool call: ${name} ${clipped(toolSummary(name, input, draft.session.cwd))}`.trim())
      }
    }
  return { text: parts.join('\n\n'), characters }
}

/** Newer programs know a summary by its first words too. */
const INTRODUCTION =
  'This session is being continued from a previous conversation. Its older turns were shortened and are given below, in order. Marks like […] stand for what was left out.'

const LABELS: Readonly<Record<Passage['kind'], string>> = {
  prompt: 'User',
  answer: 'Assistant',
  result: 'Tool result',
}

/** Words of a user row that nobody typed but that matter: an earlier summary, news of a task, what a command printed. */
function injected(kind: ReturnType<typeof promptKind>, value: JsonObject): Passage[] {
  if (kind === null || kind === 'meta' || kind === 'tool-result') return []
  return blocksOf(value).flatMap((block, at) =>
    typeof block['text'] === 'string'
      ? [{ kind: 'prompt' as const, block: at, part: 0, text: block['text'] }]
      : [],
  )
}

function callsIn(value: JsonObject): { readonly name: string; readonly input: unknown }[] {
  return blocksOf(value).flatMap(({ type, name, input }) =>
    type === 'tool_use' && typeof name === 'string' ? [{ name, input }] : [],
  )
}

function blocksOf(value: JsonObject): JsonObject[] {
  // `message` of a row in the context is an object; what is in it may be anything.
  const content = (value['message'] as JsonObject | undefined)?.['content']
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.filter((block): block is JsonObject => typeof block === 'object' && block !== null)
}

/** A script given to a shell can be long; what it was is told by its beginning. */
function clipped(line: string): string {
  // Not inside a character of two units.
  return line.length <= CALL_LENGTH ? line : `${line.slice(0, CALL_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const CALL_LENGTH = 200
