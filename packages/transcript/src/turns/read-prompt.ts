import type { ByteSource } from '../bytes/bodies.ts'
import type { Content, ImageBlock } from '../entry/content-block.ts'
import type { Entry } from '../entry/entry.ts'
import { KIND } from '../scan/columns.ts'
import type { PromptKind } from './prompts.ts'
import { isHuman, isQueuedCommand, promptKind, startsTurn } from './prompts.ts'
import { readRows } from '../bytes/read-rows.ts'
import type { Transcript } from '../transcript.ts'

/** A prompt with its text: what a human typed, apart from what the program put around it. */
export interface Prompt {
  readonly row: number
  readonly kind: PromptKind
  /**
   * What the human typed: of a slash command `/name args`, of a `!` line the shell command. Empty where no
   * human typed anything (a notification, a summary, an interruption).
   */
  readonly typed: string
  /** Set for a slash command. */
  readonly command: { readonly name: string; readonly args: string } | null
  /** What the program injected, in order: IDE context, reminders, or the whole text of a row no human typed. */
  readonly injected: readonly Injected[]
  readonly images: readonly ImageBlock[]
  /** It was typed while a turn was running. */
  readonly queued: boolean
  /** How long the session had been silent before it, where that was at least the gap; else null. */
  readonly resumedAfterMs: number | null
}

export interface Injected {
  /** The name of the tag around it (`ide_selection`, `system-reminder`, …), or the kind of the row. */
  readonly tag: string
  /** Its text without the tag. */
  readonly text: string
}

export interface PromptOptions {
  /** A prompt after so long a silence counts as resumed. 5 minutes by default. */
  readonly gapMs?: number
}

/**
 * Reads user rows and queued prompts, all in one batch. Rows that are neither, and oversized ones, are left out.
 */
export function readPrompts(
  transcript: Transcript,
  source: ByteSource,
  rows: readonly number[],
  options: PromptOptions = {},
): Map<number, Prompt> {
  const wanted = rows.filter(
    (row) => transcript.scan.columns.kind[row] === KIND.user || isQueuedCommand(transcript.scan, row),
  )
  const queues = new Map(wanted.map((row) => [row, queueBefore(transcript, row)]))
  const entries = readRows(transcript.scan, source, [...wanted, ...[...queues.values()].flat()])
  const prompts = new Map<number, Prompt>()
  for (const row of wanted) {
    const entry = entries.get(row)
    if (entry === undefined) continue
    const queue = (queues.get(row) ?? []).flatMap((at) => entries.get(at) ?? [])
    prompts.set(row, promptOf(transcript, row, { entry, queue, gapMs: options.gapMs ?? GAP_MS }))
  }
  return prompts
}

/** One prompt; null where the row is none. */
export function readPrompt(
  transcript: Transcript,
  source: ByteSource,
  row: number,
  options: PromptOptions = {},
): Prompt | null {
  return readPrompts(transcript, source, [row], options).get(row) ?? null
}

const GAP_MS = 5 * 60_000

interface Reading {
  readonly entry: Entry
  /** The queue operations of the turn before, oldest first. */
  readonly queue: readonly Entry[]
  readonly gapMs: number
}

function promptOf(transcript: Transcript, row: number, { entry, queue, gapMs }: Reading): Prompt {
  const resumedAfterMs = silenceBefore(transcript, row, gapMs)
  if (entry.kind === 'attachment' && entry.attachment.kind === 'queued_command') {
    const { prompt, commandMode, originKind } = entry.attachment
    const notice = commandMode === 'task-notification' || originKind === 'task-notification'
    const kind = notice ? 'notification' : hasImage(prompt) ? 'image' : 'plain'
    return { row, kind, ...partsOf(kind, prompt), queued: true, resumedAfterMs: null }
  }
  const kind = promptKind(transcript.scan, row) ?? 'plain'
  if (entry.kind !== 'user') return { row, kind, ...NO_PARTS, queued: false, resumedAfterMs }
  const parts = partsOf(kind, entry.content)
  const queued = isHuman(kind) && (entry.promptSource === 'queued' || waited(queue, entry.content))
  return { row, kind, ...parts, queued, resumedAfterMs: isHuman(kind) ? resumedAfterMs : null }
}

type Parts = Pick<Prompt, 'typed' | 'command' | 'injected' | 'images'>

const NO_PARTS: Parts = { typed: '', command: null, injected: [], images: [] }

function partsOf(kind: PromptKind, content: Content): Parts {
  const typed: string[] = []
  const injected: Injected[] = []
  let command: Prompt['command'] = null
  for (const block of content.blocks) {
    if (block.kind !== 'text') continue
    if (!isHuman(kind)) {
      injected.push({ tag: kind, text: block.text })
      continue
    }
    const { rest, tags } = withoutTags(block.text)
    for (const tag of tags) injected.push(tag)
    const read = readTyped(rest)
    command ??= read.command
    if (read.typed !== '') typed.push(read.typed)
  }
  const images = content.blocks.filter((block) => block.kind === 'image')
  return { typed: typed.join('\n'), command, injected, images }
}

