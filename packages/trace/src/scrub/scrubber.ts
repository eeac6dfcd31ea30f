import { createHash, createHmac } from 'node:crypto'
import { detectSecrets, Redactor } from '@skein/redact'
import type { DetectOptions } from '@skein/redact'
import { cutText, piecesOf, wellFormed } from './cut-text.ts'
import { jsonPieces } from './json-pieces.ts'
import { plainValue } from './plain-value.ts'
import { RecentTexts } from '../recent-texts.ts'
import { shrinkValue, type Shrunk } from './shrink-value.ts'

export interface ScrubOptions extends DetectOptions {
  /** Stays on this machine: placeholders and hashes are made with it and tell nothing to those who do not have it. */
  readonly key: string | Uint8Array
  /** On unless it is false. */
  readonly redact?: boolean
  /** The most characters (UTF-16 units) of a field. */
  readonly cap?: number
}

/** A text that may leave, and what it was when it had to be cut. */
export interface Scrubbed {
  readonly text: string
  readonly cut: Cut | null
}

export interface Cut {
  /** Of the whole text, in UTF-16 units. */
  readonly length: number
  /** Of the whole text: `hmac-sha256:…` under the key; `sha256:…` where nothing is redacted. */
  readonly hash: string
}

export const FIELD_CAP = 20_000

/**
 * Makes texts fit to leave the machine: secrets replaced, cut to the cap, valid Unicode.
 *
 * Contract: one for a session, so that a secret that one place gives away is one in all that follows. Equal texts give
 * equal texts in every run with the same key. Linear, and of a long text no more is redacted than is shown, and a margin: a
 * secret that the cap goes through is found whole. A plain hash of the whole text would let people try out what was
 * redacted in it, so it is one under the key.
 */
export class Scrubber {
  private readonly options: ScrubOptions
  private readonly redactor: Redactor | null
  private readonly cap: number
  private readonly recent = new RecentTexts<Scrubbed>(MOST_KEPT)
  private readonly keys = new Map<string, string>()
  private readonly ids = new Map<string, string>()
  private secretCount = 0
  /** What was known when `recent` and `keys` were filled. */
  private knownThen = 0

  constructor(options: ScrubOptions) {
    this.options = options
    this.cap = options.cap ?? FIELD_CAP
    this.redactor =
      options.redact === false
        ? null
        : new Redactor({ patterns: options.patterns, label: (secret) => this.label(secret) })
  }

  /** How many different secrets were met so far. */
  get secrets(): number {
    return this.secretCount
  }

  /** Grows with everything by which a text may be scrubbed otherwise than before. */
  get knowledge(): number {
    return this.redactor?.knowledge ?? 0
  }

  /** How many secrets were learned from what stood around them, so that they are found where nothing does. */
  get learned(): number {
    return this.redactor?.learned ?? 0
  }

  /** Learns the secrets of a value that is not to be scrubbed. */
  teach(raw: unknown): void {
    this.redactor?.redactValue(raw)
  }

  text(raw: string): Scrubbed {
    this.forgetOutdated()
    const known = this.recent.get(raw)
    if (known !== undefined) return known
    const scrubbed = this.scrubText(raw)
    if (raw.length <= LONGEST_KEPT) this.recent.keep(raw, scrubbed)
    return scrubbed
  }

  /** The JSON text of a value; a string stays the text that it is. */
  value(raw: unknown): Scrubbed {
    if (typeof raw === 'string') return this.text(raw)
    const plain = plainValue(raw, this.cap)
    if (plain !== null) {
      const redacted = this.redactor?.redactValue(raw)
      const isSafe = redacted === undefined || redacted.findings.length === 0
      if (isSafe && plain.keys.every((key) => this.keyName(key) === key))
        return { text: plain.text, cut: null }
      return this.shown(raw, { value: redacted?.value, whole: true })
    }
    const window = shrinkValue(raw, { budget: this.cap + MARGIN })
    const safe = this.redactor === null ? window.value : this.redactor.redactValue(window.value).value
    return this.shown(raw, { value: safe, whole: window.whole })
  }

