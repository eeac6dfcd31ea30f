import {
  BLOCK,
  BLOCK_FLAG,
  bytesInMemory,
  FLAG,
  isBoundary,
  isHuman,
  isKnownType,
  KIND,
  promptKind,
  readEntry,
  readPrompt,
  readTranscript,
  USAGE,
  USAGE_WIDTH,
  type Entry,
  type Prompt,
  type Scanner,
} from '@skein/transcript'
import type { FileFacts } from '../../reader/file-facts.ts'
import { counts, LIST_LENGTH, NO_FACTS, PROMPT_CHARS, withoutRepeats } from './facts.ts'

/** Rows of a scan, and the bytes they were read from. */
export interface ScannedRows {
  readonly scan: Scanner
  /** Rows `[from, to)`. */
  readonly from: number
  readonly to: number
  /** Diagnostics of `scan` from this one on belong to the rows. */
  readonly fromDiagnostic: number
  /** Whole lines; `at` is the offset of the first byte in the transcript. Empty for a line too long to hold. */
  readonly bytes: Uint8Array
  readonly at: number
  /** In a sub-agent's own file every row is a sidechain's, so there the flag says nothing. */
  readonly agentFile: boolean
}

/**
 * The facts of some rows. Almost all are columns; few rows are read in full: titles, first and last prompts.
 * What `before`, the facts of the rows before them, settles already is not looked for again.
 */
export function factsOf(rows: ScannedRows, before: FileFacts = NO_FACTS): FileFacts {
  return new FactsReader(rows, before).read()
}

/** The entry of a row, null where it was too long to hold. */
export function entryAt({ scan: { columns }, bytes, at }: ScannedRows, row: number): Entry | null {
  if ((columns.flags[row] & FLAG.oversized) !== 0) return null
  const place = { line: columns.line[row], offset: columns.offset[row], length: columns.length[row] }
  const from = place.offset - at
  const value: unknown = JSON.parse(decoder.decode(bytes.subarray(from, from + place.length)))
  return readEntry(value, place)
}

/** `model` of rows that the program wrote itself. */
export const SYNTHETIC_MODEL = '<synthetic>'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

class FactsReader {
  readonly #rows: ScannedRows
  readonly #before: FileFacts
  readonly #facts: Mutable<FileFacts> = { ...NO_FACTS }
  readonly #prompts: number[] = []
  readonly #typed = new Map<number, string>()
  readonly #branches = new Set<number>()
  readonly #versions = new Set<number>()
  readonly #models = new Set<number>()
  readonly #unknown = new Map<number, number>()
  readonly #synthetic: number
  #branch = 0
  #version = 0
  #lastModel = 0

  constructor(rows: ScannedRows, before: FileFacts) {
    this.#rows = rows
    this.#before = before
    this.#synthetic = rows.scan.ids.find(SYNTHETIC_MODEL)
  }

