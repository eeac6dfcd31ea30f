import type { Tokens } from 'marked'
import type { MarkedToken } from '../markdown/parse-markdown.ts'
import { known, parseMarkdown, withoutEntities } from '../markdown/parse-markdown.ts'
import type { CodeSpan } from '../text/code-spans.ts'
import { codeSpans } from '../text/code-spans.ts'
import { inert } from '../text/inert.ts'
import { escapeHtml } from './escape-html.ts'

/**
 * Markdown of a transcript as HTML.
 *
 * Contract: every tag in the result is written here; text and HTML of the transcript come through `escapeHtml`. Links go
 * to http, https and mailto only, and nothing is loaded from anywhere.
 */
export function markdownHtml(text: string): string {
  const safe = inert(text).trim()
  const tokens = parseMarkdown(safe)
  return tokens === null ? `<pre class="plain">${escapeHtml(safe)}</pre>` : blocks(tokens)
}

function blocks(tokens: readonly MarkedToken[]): string {
  return tokens.map(block).join('')
}

function block(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return ''
    case 'heading': {
      // The page has headings of its own above these.
      const level = Math.min(6, token.depth + 2)
      return `<h${level}>${inline(token.tokens)}</h${level}>`
    }
    case 'code':
      return codeHtml(token.text, token.lang ?? '')
    case 'blockquote':
      return `<blockquote>${blocks(known(token.tokens))}</blockquote>`
    case 'list':
      return list(token)
    case 'table':
      return table(token)
    case 'hr':
      return '<hr>'
    case 'html':
      return `<p class="markup">${escapeHtml(token.text.trimEnd())}</p>`
    case 'paragraph':
      return `<p>${inline(token.tokens)}</p>`
    case 'text':
      return token.tokens === undefined ? escapeHtml(withoutEntities(token.text)) : inline(token.tokens)
    default:
      return `<p>${inline([token])}</p>`
  }
}

export function codeHtml(code: string, language: string): string {
  const lines = codeSpans(inert(code), language.trim().split(/\s/)[0]).map((line) =>
    line
      .map(({ text, kind }) =>
        kind === null ? escapeHtml(text) : `<span class="${CLASSES[kind]}">${escapeHtml(text)}</span>`,
      )
      .join(''),
  )
  return `<pre><code>${lines.join('\n')}</code></pre>`
}

const CLASSES: Readonly<Record<NonNullable<CodeSpan['kind']>, string>> = {
  comment: 'c',
  string: 's',
  keyword: 'k',
  added: 's',
  removed: 'd',
}

function list(token: Tokens.List): string {
  const tag = token.ordered ? 'ol' : 'ul'
  const start =
    token.ordered && typeof token.start === 'number' && token.start !== 1
      ? ` start="${Math.trunc(token.start)}"`
      : ''
  const items = token.items.map((item) => {
    const box = item.task ? `<input type="checkbox" disabled${item.checked ? ' checked' : ''}> ` : ''
    return `<li${item.task ? ' class="task"' : ''}>${box}${blocks(known(item.tokens))}</li>`
  })
  return `<${tag}${start}>${items.join('')}</${tag}>`
}

function table(token: Tokens.Table): string {
  const cell = (tag: 'th' | 'td', { tokens, align }: Tokens.TableCell): string =>
    `<${tag}${align === null ? '' : ` class="${align}"`}>${inline(tokens)}</${tag}>`
  const head = token.header.map((one) => cell('th', one)).join('')
  const rows = token.rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('')
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function inline(tokens: readonly unknown[] | undefined): string {
  // The lexer's own tokens: see `known`.
  return ((tokens ?? []) as readonly MarkedToken[])
    .map((token): string => {
      switch (token.type) {
        case 'strong':
          return `<strong>${inline(token.tokens)}</strong>`
        case 'em':
          return `<em>${inline(token.tokens)}</em>`
        case 'del':
          return `<del>${inline(token.tokens)}</del>`
        case 'codespan':
          return `<code>${escapeHtml(token.text)}</code>`
        case 'br':
          return '<br>'
        case 'link':
          return link(token)
        case 'image':
          return `${escapeHtml(`[image${token.text === '' ? '' : `: ${token.text}`}]`)} ${address(token.href)}`
        case 'checkbox':
        case 'space':
          return ''
        case 'text':
          return token.tokens === undefined ? escapeHtml(withoutEntities(token.text)) : inline(token.tokens)
        case 'escape':
          return escapeHtml(token.text)
        default:
          return escapeHtml(token.raw)
      }
    })
    .join('')
}

function link(token: Tokens.Link): string {
  const words = inline(token.tokens)
  return isSafe(token.href) ? anchor(token.href, words) : `${words} ${address(token.href)}`
}

/** An address as text, where nobody should be led. */
function address(href: string): string {
  return isSafe(href) ? anchor(href, escapeHtml(href)) : `<code>${escapeHtml(href)}</code>`
}

function anchor(href: string, words: string): string {
  return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${words}</a>`
}

/** Judged as a browser reads it: white space and control characters in front of a scheme do not hide it. */
function isSafe(href: string): boolean {
  return URL.canParse(href) && SCHEMES.has(new URL(href).protocol)
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