  /**
   * A name that was given by a program: an id, a model. Only what is a secret by its own shape is replaced, so that no
   * text can turn the id of a session into a placeholder.
   */
  id(raw: string): string {
    const known = this.ids.get(raw)
    if (known !== undefined) return known
    const window = raw.slice(0, LONGEST_ID + MARGIN)
    const isSafe = this.redactor === null || detectSecrets(window, this.options).length === 0
    const id = wellFormed(cutText(isSafe ? window : this.text(raw).text, LONGEST_ID))
    // A safe one stays safe, whatever is learned.
    if (isSafe && raw.length <= LONGEST_ID && this.ids.size < MOST_IDS) this.ids.set(raw, id)
    return id
  }

  /** Later texts are looked at anew, with all that is known by now. */
  forget(): void {
    this.recent.clear()
    this.keys.clear()
  }

  /** Of a redacted value, as much as the cap allows. */
  private shown(raw: unknown, safe: Shrunk): Scrubbed {
    const most = safe.whole ? this.cap : Math.min(this.cap, JSON.stringify(safe.value).length - MARGIN)
    const shown = shrinkValue(safe.value, { budget: most, rename: (key) => this.keyName(key) })
    return {
      text: JSON.stringify(shown.value) ?? 'null',
      cut: safe.whole && shown.whole ? null : this.cutOf(jsonPieces(raw)),
    }
  }

  private forgetOutdated(): void {
    if (this.knownThen === this.knowledge) return
    this.forget()
    this.knownThen = this.knowledge
  }

  private scrubText(raw: string): Scrubbed {
    const isLong = raw.length > this.cap + MARGIN
    const window = isLong ? raw.slice(0, this.cap + MARGIN) : raw
    const safe = this.redactor === null ? window : this.redactor.redact(window).text
    // A secret that the window's end goes through may stand there unseen; placeholders may have moved it below the cap.
    const most = isLong ? Math.min(this.cap, safe.length - MARGIN) : this.cap
    const isCut = isLong || safe.length > most
    return { text: wellFormed(cutText(safe, most)), cut: isCut ? this.cutOf([raw]) : null }
  }

  private keyName(key: string): string {
    if (this.redactor === null) return wellFormed(key)
    this.forgetOutdated()
    const known = this.keys.get(key)
    if (known !== undefined) return known
    const name = wellFormed(this.redactor.redact(key).text)
    if (key.length <= LONGEST_KEY && this.keys.size < MOST_KEYS) this.keys.set(key, name)
    return name
  }

  private cutOf(texts: Iterable<string>): Cut {
    const keyed = this.redactor !== null
    const hash = keyed ? createHmac('sha256', this.options.key) : createHash('sha256')
    let length = 0
    for (const text of texts) {
      length += text.length
      for (const piece of piecesOf(text)) hash.update(piece)
    }
    return { length, hash: `${keyed ? 'hmac-sha256' : 'sha256'}:${hash.digest('hex')}` }
  }

  private label(secret: string): string {
    this.secretCount += 1
    return createHmac('sha256', this.options.key).update(secret).digest('hex').slice(0, LABEL_LENGTH)
  }
}

/** More than any secret that has a shape: an RSA key of 8,192 bits has 6,400 characters in PEM. */
const MARGIN = 8000
const LABEL_LENGTH = 8
/** Langfuse takes no longer ids of sessions and users. */
const LONGEST_ID = 200
/** The prompt stands in a turn's facts, in its root and in its first generation. */
const MOST_KEPT = 16
const LONGEST_KEPT = 100_000
/** Tools have few keys, but what they are called with may have any number. */
const MOST_KEYS = 1000
const LONGEST_KEY = 100
/** Of sessions, versions, models: those come again with every span. */
const MOST_IDS = 1000
