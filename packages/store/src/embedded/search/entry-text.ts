import type { TextField } from '@skein/view'
import { isPlainName } from '../../files/archive/bundle.ts'
import type { SpilledText } from '../../files/bytes/spilled-files.ts'
import type { OwnUnits, TextPiece } from '../../files/bytes/text-pieces.ts'
import { stringsIn } from './json-strings.ts'
import { rowReading } from './text-rules.ts'

/** One text of a row, as written: what a search looks through and a hit shows. */
export interface EntryText {
  readonly field: TextField
  /** Of a tool's input: the tool. */
  readonly tool?: string
  /** Of a tool's input or result: the call. */
  readonly toolId?: string
  /** The key its value stands under, where that says something (`command`, `file_path`). */
  readonly key?: string
  readonly text: string
  /** It stands for an output that was too long for the transcript: the name of that one's file. */
  readonly spilled?: string
  /** It is a piece of a long output: what of it is the piece's own. */
  readonly own?: OwnUnits
}

type Json = Readonly<Record<string, unknown>>

/**
 * The searchable texts of a parsed row, in reading order.
 *
 * Contract: the one definition of what can be found. A signature holds the runs of all of them
 * (and may hold more); a hit is a match in one of them.
 */
export function entryTexts(row: Json): EntryText[] {
  const kind = kindOf(row)
  const reading = rowReading(kind, subtypeOf(row))
  if (reading === 'nothing') return []
  if (reading === 'whole') {
    const field = fieldOfRow(kind, row)
    return stringsIn(row, 'row').map(({ key, text }) => ({ field, key, text }))
  }
  return contentOf(row).flatMap((block) => blockTexts(block, wordsOf(kind, row)))
}

/** The texts of one content block; plain text of it is of the field `words`. */
export function blockTexts(block: unknown, words: TextField): EntryText[] {
  if (typeof block === 'string') return block === '' ? [] : [{ field: words, text: block }]
  if (!isObject(block)) return []
  switch (block['type']) {
    case 'thinking':
      return texts(block, { field: 'thinking' })
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callTexts(block)
    case 'tool_result':
      return resultTexts(block)
    case 'document':
      return [...texts(block, { field: words }), ...sourceTexts(block['source'], words)]
    default:
      return typeof block['type'] === 'string' && block['type'].endsWith('_tool_result')
        ? resultTexts(block)
        : texts(block, { field: words })
  }
}

/**
 * The texts of a row together with the spilled outputs that they stand for, each once. `textOf` gives the text of
 * a file by its name.
 */
export function withSpilled(texts: readonly EntryText[], textOf: SpilledText): RowTexts {
  if (!texts.some(({ spilled }) => spilled !== undefined)) return new RowTexts(texts)
  const seen = new Set<string>()
  const long: Iterable<EntryText>[] = []
  const short = texts.flatMap(({ spilled, ...text }) => {
    if (spilled === undefined || seen.has(spilled)) return [text]
    seen.add(spilled)
    const whole = textOf(spilled)
    if (whole === null || whole === '') return [text]
    if (typeof whole === 'string') return [text, { ...text, text: whole }]
    long.push(inPieces(text, whole))
    return [text]
  })
  return new RowTexts(short, long)
}

function inPieces(of: EntryText, pieces: Iterable<TextPiece>): Iterable<EntryText> {
  return {
    *[Symbol.iterator]() {
      for (const piece of pieces) yield { ...of, ...piece }
    },
  }
}

/** All texts of a row. Long outputs are read while somebody goes through them, and not kept. */
export class RowTexts implements Iterable<EntryText> {
  readonly short: readonly EntryText[]
  readonly #long: readonly Iterable<EntryText>[]

  constructor(short: readonly EntryText[], long: readonly Iterable<EntryText>[] = []) {
    this.short = short
    this.#long = long
  }

