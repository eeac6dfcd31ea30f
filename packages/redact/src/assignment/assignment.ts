import { authorizationAt } from '../authorization.ts'
import { BACKSLASH, isLineEnd, isQuote, isSpace, isTokenChar } from '../char-class.ts'
import { cookiesIn } from '../cookie.ts'
import type { Finding } from '../finding.ts'
import { readKeyName } from './key-name.ts'
import type { KeyName } from './key-name.ts'
import { quotedValue } from './quoted-value.ts'
import type { ValueRange } from './quoted-value.ts'
import { isSecretValue } from './value-judgement.ts'
import type { ValueForm } from './value-judgement.ts'

/**
 * Secrets in `name = value`, `"name": "value"`, `name: value`, `?name=value` and `<name>value<`,
 * whose separator stands at `separator`.
 */
export function assignmentAt(text: string, separator: number): readonly Finding[] {
  const name = nameBefore(text, separator)
  if (name === null) return NOTHING
  const word = text.slice(name.start, name.end)
  if (!MAY_MATCH.test(word)) return NOTHING
  if (COOKIE.test(word))
    return text[separator] === ':' ? cookiesIn(text, separator + 1, /^set/i.test(word)) : NOTHING
  const key = /^value$/i.test(word) ? namedBefore(text, name.start) : readKeyName(word)
  if (key === null) return queryOnly(text, separator, { name, word })
  // `[redacted:password:1]` has the shape of an assignment, and is what one becomes.
  if (text.startsWith('redacted:', name.start - 9)) return NOTHING
  const credential = authorizationAt(text, separator + 1)
  if (credential !== null) return [credential]
  const value = valueAfter(text, separator, name)
  return value === null ? NOTHING : judged(text, key, value)
}

/** The secrets in a string that stands under `name` in a JSON value, judged by that name alone. */
export function secretsUnderName(text: string, name: string): readonly Finding[] {
  if (!MAY_MATCH.test(name) || name.length > LONGEST_NAME) return NOTHING
  if (COOKIE.test(name)) return cookiesIn(text, 0, /^set/i.test(name))
  const key = readKeyName(name.replace(/^-{1,2}/, ''))
  if (key === null) return NOTHING
  const credential = authorizationAt(text, 0)
  if (credential !== null) return [credential]
  return judged(text, key, { start: 0, end: text.length, form: 'json' })
}

/** The secret after a flag whose name starts at `start`: `--password hunter2`, `"--token", "…"`, `--user name:password`. */
export function flagAt(text: string, start: number): readonly Finding[] {
  let end = start
  while (end - start < LONGEST_NAME && isTokenChar(text.charCodeAt(end))) end += 1
  const word = text.slice(start, end)
  if (!MAY_MATCH.test(word)) return NOTHING
  let at = end
  while (at - end < 6 && isBetween(text.charCodeAt(at))) at += 1
  if (at === end) return NOTHING
  if (COOKIE.test(word)) return cookiesIn(text, at, false)
  if (/^(?:proxy-)?user$/.test(word)) return loginAt(text, at)
  const key = readKeyName(word)
  return key === null ? NOTHING : judged(text, key, { start: at, end: bareEnd(text, at, WORD), form: 'flag' })
}

/** The password of `name:password`, as `curl -u` takes it, where the name starts at `start`. */
export function loginAt(text: string, start: number): readonly Finding[] {
  LOGIN.lastIndex = start
  if (!LOGIN.test(text)) return NOTHING
  const range: Value = { start: LOGIN.lastIndex, end: bareEnd(text, LOGIN.lastIndex, WORD), form: 'query' }
  return judged(text, { weight: 'password', kind: 'password' }, range)
}

