import type { ContentBlock, Entry, Readable } from '@skein/transcript'
import { readPrompt, readRows, startsTurn, textOf } from '@skein/transcript'
import { noteText } from './step-reader.ts'

/** Which text of an entry: of a view's prompt or step, a call's input, or its answer. */
export interface TextPart {
  readonly part: 'text' | 'thinking' | 'result' | 'input'
  /** Which block of the entry, from 0; of a prompt, from 1 on what was put beside it. */
  readonly block?: number
  /** The call. */
  readonly tool?: string
}

/** A text that a view shows the beginning of, as a whole; null where the entry has none like it. */
export function fullText({ transcript, source }: Readable, row: number, part: TextPart): string | null {
  const entry = readRows(transcript.scan, source, [row]).get(row)
  if (entry === undefined) return null
  const blocks = contentOf(entry)
  switch (part.part) {
    case 'input': {
      const call = blocks.find(
        (block) => isCall(block) && (part.tool === undefined || block.id === part.tool),
      )
      return call !== undefined && isCall(call) ? JSON.stringify(call.input, null, 2) : null
    }
    case 'result': {
      const found = blocks.find(
        (block) => block.kind === 'tool_result' && (part.tool === undefined || block.toolUseId === part.tool),
      )
      return found?.kind === 'tool_result' ? textOf(found.content) : null
    }
    case 'thinking': {
      const found = pick(blocks, 'thinking', part.block)
      return found?.kind === 'thinking' ? found.thinking : null
    }
    case 'text': {
      if (entry.kind === 'assistant') {
        const found = pick(blocks, 'text', part.block)
        return found?.kind === 'text' ? found.text : null
      }
      return saidText({ transcript, source }, row, entry, part.block ?? 0)
    }
  }
}

function saidText({ transcript, source }: Readable, row: number, entry: Entry, block: number): string | null {
  const prompt = readPrompt(transcript, source, row)
  if (prompt !== null) {
    if (block > 0) return prompt.injected[block - 1]?.text ?? null
    return startsTurn(transcript.scan, row) ? prompt.typed : noteText(prompt)
  }
  if (entry.kind !== 'system') return JSON.stringify(entry.value)
  const text = textOf(entry.content)
  return text === '' && entry.detail.kind === 'api_error' ? (entry.detail.message ?? '') : text
}

function contentOf(entry: Entry): readonly ContentBlock[] {
  return entry.kind === 'assistant' || entry.kind === 'user' ? entry.content.blocks : []
}

type CallBlock = Extract<ContentBlock, { kind: 'tool_use' | 'server_tool_use' }>

function isCall(block: ContentBlock): block is CallBlock {
  return block.kind === 'tool_use' || block.kind === 'server_tool_use'
}

function pick(
  blocks: readonly ContentBlock[],
  kind: ContentBlock['kind'],
  at: number | undefined,
): ContentBlock | undefined {
  return at === undefined ? blocks.find((block) => block.kind === kind) : blocks[at]
}
