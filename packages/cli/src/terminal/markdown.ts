import type { Tokens } from 'marked'
import type { CodeSpan, MarkedToken } from '@skein/view'
import { codeSpans, known, parseMarkdown, withoutEntities } from '@skein/view'
import { inert } from './inert.ts'
import { tableLines } from './markdown-table.ts'
import type { Span } from './spans.ts'
import { chopSpans, painted, span, wrapSpans } from './spans.ts'
import type { Paint, Style } from './style.ts'
import { wrap } from './wrap.ts'

/**
 * Markdown of a transcript as lines of at most `width` columns. HTML in it is text like any other. Text that is no
 * markdown to speak of (a dump of hundreds of KB, hostile nesting) is wrapped as it stands.
 */
export function markdownLines(text: string, style: Style, width: number): string[] {
  const safe = inert(text).trim()
  const tokens = parseMarkdown(safe)
  return tokens === null ? wrap(safe, width) : blockLines(tokens, style, width)
}

/** Blocks, a blank line between any two. */
function blockLines(tokens: readonly MarkedToken[], style: Style, width: number): string[] {
  const lines: string[] = []
  for (const token of tokens) {
    const block = linesOf(token, style, Math.max(LEAST_WIDTH, width))
    if (block.length === 0) continue
    if (lines.length > 0) lines.push('')
    for (const line of block) lines.push(line)
  }
  return lines
}

/** Deep nesting runs over the right edge rather than into no width at all. */
const LEAST_WIDTH = 4

function linesOf(token: MarkedToken, style: Style, width: number): string[] {
  const flow = (spans: readonly Span[]): string[] =>
    wrapSpans(spans, width).map((line) => painted(line, style))
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return flow([span(`${'#'.repeat(token.depth)} `, 'dim'), ...inlineSpans(token.tokens, ['bold'], style)])
    case 'code':
      return codeLines(token.text, token.lang ?? '', { style, width })
    case 'blockquote':
      return blockLines(known(token.tokens), style, width - 2).map((line) =>
        `${style.dim('│')} ${line}`.trimEnd(),
      )
    case 'list':
      return listLines(token, style, width)
    case 'table':
      return tableLines(
        {
          header: token.header.map((cell) => inlineSpans(cell.tokens, [], style)),
          rows: token.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, [], style))),
          align: token.align,
        },
        style,
        width,
      )
    case 'hr':
      return [style.dim('─'.repeat(Math.min(width, 40)))]
    case 'html':
      return flow([span(token.text.trimEnd(), 'dim')])
    case 'paragraph':
      return flow(inlineSpans(token.tokens, [], style))
    case 'text':
      return flow(
        token.tokens === undefined
          ? [span(withoutEntities(token.text))]
          : inlineSpans(token.tokens, [], style),
      )
    default:
      return flow(inlineSpans([token], [], style))
  }
}

/** Code behind a bar, broken where it must be. */
function codeLines(
  code: string,
  language: string,
  { style, width }: { readonly style: Style; readonly width: number },
): string[] {
  const name = language.trim().split(/\s/)[0]
  return codeSpans(code, style.colours ? name : '')
    .map((line) => line.map(({ text, kind }) => span(text, ...(kind === null ? [] : [PAINTS[kind]]))))
    .flatMap((line) => chopSpans(line, width - 2))
    .map((line) => `${style.dim('│')} ${painted(line, style)}`.trimEnd())
}

const PAINTS = {
  comment: 'dim',
  string: 'green',
  keyword: 'magenta',
  added: 'green',
  removed: 'red',
} as const satisfies Record<NonNullable<CodeSpan['kind']>, Paint>

function listLines(list: Tokens.List, style: Style, width: number): string[] {
  const start = typeof list.start === 'number' ? list.start : 1
  const gutter = list.ordered ? String(start + list.items.length - 1).length + 2 : 2
  return list.items.flatMap((item, i) => {
    const sign = list.ordered ? `${start + i}.`.padStart(gutter - 1) : '•'
    const body = itemLines(item, style, width - gutter)
    const lines = (body.length === 0 ? [''] : body).map((line, at) =>
      at === 0 ? `${style.dim(sign)} ${line}`.trimEnd() : line === '' ? '' : `${' '.repeat(gutter)}${line}`,
    )
    return list.loose && i > 0 ? ['', ...lines] : lines
  })
}

/** In a tight list nothing stands between the text of an item and the list below it. */
function itemLines(item: Tokens.ListItem, style: Style, width: number): string[] {
  const tokens = known(item.tokens).filter(({ type }) => type !== 'checkbox')
  const box = item.task ? [span(item.checked ? '[x] ' : '[ ] ', item.checked ? 'green' : 'dim')] : []
  const [first, ...rest] = tokens
  const isText = first !== undefined && (first.type === 'text' || first.type === 'paragraph')
  if (!isText && box.length === 0)
    return item.loose ? blockLines(tokens, style, width) : tightLines(tokens, style, width)
  const head = wrapSpans(
    [...box, ...(isText ? inlineSpans(first.tokens ?? [first], [], style) : [])],
    Math.max(LEAST_WIDTH, width),
  ).map((line) => painted(line, style))
  const below = isText ? rest : tokens
  const tail = item.loose ? blockLines(below, style, width) : tightLines(below, style, width)
  return [...head, ...(item.loose && tail.length > 0 ? [''] : []), ...tail]
}

function tightLines(tokens: readonly MarkedToken[], style: Style, width: number): string[] {
  return tokens.flatMap((token) => linesOf(token, style, Math.max(LEAST_WIDTH, width)))
}

function inlineSpans(tokens: readonly unknown[] | undefined, paints: readonly Paint[], style: Style): Span[] {
  // The lexer's own tokens: see `known`.
  return ((tokens ?? []) as readonly MarkedToken[]).flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return inlineSpans(token.tokens, [...paints, 'bold'], style)
      case 'em':
        return inlineSpans(token.tokens, [...paints, 'italic'], style)
      case 'del':
        return inlineSpans(token.tokens, [...paints, 'strike'], style)
      case 'codespan':
        return [span(style.colours ? token.text : `\`${token.text}\``, ...paints, 'cyan')]
      case 'br':
        return [span('\n')]
      case 'link':
        return linkSpans(token, paints, style)
      case 'image':
        return [
          span(`[image${token.text === '' ? '' : `: ${token.text}`}]`, ...paints, 'dim'),
          ...urlSpans(token.href),
        ]
      case 'checkbox':
      case 'space':
        return []
      case 'html':
        return [span(token.text, ...paints, 'dim')]
      case 'escape':
        return [span(token.text, ...paints)]
      case 'text':
        return token.tokens === undefined
          ? [span(withoutEntities(token.text).replaceAll('\n', ' '), ...paints)]
          : inlineSpans(token.tokens, paints, style)
      default:
        return [span(token.raw, ...paints)]
    }
  })
}

function linkSpans(token: Tokens.Link, paints: readonly Paint[], style: Style): Span[] {
  const isBare = token.text === token.href || `mailto:${token.text}` === token.href
  if (isBare) return [span(token.text, ...paints, 'underline')]
  return [...inlineSpans(token.tokens, [...paints, 'underline'], style), ...urlSpans(token.href)]
}

function urlSpans(href: string): Span[] {
  return href === '' || href.startsWith('#') ? [] : [span(' '), span(`(${href})`, 'dim')]
}