const LOGIN = /["']?[\w.@+-]{1,128}:(?!\/\/)/y

/** A cheap first look; most names in a text end here. */
const MAY_MATCH =
  /pass|pwd|pw$|secret|token|key|auth|cred|bearer|jwt|mnemonic|phrase|sas|cookie|value|user$|sig|hmac/i

/** What stands between a flag and its value, in a shell or in a list of arguments. */
function isBetween(code: number): boolean {
  return code === 32 || code === 9 || code === 44 || isQuote(code)
}

const NOTHING: readonly Finding[] = []
const COOKIE = /^(?:set-)?cookie2?$/i
/** The longest names of variables in the wild are half of it. */
const LONGEST_NAME = 64

interface Value extends ValueRange {
  readonly form: ValueForm
}

interface Name extends ValueRange {
  readonly quoted: boolean
}

function judged(text: string, key: KeyName, range: Value): readonly Finding[] {
  const start = pastScheme(text, range)
  const value = text.slice(start, range.end)
  if (!isSecretValue(key, value, range.form)) return NOTHING
  return [{ kind: key.kind, start, end: endOfWord(text, range), confidence: 'medium' }]
}

/** A value that goes on where the reading of it stopped is masked to its end: half a secret is a leak. */
function endOfWord(text: string, range: ValueRange): number {
  let end = range.end
  if (end - range.start < LONGEST_BARE) return end
  while (
    end < text.length &&
    !isQuote(text.charCodeAt(end)) &&
    text.charCodeAt(end) > 32 &&
    text[end] !== '\\'
  )
    end += 1
  return end
}

/** `Bearer`, `Basic` and their like are not part of the secret. */
function pastScheme(text: string, range: ValueRange): number {
  SCHEME.lastIndex = range.start
  const match = SCHEME.exec(text)
  return match !== null && SCHEME.lastIndex < range.end ? SCHEME.lastIndex : range.start
}

const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|Key)[ \t]{1,4}(?:token=)?/iy

function nameBefore(text: string, separator: number): Name | null {
  let end = separator
  if (text[separator] === '>') return tagBefore(text, separator)
  // `+=`, `==`, `!=` compare or add; `:=` and `?=` assign.
  if (text[end - 1] === ':' || text[end - 1] === '?') end -= 1
  const spaces = end
  while (spaces - end < 3 && isSpace(text.charCodeAt(end - 1)) && !isLineEnd(text.charCodeAt(end - 1)))
    end -= 1
  const beforeQuote = end
  if (isQuote(text.charCodeAt(end - 1))) {
    end -= 1
    while (beforeQuote - end < 16 && text.charCodeAt(end - 1) === BACKSLASH) end -= 1
  }
  if (text[end - 1] === ']') {
    // headers['authorization'] = …
    end -= 1
    if (isQuote(text.charCodeAt(end - 1))) end -= 1
  }
  let start = end
  while (end - start < LONGEST_NAME && isTokenChar(text.charCodeAt(start - 1))) start -= 1
  if (end - start < 2) return null
  start = pastEscape(text, start)
  return { start, end, quoted: beforeQuote !== end }
}

function tagBefore(text: string, close: number): Name | null {
  let start = close
  while (close - start < LONGEST_NAME && isTokenChar(text.charCodeAt(start - 1))) start -= 1
  return text[start - 1] === '<' && close > start ? { start, end: close, quoted: false } : null
}

/** The `n` of an escaped line break is not part of the name after it. */
function pastEscape(text: string, start: number): number {
  return text.charCodeAt(start - 1) === BACKSLASH && /[nrt]/.test(text[start]) ? start + 1 : start
}

/** Lists of pairs (`{"name": "API_KEY", "value": "…"}`) put the name one line or one comma earlier. */
function namedBefore(text: string, at: number): KeyName | null {
  const match = NAMED.exec(text.slice(Math.max(0, at - 120), at))
  return match === null ? null : readKeyName(match[1])
}

