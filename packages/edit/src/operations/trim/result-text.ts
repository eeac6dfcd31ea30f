import { createHash } from 'node:crypto'
import type { ContentBlock, JsonObject } from '@skein/transcript'
import type { ToolForm } from './options.ts'

/**
 * The texts that stand for what was trimmed. All begin alike, so that a later trim knows its own: what
 * has been trimmed is no output any more, and is compared with none.
 */
export const MARK = '[skein trim: '
export const IMAGE_GONE = `${MARK}image removed]`

/** What stands in the place of an output. */
export function stubFor(text: string): string {
  const lines = lineCount(text)
  const size = `${text.length} ${text.length === 1 ? 'character' : 'characters'}`
  return `${MARK}output removed, ${size}${lines > 1 ? ` in ${lines} lines` : ''}]`
}

export function supersededBy(id: string): string {
  return `${MARK}superseded, the later call ${id} has this file again]`
}

export function repeatedBy(id: string): string {
  return `${MARK}the later call ${id} gave the same output]`
}

export function isStub(text: string): boolean {
  return text.startsWith(MARK) && !text.includes('\n')
}

/** Whether a result is a stub, or was truncated. */
export function isTrimmed(text: string): boolean {
  return text.includes(MARK)
}

type Truncation = Extract<ToolForm, { kind: 'truncate' }>

/**
 * The beginning and the end of a text, with a line between them that says how much is missing.
 *
 * Contract: what comes out is within the limits itself, or the text as it was where that is no longer;
 * truncating it again changes nothing.
 */
export function truncated(text: string, { lines, characters }: Truncation): string {
  if (text.length <= characters && lineCount(text) <= lines) return text
  const room = characters - NOTE_ROOM
  const tailRoom = Math.floor(room / 3)
  const tailLines = Math.floor((lines - 1) / 3)
  const head = cutAtPair(text, headEnd(text, room - tailRoom, lines - 1 - tailLines))
  const tail = cutAtPair(text, Math.max(head, tailStart(text, tailRoom, tailLines)))
  const missing = tail - head
  const note = `${MARK}${missing} characters removed]`
  const pieces = [text.slice(0, head).replace(/\n$/, ''), note, text.slice(tail)].filter(
    (part) => part !== '',
  )
  // `join` copies: a slice would keep the whole output in memory.
  const shorter = pieces.join('\n')
  return shorter.length < text.length ? shorter : text
}

/** For the note and the line breaks around it. */
const NOTE_ROOM = 60

/** Where the first `lines` lines end, at most `characters` on. */
function headEnd(text: string, characters: number, lines: number): number {
  const limit = Math.min(text.length, characters)
  let end = 0
  for (let line = 0; line < lines; line++) {
    const newline = text.indexOf('\n', end)
    if (newline < 0 || newline >= limit) return limit
    end = newline + 1
  }
  return end
}

/** Where the last `lines` lines begin, at most `characters` before the end. */
function tailStart(text: string, characters: number, lines: number): number {
  if (lines === 0) return text.length
  const limit = Math.max(0, text.length - characters)
  let start = text.length
  for (let line = 0; line < lines; line++) {
    const newline = start < 2 ? -1 : text.lastIndexOf('\n', start - 2)
    if (newline < limit) return limit
    start = newline + 1
  }
  return start
}

/** Never between the halves of a pair of surrogates. */
function cutAtPair(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

/** A newline ends a line; it begins none. */
function lineCount(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A result's parts, sorted. Opaque is one with parts that nobody knows, or that load tools. */
export function textsOf(parts: readonly ContentBlock[]): {
  texts: string[]
  images: ContentBlock[]
  other: ContentBlock[]
  isOpaque: boolean
} {
  return {
    texts: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
    images: parts.filter(({ kind }) => kind === 'image'),
    other: parts.filter(({ kind }) => kind !== 'text' && kind !== 'image'),
    isOpaque: parts.some(({ kind }) => kind !== 'text' && kind !== 'image' && kind !== 'document'),
  }
}

/** What two equal outputs have in common; empty where saying so would be no shorter, or the output is gone. */
export function digestOf(text: string): string {
  if (text.length < FEWEST_REPEATED || isTrimmed(text)) return ''
  return createHash('sha256').update(text, 'utf16le').digest('base64')
}

const FEWEST_REPEATED = 200

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
