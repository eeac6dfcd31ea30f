import type { Finding } from '../finding.ts'
import { entropy } from '../randomness.ts'
import { isStandInBody } from '../stand-in.ts'
import { isTokenChar } from '../char-class.ts'
import { PROVIDER_RULES } from './rules.ts'

/**
 * The token that starts exactly at `at`, if a provider's rule knows one.
 *
 * The first two characters pick the rules to try, so that a place where no token starts costs one
 * look into a table.
 */
export function providerTokenAt(text: string, at: number): Finding | null {
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  if (!(first < 128 && second < 128)) return null
  const rules = TABLE[first * 128 + second]
  if (rules === undefined) return null
  for (const rule of rules) {
    if (!text.startsWith(rule.prefix, at)) continue
    rule.pattern.lastIndex = at
    if (!rule.pattern.test(text)) continue
    const matched = rule.pattern.lastIndex
    const body = text.slice(at + rule.prefix.length, matched)
    if (entropy(body) < LEAST_ENTROPY || isStandInBody(body)) continue
    return { kind: rule.kind, start: at, end: endOfWord(text, matched), confidence: 'high' }
  }
  return null
}

/** Random hex of 19 characters has more in all but one of 100,000; repeated and counted-up ones have less. */
const LEAST_ENTROPY = 2.2

interface CompiledRule {
  readonly kind: string
  readonly prefix: string
  readonly pattern: RegExp
}

const TABLE = compile()

function compile(): (CompiledRule[] | undefined)[] {
  const table: (CompiledRule[] | undefined)[] = Array.from({ length: 128 * 128 }, () => undefined)
  const rules = PROVIDER_RULES.flatMap(({ kind, tokens }) =>
    tokens.map(([prefix, body]) => ({ kind, prefix, pattern: new RegExp(escape(prefix) + body, 'y') })),
  )
  // The longer prefix knows more: `sk-ant-` before `sk-`.
  rules.sort((a, b) => b.prefix.length - a.prefix.length)
  for (const rule of rules) {
    const place = rule.prefix.charCodeAt(0) * 128 + rule.prefix.charCodeAt(1)
    const list = table[place]
    if (list === undefined) table[place] = [rule]
    else list.push(rule)
  }
  return table
}

function escape(literal: string): string {
  return literal.replaceAll(/[.+*?^$()[\]{}|\\/]/g, '\\$&')
}

/** A token longer than its rule expects is masked to its end: half a secret is a leak. */
function endOfWord(text: string, from: number): number {
  let end = from
  while (end < text.length && isTokenChar(text.charCodeAt(end))) end += 1
  return end
}