function hasImage(content: Content): boolean {
  return content.blocks.some((block) => block.kind === 'image')
}

/** Tags that the program puts before or behind what was typed. */
export const CONTEXT_TAGS: readonly string[] = [
  'ide_selection',
  'ide_opened_file',
  'ide_diagnostics',
  'system-reminder',
  'local-command-caveat',
]

/** Cuts context tags off both ends of a text; a tag in the middle was typed or pasted and stays. */
function withoutTags(text: string): { rest: string; tags: Injected[] } {
  const head: Injected[] = []
  const tail: Injected[] = []
  let rest = text
  for (let found = true; found;) {
    found = false
    for (const tag of CONTEXT_TAGS) {
      const open = `<${tag}>`
      const close = `</${tag}>`
      const front = rest.trimStart()
      const end = front.startsWith(open) ? front.indexOf(close) : -1
      if (end >= 0) {
        head.push({ tag, text: front.slice(open.length, end) })
        rest = front.slice(end + close.length).trimStart()
        found = true
      }
      const back = rest.trimEnd()
      const start = back.endsWith(close) ? back.lastIndexOf(open) : -1
      if (start >= 0) {
        tail.push({ tag, text: back.slice(start + open.length, -close.length) })
        rest = back.slice(0, start).trimEnd()
        found = true
      }
    }
  }
  return { rest, tags: [...head, ...tail.reverse()] }
}

/** Unwraps what the program wraps around a slash command, a `!` line and a `#` note. */
function readTyped(text: string): { typed: string; command: Prompt['command'] } {
  if (text.startsWith('<command-')) {
    const name = inside(text, 'command-name') ?? inside(text, 'command-message') ?? ''
    const args = inside(text, 'command-args') ?? ''
    const slashed = name.startsWith('/') ? name : `/${name}`
    return { typed: args === '' ? slashed : `${slashed} ${args}`, command: { name: slashed.slice(1), args } }
  }
  const wrapped = inside(text, 'bash-input') ?? inside(text, 'user-memory-input')
  return { typed: wrapped ?? text, command: null }
}

function inside(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`)
  if (start < 0) return null
  const from = start + tag.length + 2
  const end = text.indexOf(`</${tag}>`, from)
  return end < 0 ? null : text.slice(from, end).trim()
}

/** Queue operations since the last prompt but one, oldest first: a second writer's prompt may stand between. */
function queueBefore({ scan }: Transcript, row: number): number[] {
  const { columns, ids } = scan
  const type = ids.find('queue-operation')
  const found: number[] = []
  if (type === 0 || !startsTurn(scan, row)) return found
  for (let at = row - 1, prompts = 0; at >= 0 && prompts < 2; at--) {
    if (columns.type[at] === type) found.push(at)
    else if (startsTurn(scan, at)) prompts++
  }
  return found.reverse()
}

/**
 * Whether the prompt stood in the queue. Newer versions put every prompt through it; one that meets
 * no running turn leaves it at once.
 */
function waited(queue: readonly Entry[], content: Content): boolean {
  const text = content.blocks.find((block) => block.kind === 'text')?.text
  const operations = queue.filter((entry) => entry.kind === 'queue-operation')
  const leaves = operations.findLast((entry) => entry.operation === 'dequeue' || entry.operation === 'popAll')
  const joins = operations.findLast((entry) => entry.operation === 'enqueue' && entry.content === text)
  if (leaves === undefined || joins === undefined) return false
  return (leaves.timestamp ?? 0) - (joins.timestamp ?? 0) >= WAIT_MS
}

/** In public transcripts a prompt that met no running turn left the queue within 24 ms. */
const WAIT_MS = 100

/** The time since the last thing said before the row, if at least `gapMs`. */
function silenceBefore({ scan, graph }: Transcript, row: number, gapMs: number): number | null {
  const { columns } = scan
  let at = graph.before(row)
  // Rows written when a session is opened again (listings, hooks) do not break the silence.
  for (let steps = 0; at >= 0 && steps < SILENT_ROWS && !isSpoken(columns.kind[at]); steps++)
    at = graph.before(at)
  if (at < 0) return null
  const silence = columns.time[row] - columns.time[at]
  return silence >= gapMs ? silence : null
}

/** More rows than any version writes between two things said; also ends the walk in a ring of such rows. */
const SILENT_ROWS = 1000

function isSpoken(kind: number): boolean {
  return kind === KIND.user || kind === KIND.assistant
}
