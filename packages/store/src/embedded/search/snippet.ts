import { detectSecrets, hasTraceless, untorn } from '@skein/redact'
import type { MatchRange, Snippet } from '../../reader/search.ts'

/** Finds what must not be shown. */
export type FindSecrets = (text: string) => readonly SecretRange[]

export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly kind: string
}

export interface SnippetOptions {
  /** Units of text around the first match; 200: two lines of a terminal. */
  readonly units?: number
  /** Null: secrets are shown. */
  readonly secrets?: FindSecrets | null
}

/** The part of `text` around its first match. White space becomes single spaces, secrets placeholders. */
export function snippetOf(
  text: string,
  matches: readonly MatchRange[],
  options: SnippetOptions = {},
): Snippet {
  const { units = 200, secrets = detectSecrets } = options
  const first = matches[0] ?? { start: 0, stop: 0 }
  const around = Math.max(units, first.stop - first.start)
  const start = edge(text, Math.max(0, Math.min(first.start - Math.floor(around / 3), text.length - around)))
  const stop = edge(text, Math.min(text.length, start + around))
  const hidden = secrets === null ? [] : secretsIn(text, { start, stop }, secrets)
  return {
    ...shown(text, { start, stop }, { matches, hidden }),
    cutBefore: start > 0,
    cutBehind: stop < text.length,
  }
}

/** No half of a surrogate pair begins or ends a snippet. */
function edge(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0xdc00 && code < 0xe000 ? at - 1 : at
}

/** Secrets that reach into a part of the text. What tells that they are secrets may stand outside it. */
function secretsIn(text: string, part: MatchRange, find: FindSecrets): SecretRange[] {
  const from = secretStart(text, part.start)
  return foundIn(text.slice(from, tokenEdge(text, part.stop + SECRET_REACH, 1)), find)
    .map(({ start, end, kind }) => ({ start: start + from, end: end + from, kind }))
    .filter(({ start, end }) => start < part.stop && end > part.start)
}

/** A secret that colours stand in is one on the screen, so the text is looked at without them, too. */
function foundIn(text: string, find: FindSecrets): readonly SecretRange[] {
  const whole = find(text)
  if (!hasTraceless(text)) return whole
  const { text: seen, places } = untorn(text)
  const torn = find(seen).map(({ start, end, kind }) => ({
    start: places[start],
    end: places[end - 1] + 1,
    kind,
  }))
  return apart([...whole, ...torn])
}

/** Ranges in order; those that overlap become one. */
function apart(ranges: readonly SecretRange[]): SecretRange[] {
  const joined: SecretRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (last === undefined || range.start >= last.end) joined.push(range)
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) }
  }
  return joined
}

/** Where a secret may begin that reaches to `at`: a little before, but no token is cut, nor the block of a key. */
function secretStart(text: string, at: number): number {
  const token = tokenEdge(text, at - SECRET_REACH, -1)
  const key = text.lastIndexOf('-----BEGIN', at)
  return key >= 0 && at - key < LONGEST_SECRET ? Math.min(key, token) : token
}

/** The next white space from `at` on, in the direction of `step`. */
function tokenEdge(text: string, at: number, step: 1 | -1): number {
  let edge = Math.max(0, Math.min(text.length, at))
  for (let i = 0; i < LONGEST_SECRET && edge > 0 && edge < text.length && !isSpace(text, edge); i++)
    edge += step
  return edge
}

/** 512 units: names and telling words stand closer to their secrets. */
const SECRET_REACH = 512
/** Private keys, the longest of them, are shorter. */
const LONGEST_SECRET = 8192

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(text[at])
}

interface Marks {
  readonly matches: readonly MatchRange[]
  readonly hidden: readonly SecretRange[]
}

function shown(
  text: string,
  part: MatchRange,
  { matches, hidden }: Marks,
): Pick<Snippet, 'text' | 'matches'> {
  let written = ''
  /** By unit of the part: where it is in what is written. */
  const places = new Uint32Array(part.stop - part.start + 1)
  let secret = 0
  for (let at = part.start; at < part.stop;) {
    while (secret < hidden.length && hidden[secret].end <= at) secret++
    const inside = hidden[secret]
    const stop = inside !== undefined && inside.start <= at ? Math.min(inside.end, part.stop) : at + 1
    const piece = stop > at + 1 || inside?.start === at ? `[redacted:${inside?.kind}]` : text[at]
    const space = piece.length === 1 && isSpace(piece, 0)
    for (let i = at; i < stop; i++) places[i - part.start] = written.length
    if (!space) written += piece
    else if (written !== '' && !written.endsWith(' ')) written += ' '
    at = stop
  }
  places[part.stop - part.start] = written.length
  const ranges: MatchRange[] = []
  for (const { start, stop } of matches) {
    if (start >= part.stop || stop <= part.start) continue
    const range = {
      start: places[Math.max(start, part.start) - part.start],
      stop: places[Math.min(stop, part.stop) - part.start],
    }
    const last = ranges.at(-1)
    if (range.stop > range.start && (last === undefined || range.start >= last.stop)) ranges.push(range)
  }
  return { text: written.trimEnd(), matches: ranges }
}