const NAMED =
  /\b(?:name|key|Name|Key)[\\"']{0,4}\s?[:=]\s?[\\"']{0,4}([\w-]{2,64})[\\"']{0,4},?[\s\\n]{0,40}[\\"'-]{0,4}$/

function valueAfter(text: string, separator: number, name: Name): Value | null {
  let at = separator + 1
  const sign = text[separator]
  // A comparison (`==`, `=>`) or a scope (`::`) assigns nothing.
  if (text[at] === '=' || (sign === '=' && text[at] === '>') || (sign === ':' && text[at] === ':'))
    return null
  if (sign === '=' && /[=!<>+]/.test(text.charAt(separator - 1))) return null
  if (sign === '>') return { start: at, end: bareEnd(text, at, PAIR), form: 'quoted' }
  if (sign === ':' && text[at] === '=') at += 1
  const afterSign = at
  while (at - afterSign < 8 && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  const variable = isVariable(text, name)
  const tight = afterSign === at && name.end === separator && sign === '='
  const quoted = quotedValue(text, at)
  if (quoted !== null) {
    const form = variable && tight ? 'env' : name.quoted ? 'json' : 'quoted'
    return { ...quoted, form }
  }
  if (variable && tight) return { start: at, end: bareEnd(text, at, WORD), form: 'env' }
  const before = text[name.start - 1]
  if (tight && (before === '&' || before === '?'))
    return { start: at, end: bareEnd(text, at, PARAMETER), form: 'query' }
  const end = bareEnd(text, at, PAIR)
  const next = text.charCodeAt(end)
  // What follows a bare value is the end of the line or of the quoted header, or the next pair.
  const ends =
    isLineEnd(next) || next === BACKSLASH || isQuote(next) || (tight && /[\s;&]/.test(text.charAt(end)))
  return ends && !/[,;)}\]]/.test(text.charAt(end - 1)) ? { start: at, end, form: 'bare' } : null
}

/** The names that only files of settings and shells have: capitals, and those of `.npmrc`. */
function isVariable(text: string, name: ValueRange): boolean {
  return /^(?:[A-Z][A-Z0-9_]*|_authToken|_auth|_password)$/.test(text.slice(name.start, name.end))
}

/** Where an unquoted value ends: at a space, a quote, an escape, and where more follows in its form. */
function bareEnd(text: string, from: number, form: BareForm): number {
  let end = from
  const limit = Math.min(text.length, from + LONGEST_BARE)
  for (; end < limit; end++) {
    const code = text.charCodeAt(end)
    const stop = code < 128 ? STOPS[code] : 0
    if (stop !== 0 && stop <= form) break
    if (code === BACKSLASH && /[nrtu"'\\]/.test(text.charAt(end + 1))) break
  }
  if (form === WORD) while (end > from && /[,)}\]]/.test(text.charAt(end - 1))) end -= 1
  return end
}

/** A word of a shell; one of several pairs, joined by `&`; a parameter of a URL, in a text with brackets and anchors. */
const WORD = 1
const PAIR = 2
const PARAMETER = 3
type BareForm = typeof WORD | typeof PAIR | typeof PARAMETER

/** The first form that a character ends; 0 where it ends none. */
const STOPS = stops()

function stops(): Uint8Array {
  const table = new Uint8Array(128).fill(WORD, 0, 33)
  for (const letter of '"\'`;<>|') table[letter.charCodeAt(0)] = WORD
  table['&'.charCodeAt(0)] = PAIR
  for (const letter of '#)]') table[letter.charCodeAt(0)] = PARAMETER
  return table
}

/** Enough to judge a value by. */
const LONGEST_BARE = 512

/** Parameters that are secret in a query and ordinary words elsewhere: signatures of links that need no login. */
function queryOnly(text: string, separator: number, found: { name: Name; word: string }): readonly Finding[] {
  const before = text[found.name.start - 1]
  if (text[separator] !== '=' || (before !== '?' && before !== '&' && before !== ';')) return NOTHING
  if (!SIGNATURE.test(found.word)) return NOTHING
  const start = separator + 1
  const end = bareEnd(text, start, PARAMETER)
  const value = text.slice(start, end)
  if (value.length < 16 || !isSecretValue({ weight: 'token', kind: 'url-signature' }, value, 'query'))
    return NOTHING
  return [{ kind: 'url-signature', start, end, confidence: 'high' }]
}

const SIGNATURE = /^(?:sig|signature|hmac|x-amz-signature|x-goog-signature|sign)$/i
