import { encodeUtf8 } from '../bytes/utf8.ts'

/**
 * A validating JSON skipper over bytes.
 *
 * Contract: `skipValue` accepts exactly what `JSON.parse` accepts of the decoded text, except that
 * a newline ends every value (bytes are read line by line), and says where the value ends; -1 means
 * "not JSON", with `failedAt` at the place. It allocates nothing, which is why the structure of a
 * transcript costs a fraction of parsing it. Invalid UTF-8 is not an error (a decoder replaces it,
 * and so does the real program); it sets `badUtf8`.
 */
export class JsonBytes {
  bytes: Uint8Array = new Uint8Array(0)
  /** One past the last byte that may be read. */
  end = 0
  failedAt = 0
  badUtf8 = false
  /** Whether the string last skipped holds an escape. */
  escaped = false
  #stack = new Uint8Array(64)

  /** From here on, `bytes` before `end` are read. */
  reset(bytes: Uint8Array, end: number): void {
    this.bytes = bytes
    this.end = end
    this.badUtf8 = false
  }

  /** The first position at or after `at` that is not JSON white space inside a line. */
  skipSpace(at: number): number {
    const { bytes, end } = this
    while (at < end) {
      const c = bytes[at]
      if (c !== 0x20 && c !== 0x09 && c !== 0x0d) break
      at++
    }
    return at
  }

  /** `at` is on the opening quote; the result is just past the closing one. */
  skipString(at: number): number {
    const { bytes, end } = this
    this.escaped = false
    let i = at + 1
    while (i < end) {
      const cls = STRING_CLASS[bytes[i]]
      if (cls === PLAIN) {
        i++
        continue
      }
      if (cls === QUOTE) return i + 1
      if (cls === ESCAPE) {
        this.escaped = true
        i = this.#skipEscape(i)
        if (i < 0) return -1
        continue
      }
      if (cls === CONTROL) return this.fail(i)
      i = this.#skipMultibyte(i)
    }
    return this.fail(end)
  }

  /** `at` is on the first byte of a value (no white space before it). */
  skipValue(at: number): number {
    const c = this.bytes[at]
    if (at >= this.end) return this.fail(at)
    if (c === 0x22) return this.skipString(at)
    if (c === 0x7b || c === 0x5b) return this.#skipContainer(at)
    return this.#skipScalar(at)
  }

  #skipContainer(at: number): number {
    const { bytes, end } = this
    let depth = 0
    let i = at
    // One round reads one value with whatever closes after it.
    for (;;) {
      i = this.skipSpace(i)
      if (i >= end) return this.fail(end)
      const c = bytes[i]
      if (c === 0x7b || c === 0x5b) {
        const close = c === 0x7b ? 0x7d : 0x5d
        i = this.skipSpace(i + 1)
        if (bytes[i] === close && i < end) {
          i++
        } else {
          if (depth === this.#stack.length) this.#deepen()
          this.#stack[depth++] = close
          if (close === 0x7d) {
            i = this.#skipKey(i)
            if (i < 0) return -1
          }
          continue
        }
      } else if (c === 0x22) {
        i = this.skipString(i)
        if (i < 0) return -1
      } else {
        i = this.#skipScalar(i)
        if (i < 0) return -1
      }
      // A value ended at `i`: close containers, or go on after a comma.
      for (;;) {
        if (depth === 0) return i
        i = this.skipSpace(i)
        if (i >= end) return this.fail(end)
        const after = bytes[i]
        if (after === this.#stack[depth - 1]) {
          depth--
          i++
          continue
        }
        if (after !== 0x2c) return this.fail(i)
        i++
        if (this.#stack[depth - 1] === 0x7d) {
          i = this.#skipKey(this.skipSpace(i))
          if (i < 0) return -1
        }
        break
      }
    }
  }

