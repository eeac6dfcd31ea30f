import { hasTraceless, Redactor } from '@skein/redact'
import type { ByteSource } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { inert } from '../terminal/inert.ts'
import { neutraliser } from './neutralise.ts'

export interface MaskOptions {
  /** Show what the detectors would hide. */
  readonly reveal?: true
  /** Hide folders and the user's name as well. */
  readonly redact?: true
}

/**
 * The same transcript with its secrets masked.
 *
 * Contract: no text read through it holds a detected secret, whichever command reads it and however it prints it.
 * Masking stands at the source because printing happens in too many places to be sure of all of them.
 */
export function masked(opened: OpenTranscript, options: MaskOptions): OpenTranscript {
  const neutral = options.redact ? neutraliser(opened) : null
  if (options.reveal && neutral === null) return opened
  const secrets = options.reveal ? null : new Redactor()
  const hide: Hide = (text, name = '') => {
    const safe = secrets === null ? text : withoutSecrets(secrets, text, name)
    return neutral === null ? safe : neutral(safe)
  }
  return { ...opened, original: hide(shownFile(opened)), source: maskedSource(opened.source, hide), hide }
}

/** A text as it may be shown. What a value is called (`password`) tells what it is. */
export type Hide = (text: string, name?: string) => string

/** A text of its own, with every detected secret replaced by a placeholder. */
export function mask(text: string): string {
  return withoutSecrets(new Redactor(), text)
}

/**
 * A text with every detected secret replaced by a placeholder. A tool that colours what it found tears a secret apart,
 * and printing takes the colours out again: so the text is looked at as it will be printed, too.
 */
export function withoutSecrets(secrets: Redactor, text: string, name = ''): string {
  const safe = redacted(secrets, text, name)
  if (!hasTraceless(safe)) return safe
  const printed = inert(safe)
  const safePrinted = redacted(secrets, printed, name)
  return safePrinted === printed ? safe : safePrinted
}

function redacted(secrets: Redactor, text: string, name: string): string {
  if (name === '') return secrets.redact(text).text
  // A list of one string comes back as such.
  const { value } = secrets.redactValue({ [name]: [text] }) as { value: Record<string, [string]> }
  return value[name][0]
}

/** Rows and blocks are JSON, and so they stay: only their strings change. */
export function maskedSource(source: ByteSource, hide: Hide): ByteSource {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  return {
    read: (ranges) =>
      source.read(ranges).map((bytes) => {
        const text = decoder.decode(bytes)
        const safe = maskJson(text, hide)
        return safe === text ? bytes : encoder.encode(safe)
      }),
  }
}

/**
 * JSON text with its strings masked; keys, numbers and white space stay as they are. One pass and no recursion, nor a
 * pattern over a whole string: a line can hold 100 MB in one, which is more than a pattern's stack.
 */
export function maskJson(json: string, hide: Hide): string {
  const parts: string[] = []
  let done = 0
  let key = ''
  for (let open = json.indexOf('"'); open >= 0;) {
    const end = closingQuote(json, open + 1)
    if (end < 0) break
    const inner = json.slice(open + 1, end)
    if (isKey(json, end + 1)) key = inner
    else {
      const text = isBlob(inner) ? null : decoded(inner)
      const safe = text === null ? null : hide(text, key)
      if (safe !== null && safe !== text) {
        parts.push(json.slice(done, open), JSON.stringify(safe))
        done = end + 1
      }
    }
    open = json.indexOf('"', end + 1)
  }
  return done === 0 ? json : parts.join('') + json.slice(done)
}

/** The quote that ends a string: one with no, or an even number of, backslashes before it. -1 for none. */
function closingQuote(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (at - slashes > from && json.charCodeAt(at - slashes - 1) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

const BACKSLASH = 0x5c

function isKey(json: string, from: number): boolean {
  let at = from
  while (WHITE.has(json[at])) at++
  return json[at] === ':'
}

/** What JSON takes for white space. */
const WHITE: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r'])

/** Images and signatures: nothing that a detector knows is one unbroken run of so many signs. */
function isBlob(text: string): boolean {
  return text.length >= 1000 && !/[^A-Za-z0-9+/=_-]/.test(text)
}

function decoded(inner: string): string | null {
  if (!inner.includes('\\')) return inner
  try {
    return String(JSON.parse(`"${inner}"`))
  } catch {
    // An escape that is none: the row was only skimmed, and nobody parses it later either.
    return null
  }
}