  *[Symbol.iterator](): Generator<EntryText> {
    yield* this.short
    yield* this.long()
  }

  *long(): Generator<EntryText> {
    for (const pieces of this.#long) yield* pieces
  }
}

/** How the text begins that the program leaves in the transcript for an output that it spilled. */
export const SPILLED_MARK = '<persisted-output>'

/**
 * The name of the file that such a text stands for. The path before it is not looked at: it is what the row says, and
 * where the session was copied to, the files stand elsewhere.
 */
function spilledName(text: string): string | null {
  if (!text.startsWith(SPILLED_MARK)) return null
  const head = text.slice(0, HEAD_UNITS)
  const at = head.indexOf(SAVED_TO)
  if (at < 0) return null
  const [path] = head.slice(at + SAVED_TO.length).split('\n', 1)
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
  return isPlainName(name) ? name : null
}

const SAVED_TO = 'saved to: '
/** The path stands in the second line; no system has longer ones. */
const HEAD_UNITS = 8192

/** What a document holds when it is text and not the bytes of a file. */
function sourceTexts(source: unknown, field: TextField): EntryText[] {
  if (!isObject(source)) return []
  if (source['type'] === 'text') return texts(source['data'], { field })
  return texts(source['content'], { field })
}

function callTexts(block: Json): EntryText[] {
  const toolId = stringOf(block['id'])
  const tool = stringOf(block['name'])
  // The name is no text, or every call of `Read` would be a hit for "read"; `tool:` asks for it.
  const { name: _name, ...rest } = block
  return stringsIn(rest, 'block').map(({ key, text }) => ({ field: 'tool-input', tool, toolId, key, text }))
}

function resultTexts(block: Json): EntryText[] {
  const field = block['is_error'] === true ? 'error' : 'tool-result'
  return texts(block, { field, toolId: stringOf(block['tool_use_id']) }).map((text) => {
    const spilled = spilledName(text.text)
    return spilled === null ? text : { ...text, spilled }
  })
}

function texts(value: unknown, of: Omit<EntryText, 'text'>): EntryText[] {
  return stringsIn(value, 'block').map(({ text }) => ({ ...of, text }))
}

/** As the scanner classes rows: by `type`, by the role only where there is no type. */
function kindOf(row: Json): string {
  if (typeof row['type'] === 'string') return row['type']
  return isObject(row['message']) ? (stringOf(row['message']['role']) ?? '') : ''
}

/** As the scanner reads it: `subtype`, else the type of the payload. */
function subtypeOf(row: Json): string {
  const { subtype, data, attachment } = row
  return (
    stringOf(subtype) ??
    (isObject(data) ? stringOf(data['type']) : undefined) ??
    (isObject(attachment) ? stringOf(attachment['type']) : undefined) ??
    ''
  )
}

/** As the scanner takes it: `message.content`, else a top-level `content`; else a `message` that is the content. */
function contentOf(row: Json): unknown[] {
  const { message } = row
  for (const content of [isObject(message) ? message['content'] : undefined, row['content'], message]) {
    if (typeof content === 'string') return [content]
    if (Array.isArray(content)) return content
  }
  return []
}

function wordsOf(kind: string, row: Json): TextField {
  if (kind === 'assistant') return row['isApiErrorMessage'] ? 'error' : 'answer'
  if (row['isCompactSummary']) return 'summary'
  return row['isMeta'] ? 'system' : 'prompt'
}

function fieldOfRow(kind: string, row: Json): TextField {
  const subtype = subtypeOf(row)
  switch (kind) {
    case 'system':
      return subtype === 'api_error' ? 'error' : 'system'
    case 'attachment':
      return subtype === 'queued_command' ? 'prompt' : 'attachment'
    case 'queue-operation':
      return 'prompt'
    case 'custom-title':
    case 'ai-title':
    case 'summary':
    case 'agent-name':
    case 'tag':
      return 'title'
    default:
      return 'other'
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