  /** Past `"key" :`, or -1. */
  #skipKey(at: number): number {
    if (at >= this.end || this.bytes[at] !== 0x22) return this.fail(at)
    let i = this.skipString(at)
    if (i < 0) return -1
    i = this.skipSpace(i)
    if (i >= this.end || this.bytes[i] !== 0x3a) return this.fail(i)
    return i + 1
  }

  #skipScalar(at: number): number {
    const c = this.bytes[at]
    if (c === 0x74) return this.#skipWord(at, TRUE)
    if (c === 0x66) return this.#skipWord(at, FALSE)
    if (c === 0x6e) return this.#skipWord(at, NULL)
    return this.#skipNumber(at)
  }

  #skipWord(at: number, word: Uint8Array): number {
    if (at + word.length > this.end) return this.fail(at)
    for (let i = 0; i < word.length; i++) if (this.bytes[at + i] !== word[i]) return this.fail(at)
    return at + word.length
  }

  #skipNumber(at: number): number {
    const { bytes, end } = this
    let i = at
    if (bytes[i] === 0x2d) i++
    if (i >= end) return this.fail(i)
    if (bytes[i] === 0x30) i++
    else {
      const from = i
      i = this.#skipDigits(i)
      if (i === from) return this.fail(i)
    }
    if (i < end && bytes[i] === 0x2e) {
      const from = i + 1
      i = this.#skipDigits(from)
      if (i === from) return this.fail(i)
    }
    if (i < end && (bytes[i] | 0x20) === 0x65) {
      i++
      if (i < end && (bytes[i] === 0x2b || bytes[i] === 0x2d)) i++
      const from = i
      i = this.#skipDigits(i)
      if (i === from) return this.fail(i)
    }
    return i
  }

  #skipDigits(at: number): number {
    const { bytes, end } = this
    while (at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++
    return at
  }

  #skipEscape(at: number): number {
    if (at + 1 >= this.end) return this.fail(at)
    const c = this.bytes[at + 1]
    if (ESCAPABLE[c] === 1) return at + 2
    if (c !== 0x75 || at + 6 > this.end) return this.fail(at)
    for (let i = at + 2; i < at + 6; i++) if (HEX[this.bytes[i]] === 0) return this.fail(at)
    return at + 6
  }

  /** Past one UTF-8 sequence, or past one byte of an invalid one. */
  #skipMultibyte(at: number): number {
    const { bytes, end } = this
    const c = bytes[at]
    const length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2
    if (c < 0xc2 || c > 0xf4 || at + length > end) return this.#badByte(at)
    const second = bytes[at + 1]
    // The ranges that exclude overlong forms, surrogates and code points past U+10FFFF.
    const low = c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80
    const high = c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf
    if (second < low || second > high) return this.#badByte(at)
    for (let i = at + 2; i < at + length; i++) if ((bytes[i] & 0xc0) !== 0x80) return this.#badByte(at)
    return at + length
  }

  #badByte(at: number): number {
    this.badUtf8 = true
    return at + 1
  }

  /** Notes where the bytes stop being JSON; -1. */
  fail(at: number): number {
    this.failedAt = at
    return -1
  }

  #deepen(): void {
    const deeper = new Uint8Array(this.#stack.length * 2)
    deeper.set(this.#stack)
    this.#stack = deeper
  }
}

const PLAIN = 0
const QUOTE = 1
const ESCAPE = 2
const CONTROL = 3
const MULTIBYTE = 4

const STRING_CLASS = new Uint8Array(256)
STRING_CLASS.fill(CONTROL, 0, 0x20)
STRING_CLASS.fill(MULTIBYTE, 0x80)
STRING_CLASS[0x22] = QUOTE
STRING_CLASS[0x5c] = ESCAPE

const ESCAPABLE = new Uint8Array(256)
for (const c of '"\\/bfnrt') ESCAPABLE[c.charCodeAt(0)] = 1

const HEX = new Uint8Array(256)
for (const c of '0123456789abcdefABCDEF') HEX[c.charCodeAt(0)] = 1

const TRUE = encodeUtf8('true')
const FALSE = encodeUtf8('false')
const NULL = encodeUtf8('null')
