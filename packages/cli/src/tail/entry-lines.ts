import type { ContentBlock, Entry } from '@skein/transcript'
import { textOf } from '@skein/transcript'
import { toolSummary } from '@skein/view'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { shorten, wrap } from '../terminal/wrap.ts'

export interface TailedFrom {
  readonly session: string
  readonly agent: string | null
}

/** One entry as it passes by: who speaks in the margin, texts whole, calls and results in a line each. */
export function entryLines(entry: Entry, from: TailedFrom, screen: Screen): string[] {
  const { style } = screen
  const lines = said(entry, screen)
  if (lines.length === 0) return []
  const who =
    from.agent === null ? from.session.slice(0, 8) : `${from.session.slice(0, 4)}·${from.agent.slice(0, 4)}`
  return lines.map((line, i) => `${style.dim((i === 0 ? who : '').padEnd(9))} ${line}`)
}

function said(entry: Entry, screen: Screen): string[] {
  const { style } = screen
  const room = screen.width - MARGIN
  switch (entry.kind) {
    case 'user':
      return entry.content.blocks.flatMap((block) => userLines(block, entry.isMeta, screen))
    case 'assistant':
      return entry.content.blocks.flatMap((block) => assistantLines(block, screen))
    case 'system':
      return [style.dim(shorten(`· ${inertLine(entry.subtype ?? 'system')}`, room))]
    case 'custom-title':
    case 'ai-title':
      return [style.dim(shorten(`· title: ${inertLine(entry.title ?? '')}`, room))]
    case 'unknown':
      return [style.dim(shorten(`· ${inertLine(entry.type ?? 'no type')}`, room))]
    default:
      return []
  }
}

const MARGIN = 10

function userLines(block: ContentBlock, isMeta: boolean, { style, width }: Screen): string[] {
  const room = width - MARGIN - 2
  if (block.kind === 'text') {
    const lines = wrap(inert(block.text), room)
    return isMeta
      ? [style.dim(shorten(`  ${inertLine(block.text)}`, room))]
      : lines.map((line, i) => style.bold(`${i === 0 ? '›' : ' '} ${line}`))
  }
  if (block.kind !== 'tool_result') return [style.dim(`  [${inertLine(block.kind)}]`)]
  const text = shorten(inertLine(textOf(block.content)), room - 2)
  return [block.isError ? style.red(`  ✗ ${text}`) : style.dim(`  ⎿ ${text}`)]
}

function assistantLines(block: ContentBlock, { style, width }: Screen): string[] {
  const room = width - MARGIN - 2
  switch (block.kind) {
    case 'text':
      return wrap(inert(block.text), room).map((line) => `  ${line}`)
    case 'thinking':
      return block.thinking.trim() === ''
        ? []
        : [style.dim(style.italic(shorten(`∴ ${inertLine(block.thinking)}`, room)))]
    case 'tool_use':
      return [
        style.cyan(
          shorten(`● ${inertLine(block.name)} ${inertLine(toolSummary(block.name, block.input, ''))}`, room),
        ),
      ]
    default:
      return [style.dim(`  [${inertLine(block.kind)}]`)]
  }
}
