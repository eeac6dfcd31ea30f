import type { ApiBlock, ApiMessage } from '@skein/transcript'
import type { ResumeReport } from '@skein/view'
import { base64Bytes, imageLabel, resumeReport } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { counted } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import { markdownLines } from '../terminal/markdown.ts'
import type { Screen } from '../terminal/screen.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import { cut } from './step-lines.ts'
import { askedOf } from './asked.ts'

/** What `skein show --view resume --json` prints; docs/cli-json.md describes it, so a change here is a change there. */
export interface ResumeMessages extends Omit<ResumeReport, 'tip' | 'leftOut'> {
  readonly file: string
  /** The line of the entry that a resume goes on from. */
  readonly tipLine: number | null
}

/** What the model will see when the session is resumed. */
export function resumeMessages(opened: OpenTranscript, version: string | undefined): ResumeMessages {
  const { tip, leftOut: _, ...report } = resumeReport(opened, version)
  return {
    file: shownFile(opened),
    ...report,
    tipLine: tip < 0 ? null : lineOf(opened, tip),
  }
}

export function* resumeLines(report: ResumeMessages, screen: Screen, open: boolean): Generator<string> {
  const { style, width } = screen
  const head = [
    `what Claude Code ${report.version} sends on a resume`,
    ...(report.rules === report.version ? [] : [`by the rules of ${report.rules}`]),
    counted(report.messages.length, 'message'),
    ...(report.tipLine === null ? [] : [`goes on from line ${report.tipLine}`]),
  ]
  for (const line of wrapParts(head, width)) yield style.dim(line)
  if (report.outcome !== 'sent')
    for (const line of wrap(
      `Nothing: ${report.outcome}${report.reason === null ? '' : ` (${inertLine(report.reason)})`}`,
      width,
    ))
      yield style.red(line)
  for (const [i, message] of report.messages.entries()) {
    yield ''
    const label = ` ${i + 1} ${message.role} `
    yield `${style.dim('─')}${style.bold(label)}${style.dim('─'.repeat(Math.max(1, width - label.length - 1)))}`
    const blocks =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    for (const [at, block] of blocks.entries()) {
      if (at > 0) yield ''
      for (const line of blockLines(block, { role: message.role, open }, screen)) yield `  ${line}`.trimEnd()
    }
  }
}

const MOST_FOLDED = 6

function blockLines(
  block: ApiBlock,
  { role, open }: { readonly role: ApiMessage['role']; readonly open: boolean },
  { style, width }: Screen,
): string[] {
  const room = width - 2
  const fold = (lines: readonly string[]): string[] => cut(lines, open ? Infinity : MOST_FOLDED)
  const bar = (text: string): string[] =>
    fold(inert(text).trimEnd().split('\n')).map((line) => style.dim(`│ ${shorten(line, room - 2)}`.trimEnd()))
  switch (block.type) {
    case 'text': {
      const text = textOf(block.text)
      return role === 'user' ? fold(wrap(inert(text).trim(), room)) : markdownLines(text, style, room)
    }
    case 'thinking':
      return [style.dim('✻ thinking'), ...bar(textOf(block.thinking))]
    case 'tool_use':
      return [
        `${style.green('●')} ${style.bold(inertLine(textOf(block.name)))} ${shorten(askedOf(textOf(block.name), block.input, ''), room - 8)}`,
      ]
    case 'tool_result':
      return [
        block.is_error === true ? style.red('✗ result') : style.dim('result'),
        ...bar(resultText(block.content)),
      ]
    case 'image':
      return [style.dim(imageLabel(imageSource(block.source)))]
    default:
      return [style.dim(`[${inertLine(textOf(block.type))}]`), ...bar(JSON.stringify(block))]
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  // Blocks of any shape; each is looked at before use.
  return (content as readonly unknown[])
    .map((part) => {
      if (typeof part !== 'object' || part === null) return ''
      const { type, text, source } = part as ApiBlock
      if (type === 'text') return textOf(text)
      return type === 'image' ? imageLabel(imageSource(source)) : JSON.stringify(part)
    })
    .join('\n')
}

function imageSource(source: unknown): { readonly mediaType: string | null; readonly bytes: number | null } {
  // Any JSON object; each field is checked before use.
  const { media_type: mediaType, data } =
    typeof source === 'object' && source !== null ? (source as ApiBlock) : {}
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : null,
    bytes: typeof data === 'string' ? base64Bytes(data) : null,
  }
}