  read(): FileFacts {
    const { scan, from, to, fromDiagnostic } = this.#rows
    const facts = this.#facts
    facts.rows = to - from
    this.#readNames()
    for (let row = from; row < to; row++) this.#readRow(row)
    this.#readBlocks()
    this.#readPrompts()
    if (this.#before.slug === '') facts.slug = this.#slug()
    facts.branches = this.#texts(this.#branches)
    facts.versions = this.#texts(this.#versions)
    facts.models = this.#texts(this.#models)
    facts.lastModel = cut(scan.ids.text(this.#lastModel), NAME_CHARS)
    facts.unknownTypes = counts(
      [...this.#unknown].map(([type, count]) => [cut(scan.ids.text(type), NAME_CHARS), count]),
    )
    facts.diagnostics = counts(scan.diagnostics.slice(fromDiagnostic).map(({ code }) => [code, 1]))
    return facts
  }

  /** What the first and the last row that say it say. */
  #readNames(): void {
    const facts = this.#facts
    const { columns } = this.#rows.scan
    facts.firstCwd = this.#first(columns.cwd, PATH_CHARS)
    facts.lastCwd = this.#last(columns.cwd, PATH_CHARS)
    facts.lastBranch = this.#last(columns.gitBranch, NAME_CHARS)
    facts.firstUuid = this.#first(columns.uuid, NAME_CHARS)
    facts.firstSessionId = this.#first(columns.sessionId, NAME_CHARS)
    facts.forkedFrom = this.#first(columns.forkedFrom, NAME_CHARS)
  }

  #readRow(row: number): void {
    const { scan, agentFile } = this.#rows
    const { columns } = scan
    const facts = this.#facts
    const flags = columns.flags[row]
    const time = columns.time[row]
    if (!Number.isNaN(time)) {
      facts.firstTime = facts.firstTime === null ? time : Math.min(facts.firstTime, time)
      facts.lastTime = facts.lastTime === null ? time : Math.max(facts.lastTime, time)
    }
    // Both repeat on row after row.
    const branch = columns.gitBranch[row]
    if (branch !== this.#branch) this.#branches.add((this.#branch = branch))
    const version = columns.version[row]
    if (version !== this.#version) this.#versions.add((this.#version = version))
    const aside = (flags & FLAG.sidechain) !== 0 && !agentFile
    if (aside) facts.sidechainRows++
    if ((flags & FLAG.apiError) !== 0) facts.apiErrors++
    switch (columns.kind[row]) {
      case KIND.user:
        if (!aside) this.#countPrompt(row)
        break
      case KIND.assistant:
        this.#readAnswer(row, aside)
        break
      case KIND.system:
        if (isBoundary(scan, row)) facts.compactions++
        break
      case KIND.other:
        this.#readSideRow(row)
        break
    }
  }

  #countPrompt(row: number): void {
    const kind = promptKind(this.#rows.scan, row)
    if (kind === null || !isHuman(kind)) return
    this.#facts.prompts++
    this.#prompts.push(row)
  }

  #readAnswer(row: number, aside: boolean): void {
    const { columns, usage } = this.#rows.scan
    const model = columns.model[row]
    if ((columns.flags[row] & FLAG.apiError) !== 0) return
    if (model !== 0 && model === this.#synthetic) return
    if (model !== 0) this.#models.add(model)
    if (aside) return
    if (model !== 0) this.#lastModel = model
    if (columns.usage[row] < 0) return
    const at = columns.usage[row] * USAGE_WIDTH
    const { counters } = usage
    const held = counters[at + USAGE.input] + counters[at + USAGE.cacheRead] + counters[at + USAGE.cacheWrite]
    if (held > 0 && Number.isFinite(held)) this.#facts.contextTokens = held
  }

  #readSideRow(row: number): void {
    const { columns, ids } = this.#rows.scan
    const type = columns.type[row]
    const seen = this.#unknown.get(type)
    if (seen !== undefined) {
      this.#unknown.set(type, seen + 1)
      return
    }
    const name = ids.text(type)
    if (READ_TYPES.has(name)) this.#readTitle(row)
    else if (!isKnownType(name)) this.#unknown.set(type, 1)
  }

  #readTitle(row: number): void {
    const entry = entryAt(this.#rows, row)
    const facts = this.#facts
    switch (entry?.kind) {
      case 'custom-title':
        facts.customTitle = cut(entry.title ?? '', PROMPT_CHARS) || facts.customTitle
        break
      case 'ai-title':
        facts.aiTitle = cut(entry.title ?? '', PROMPT_CHARS) || facts.aiTitle
        break
      case 'agent-name':
        facts.agentName = cut(entry.agentName ?? '', PROMPT_CHARS) || facts.agentName
        break
      case 'tag': {
        const tag = cut(entry.tag ?? '', PROMPT_CHARS)
        facts.tags = tag === '' ? [] : [tag]
        facts.untagged = tag === ''
        break
      }
      case 'pr-link': {
        const { prNumber, prUrl, prRepository } = entry
        const found = {
          number: prNumber ?? 0,
          url: cut(prUrl ?? '', PATH_CHARS),
          repository: cut(prRepository ?? '', NAME_CHARS),
        }
        facts.pullRequests = withoutRepeats([...facts.pullRequests, found])
        break
      }
    }
  }

  #readBlocks(): void {
    const { scan, from, to } = this.#rows
    const { columns, blocks } = scan
    const facts = this.#facts
    if (from === to) return
    const end = to < columns.count ? columns.firstBlock[to] : blocks.count
    for (let block = columns.firstBlock[from]; block < end; block++) {
      const kind = blocks.kind[block]
      if (kind === BLOCK.toolUse) facts.toolCalls++
      else if (kind === BLOCK.image) facts.images++
      else if (kind === BLOCK.toolResult && (blocks.flags[block] & BLOCK_FLAG.error) !== 0) facts.toolErrors++
    }
  }

  #readPrompts(): void {
    const facts = this.#facts
    const [first] = this.#prompts
    if (first === undefined) return
    if (this.#before.prompts === 0 && promptKind(this.#rows.scan, first) === 'command')
      facts.cleared = this.#promptAt(first)?.command?.name === 'clear'
    if (this.#before.firstPrompt === '') facts.firstPrompt = this.#firstTyped(this.#prompts)
    if (this.#before.firstPrompt !== '' || facts.firstPrompt !== '')
      facts.lastPrompt = this.#firstTyped(this.#prompts.toReversed())
  }

  #firstTyped(rows: readonly number[]): string {
    for (const row of rows) {
      const typed = this.#typed.get(row) ?? this.#typedAt(row)
      // Asked from both ends: in a short transcript the first prompt is the last one, too.
      this.#typed.set(row, typed)
      if (typed !== '') return typed
    }
    return ''
  }

  #typedAt(row: number): string {
    const kind = promptKind(this.#rows.scan, row)
    if (kind === 'command' || kind === 'bash') return ''
    const entry = entryAt(this.#rows, row)
    if (entry?.kind !== 'user') return ''
    return cut((plainText(entry) ?? typedText(this.#promptAt(row))).trim(), PROMPT_CHARS)
  }

  #promptAt(row: number): Prompt | null {
    const { scan, bytes, at } = this.#rows
    if ((scan.columns.flags[row] & FLAG.oversized) !== 0) return null
    const from = scan.columns.offset[row] - at
    const alone = bytes.subarray(from, from + scan.columns.length[row])
    return readPrompt(readTranscript(alone), bytesInMemory(alone), 0)
  }

  /**
   * `slug` is no column. It stands near one end of each row of a session that has one, so the first such row is
   * looked for there; the raw bytes `"slug":"` are a key, in a text the quotes would be escaped.
   */
  #slug(): string {
    const { scan, from, to, bytes, at } = this.#rows
    const { columns } = scan
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const mayHave = new Map<number, boolean>()
    for (let row = from; row < to; row++) {
      const version = columns.version[row]
      if (columns.kind[row] === KIND.other || version === 0) continue
      let possible = mayHave.get(version)
      if (possible === undefined)
        mayHave.set(version, (possible = isSince(scan.ids.text(version), SLUG_SINCE)))
      if (!possible || (columns.flags[row] & FLAG.oversized) !== 0) continue
      const start = columns.offset[row] - at
      const end = start + columns.length[row]
      if (!hasAtEnds(buffer, start, end)) continue
      const slug = slugIn(entryAt(this.#rows, row))
      if (slug !== '') return slug
    }
    return ''
  }

  #first(column: Int32Array, chars: number): string {
    const { scan, from, to } = this.#rows
    for (let row = from; row < to; row++) if (column[row] !== 0) return cut(scan.ids.text(column[row]), chars)
    return ''
  }

  #last(column: Int32Array, chars: number): string {
    const { scan, from, to } = this.#rows
    for (let row = to - 1; row >= from; row--)
      if (column[row] !== 0) return cut(scan.ids.text(column[row]), chars)
    return ''
  }

  #texts(ids: ReadonlySet<number>): string[] {
    const texts = new Set([...ids].map((id) => cut(this.#rows.scan.ids.text(id), NAME_CHARS)))
    texts.delete('')
    return [...texts].slice(0, LIST_LENGTH)
  }
}

const decoder = new TextDecoder()

/** Longest path and longest name that are kept: PATH_MAX of Linux, and more than any name has. */
const PATH_CHARS = 4096
const NAME_CHARS = 256

/** Side rows whose body is a fact. */
const READ_TYPES: ReadonlySet<string> = new Set(['custom-title', 'ai-title', 'agent-name', 'tag', 'pr-link'])

/** Rows of public transcripts have it since then, within 600 bytes of an end in all of 11,857 rows. */
const SLUG_SINCE = [2, 0, 55]
const SLUG_REACH = 600
const SLUG_KEY = Buffer.from('"slug":"')

function hasAtEnds(buffer: Buffer, start: number, end: number): boolean {
  if (end - start <= 2 * SLUG_REACH) return buffer.subarray(start, end).includes(SLUG_KEY)
  return (
    buffer.subarray(start, start + SLUG_REACH).includes(SLUG_KEY) ||
    buffer.subarray(end - SLUG_REACH, end).includes(SLUG_KEY)
  )
}

function slugIn(entry: Entry | null): string {
  return entry !== null && 'slug' in entry ? cut(entry.slug ?? '', NAME_CHARS) : ''
}

function isSince(version: string, since: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10))
  for (const [i, least] of since.entries()) if (parts[i] !== least) return parts[i] > least
  return true
}

/** The text of a prompt that has nothing around it; null where the kernel has to take it apart. */
function plainText({ content }: Extract<Entry, { kind: 'user' }>): string | null {
  const texts: string[] = []
  for (const block of content.blocks) {
    if (block.kind !== 'text') continue
    if (/^\s*<|>\s*$|<(?:bash|user-memory)-input>/.test(block.text)) return null
    if (block.text !== '') texts.push(block.text)
  }
  return texts.join('\n')
}

function typedText(prompt: Prompt | null): string {
  return prompt === null || prompt.command !== null ? '' : prompt.typed
}

/** At most so many units, no half of a pair at the end. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units)
}
