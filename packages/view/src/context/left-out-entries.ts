import type { Conversation, Entry, Readable } from '@skein/transcript'
import { promptKind, readPrompt, readRows, startsTurn, textOf } from '@skein/transcript'
import { toolSummary } from '../tool-line.ts'
import type { LeftOutReason } from './left-out.ts'
import { leftOutReasons } from './left-out.ts'

/** An entry that a resume leaves out, in a line. */
export interface LeftOutEntry {
  /** Byte offset of the entry. */
  readonly key: number
  readonly line: number
  readonly time: number | null
  /** `prompt`, `answer`, `thinking`, `call`, `result`, or what the program calls the entry. */
  readonly kind: string
  /** Its first words: not made harmless, and with its secrets. Empty where it has none, or is too long to be read. */
  readonly text: string
}

export interface LeftOutPage {
  readonly entries: readonly LeftOutEntry[]
  /** The `after` of the following page. */
  readonly next: number | null
}

export interface LeftOutWanted {
  readonly reason: LeftOutReason
  /** Entries behind this byte offset only. */
  readonly after?: number
  readonly most: number
}

/** The entries that a resume leaves out for one reason, in file order. */
export function leftOutEntries(
  { transcript, source }: Readable,
  view: Conversation,
  { reason, after = -1, most }: LeftOutWanted,
): LeftOutPage {
  const { columns, ids } = transcript.scan
  const reasonOf = leftOutReasons(transcript, view)
  const rows: number[] = []
  for (let row = 0; row < columns.count && rows.length <= most; row++)
    if (columns.offset[row] > after && reasonOf(row) === reason) rows.push(row)
  const entries = rows.slice(0, most).map((row): LeftOutEntry => {
    const entry = readRows(transcript.scan, source, [row]).get(row)
    const type = columns.type[row] === 0 ? 'entry' : ids.text(columns.type[row])
    return {
      key: columns.offset[row],
      line: columns.line[row],
      time: Number.isNaN(columns.time[row]) ? null : columns.time[row],
      ...(entry === undefined ? { kind: type, text: '' } : words({ transcript, source }, row, entry)),
    }
  })
  return { entries, next: rows.length > most ? (entries.at(-1)?.key ?? null) : null }
}

type Words = Pick<LeftOutEntry, 'kind' | 'text'>

function words({ transcript, source }: Readable, row: number, entry: Entry): Words {
  switch (entry.kind) {
    case 'user': {
      if (promptKind(transcript.scan, row) === 'tool-result') return resultWords(entry)
      const kind = startsTurn(transcript.scan, row) ? 'prompt' : (promptKind(transcript.scan, row) ?? 'user')
      const prompt = readPrompt(transcript, source, row)
      const typed = prompt?.typed.trim() ?? ''
      return { kind, text: typed === '' ? textOf(entry.content) : typed }
    }
    case 'assistant':
      return answerWords(entry)
    case 'system':
      return { kind: entry.subtype ?? 'system', text: textOf(entry.content) }
    default:
      return { kind: entry.type ?? 'entry', text: firstString(entry.value) }
  }
}

function resultWords({ content }: Extract<Entry, { kind: 'user' }>): Words {
  const result = content.blocks.find(({ kind }) => kind === 'tool_result')
  return { kind: 'result', text: result?.kind === 'tool_result' ? textOf(result.content) : '' }
}

/** By what it says, then by what it does, then by what it thought. */
function answerWords({ content, cwd }: Extract<Entry, { kind: 'assistant' }>): Words {
  const { blocks } = content
  const said = blocks.find((block) => block.kind === 'text' && block.text.trim() !== '')
  if (said?.kind === 'text') return { kind: 'answer', text: said.text }
  const call = blocks.find(({ kind }) => kind === 'tool_use' || kind === 'server_tool_use')
  if (call?.kind === 'tool_use' || call?.kind === 'server_tool_use')
    return { kind: 'call', text: `${call.name} ${toolSummary(call.name, call.input, cwd ?? '')}`.trim() }
  const thought = blocks.find(({ kind }) => kind === 'thinking')
  if (thought?.kind === 'thinking') return { kind: 'thinking', text: thought.thinking }
  return { kind: blocks[0]?.kind ?? 'answer', text: '' }
}

/** What most rows of the program's own bookkeeping say of themselves. */
function firstString(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const name of ['content', 'summary', 'title', 'customTitle', 'aiTitle', 'lastPrompt']) {
    const text = fields.get(name)
    if (typeof text === 'string') return text
  }
  return ''
}
