import { CONTEXT_TAGS } from '@skein/transcript'

/**
 * What a snippet of a prompt shows. Claude Code writes a prompt together with what it puts beside it: the file that is open,
 * reminders, the parts of a slash command, each in a tag. Nobody typed the tags, so a hit does not show them, as the
 * transcript does not. But a hit shows what was found: a tag that was itself searched for stays.
 */
export interface SnippetPart {
  /** Of what the program put in; null where the words stand for themselves. */
  readonly tag: string | null
  readonly text: string
  /** Places in `text`. */
  readonly matches: readonly SnippetRange[]
}

export interface SnippetRange {
  readonly start: number
  readonly end: number
}

/** The parts of a snippet, in order. It begins or ends with `…` where it was cut, perhaps within a tag. */
export function snippetParts(text: string, matches: readonly SnippetRange[]): SnippetPart[] {
  if (!text.includes('>') && !text.includes('<')) return [{ tag: null, text, matches }]
  const pieces = typedStays(text, piecesOf(text, tokensOf(text, matches)))
  const isNamed = pieces.some(({ tag }) => tag === 'command-name')
  const parts: SnippetPart[] = []
  for (const piece of pieces) {
    const part = partOf(text, piece, matches)
    if (part.text === '') continue
    // It says the name of the command once more.
    if (piece.tag === 'command-message' && isNamed && part.matches.length === 0) continue
    if (piece.tag === 'bash-input') parts.push({ tag: null, text: '!', matches: [] })
    parts.push(part)
  }
  return parts
}

/** Tags around what was typed: their text stands for itself. */
const TYPED_TAGS = ['command-name', 'command-message', 'command-args', 'bash-input', 'user-memory-input']
/** Tags of rows that are nobody's prompt. */
const ROW_TAGS = [
  'bash-stdout',
  'bash-stderr',
  'local-command-stdout',
  'local-command-stderr',
  'task-notification',
]
const TAGS = [...CONTEXT_TAGS, ...TYPED_TAGS, ...ROW_TAGS]
const TOKEN = new RegExp(`<(/?)(${TAGS.join('|')})>`, 'g')

/** A tag's mark, or what a cut left of it. */
interface Token extends SnippetRange {
  readonly tag: string
  readonly closes: boolean
}

/** Marks in their order, but those that were searched for. */
function tokensOf(text: string, matches: readonly SnippetRange[]): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(TOKEN))
    tokens.push({
      start: found.index,
      end: found.index + found[0].length,
      tag: found[2],
      closes: found[1] !== '',
    })
  const head = /^…<?(\/?)([a-z_-]+)>/.exec(text)
  const tag = head && TAGS.find((one) => one.endsWith(head[2]))
  if (head && tag !== undefined && tag !== null && (tokens[0]?.start ?? text.length) > 0) {
    const end = head[0].length
    // Which of the two it was, the next one says.
    const closes = head[1] !== '' || !(tokens[0]?.closes === true && tokens[0].tag === tag)
    if (tokens[0]?.end !== end) tokens.unshift({ start: 0, end, tag, closes })
  }
  const tail = /<(\/?)([a-z_-]*)…$/.exec(text)
  const last = tail && TAGS.find((one) => one.startsWith(tail[2]))
  if (tail && last !== undefined && last !== null)
    tokens.push({ start: tail.index, end: text.length, tag: last, closes: tail[1] !== '' })
  return tokens.filter((token) => !matches.some(({ start, end }) => start < token.end && end > token.start))
}

interface Piece {
  readonly tag: string | null
  /** With its marks. */
  readonly outer: SnippetRange
  readonly inner: SnippetRange
}

/** What stands in tags, and what is between. A mark without its other half is text, unless a cut took that half. */
function piecesOf(text: string, tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let open: Token | null = null
  const plain = (start: number, end: number): void => {
    if (end > start) pieces.push({ tag: null, outer: { start, end }, inner: { start, end } })
  }
  const close = (from: { readonly start: number; readonly end: number }, token: Token): void => {
    plain(at, from.start)
    pieces.push({
      tag: token.tag,
      outer: { start: from.start, end: token.end },
      inner: { start: from.end, end: token.start },
    })
    at = token.end
    open = null
  }
  for (const token of tokens) {
    if (!token.closes) open ??= token
    else if (open?.tag === token.tag) close(open, token)
    else if (open === null && at === 0 && text.startsWith('…')) close({ start: 0, end: 0 }, token)
  }
  const last = open as Token | null
  if (last !== null && text.endsWith('…'))
    close(last, { ...last, start: text.length, end: text.length, closes: true })
  plain(at, text.length)
  return pieces
}

/** A context tag in the middle of a prompt was typed or pasted. */
function typedStays(text: string, pieces: readonly Piece[]): Piece[] {
  if (text.startsWith('…') || text.endsWith('…')) return [...pieces]
  const isWords = ({ tag, inner }: Piece): boolean =>
    tag === null && text.slice(inner.start, inner.end).trim() !== ''
  const first = pieces.findIndex(isWords)
  const last = pieces.findLastIndex(isWords)
  return pieces.map((piece, i) =>
    i > first && i < last ? { ...piece, tag: null, inner: piece.outer } : piece,
  )
}

function partOf(text: string, { tag, inner }: Piece, matches: readonly SnippetRange[]): SnippetPart {
  const inside = text.slice(inner.start, inner.end)
  const start = inner.start + (inside.length - inside.trimStart().length)
  const end = start + inside.trim().length
  return {
    tag: tag === null || TYPED_TAGS.includes(tag) ? null : tag,
    text: inside.trim(),
    matches: matches
      .filter((match) => match.start < end && match.end > start)
      .map((match) => ({
        start: Math.max(match.start, start) - start,
        end: Math.min(match.end, end) - start,
      })),
  }
}
