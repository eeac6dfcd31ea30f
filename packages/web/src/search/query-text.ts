import type { SearchPage } from '@skein/server'
import { FILTER_NAMES } from './filters.ts'

/** A filter where it stands in the text of a query. */
export interface FilterToken {
  readonly name: string
  readonly value: string
  readonly not: boolean
  /** In the text, the sign in front included. */
  readonly start: number
  readonly end: number
}

/** A filter as the server understood it, and where to take it away; null where it came out of a saved search. */
export interface FilterChip {
  readonly name: string
  readonly value: string
  readonly not: boolean
  readonly token: FilterToken | null
}

/** The filters in a query's text; quoted texts and regular expressions have none. */
export function filterTokens(text: string): FilterToken[] {
  const found: FilterToken[] = []
  for (const match of text.matchAll(PIECES)) {
    const { not, name, quoted, bare } = match.groups ?? {}
    if (name === undefined || !FILTER_NAMES.has(name)) continue
    const start = match.index + match[0].length - match[0].trimStart().length
    const opened = /^(?:-?\()+/.exec(text.slice(start))?.[0].length ?? 0
    const value = quoted === undefined ? withoutClosing(bare ?? '') : unescaped(quoted)
    const end =
      match.index + match[0].length - ((bare ?? '').length - (quoted === undefined ? value.length : 0))
    found.push({ name, value, not: not !== undefined, start: start + opened, end })
  }
  return found
}

/** What a query asks besides its words. Texts name a filter as it was typed, the server as it was understood. */
export function chipsOf(text: string, filters: SearchPage['filters']): FilterChip[] {
  const tokens = filterTokens(text)
  if (filters.length === 0) return tokens.map((token) => ({ ...pick(token), token }))
  const left = [...tokens]
  return filters.map(({ name, value, not }) => {
    const at = left.findIndex((token) => token.name === name)
    const [token] = at < 0 ? [null] : left.splice(at, 1)
    // As typed: `7d` says more than the instant that it stands for.
    return { name, value: token?.value ?? value, not, token }
  })
}

/** The text without a part of it, and without what only joined it to others: an operator, parentheses around it alone. */
export function without(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  if (/(?:^|\s)-?\($/.test(before) && after.startsWith(')'))
    return without(text, {
      start: before.length - (/-?\($/.exec(before)?.[0].length ?? 1),
      end: text.length - after.length + 1,
    })
  const left = before.replace(/(?:^|\s+)(?:AND|OR|NOT)$/, '')
  const right = left === before ? after.replace(/^(?:AND|OR)(?:\s+|$)/, '') : after
  return left === '' || right === '' || left.endsWith('(') || right.startsWith(')')
    ? left + right
    : `${left} ${right}`
}

/** The text with a filter at its end, as the language writes it. */
export function withFilter(
  text: string,
  { name, value, not }: { readonly name: string; readonly value: string; readonly not: boolean },
): string {
  const filter = `${not ? '-' : ''}${name}:${quotedIfNeeded(value)}`
  return text.trim() === '' ? filter : `${text.trimEnd()} ${filter}`
}

/** A value that a filter reads as one. */
export function quotedIfNeeded(value: string): string {
  return /^[^\s"()]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
}

function pick({ name, value, not }: FilterToken): Pick<FilterToken, 'name' | 'value' | 'not'> {
  return { name, value, not }
}

/** A closing parenthesis behind a value belongs to a group that was opened before it. */
function withoutClosing(value: string): string {
  let closing = (value.match(/\)/g)?.length ?? 0) - (value.match(/\(/g)?.length ?? 0)
  let end = value.length
  for (; closing > 0 && value[end - 1] === ')'; closing--) end--
  return value.slice(0, end)
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1')
}

/** Words, quoted texts, regular expressions and filters, in their order. */
const PIECES =
  /(?:^|\s)(?:-?\()*(?<not>-)?(?<name>[a-z]+):(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\s"]\S*))|"(?:[^"\\]|\\.)*"|(?<=^|\s)\/(?:[^/\\]|\\.)+\/[cimsu]*(?=\s|$)/g
