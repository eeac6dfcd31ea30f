import { compose } from '../../reader/query/fold.ts'
import { stringsIn } from '../search/json-strings.ts'
import type { RuleName } from '../search/text-rules.ts'
import { emptySignature, hasBit, signText } from './grams.ts'
import { wasmText, type WasmText } from './wasm-text.ts'

/**
 * Puts texts into the signature of a block.
 *
 * Contract: after `sign` of a JSON value that a scanner has accepted, `bits` has the runs of all
 * strings that the rule takes; it may have more. A thread has one, so its state belongs to whoever
 * set it last: load `bits` and `odd` before a run of calls, keep them after it.
 */
export interface Signer {
  readonly bits: Uint8Array<ArrayBuffer>
  /** See `SignedBlock.odd`. */
  odd: boolean
  /** Answers how many units of text were signed. */
  sign(bytes: Uint8Array, range: JsonRange, rule: RuleName): number
  signText(text: string): number
  /** Whether all of these bits are set. */
  hasBits(bits: readonly number[]): boolean
}

/** `bytes[start, stop)` is a JSON value. */
export interface JsonRange {
  readonly start: number
  readonly stop: number
}

/** The fast one, or the plain one where WebAssembly with SIMD is not to be had. */
export function sharedSigner(): Signer {
  if (shared === undefined) {
    const wasm = wasmText()
    shared = wasm === undefined ? new PlainSigner() : new FastSigner(wasm)
  }
  return shared
}

let shared: Signer | undefined

/** Parses what it signs: the definition that the fast one is held to. */
export class PlainSigner implements Signer {
  odd = false
  readonly bits = emptySignature()

  sign(bytes: Uint8Array, { start, stop }: JsonRange, rule: RuleName): number {
    const json = decoder.decode(bytes.subarray(start, stop))
    if (ODD_ESCAPE.test(json)) this.odd = true
    let units = 0
    for (const { text } of stringsIn(JSON.parse(json), rule)) units += this.signText(text)
    return units
  }

  signText(text: string): number {
    if (isOdd(text)) this.odd = true
    return signText(this.bits, text)
  }

  hasBits(bits: readonly number[]): boolean {
    return bits.every((bit) => hasBit(this.bits, bit))
  }
}

export class FastSigner implements Signer {
  odd = false
  readonly #wasm: WasmText

  constructor(wasm: WasmText) {
    this.#wasm = wasm
  }

  get bits(): Uint8Array<ArrayBuffer> {
    return this.#wasm.bits
  }

  sign(bytes: Uint8Array, range: JsonRange, rule: RuleName): number {
    const signed = this.#wasm.sign(bytes, range, rule)
    if (signed === null)
      return this.#signParsed(decoder.decode(bytes.subarray(range.start, range.stop)), rule)
    if (signed.odd) this.odd = true
    let { units } = signed
    for (const string of signed.hard) units += this.#signParsed(decoder.decode(string), rule)
    return units
  }

  signText(text: string): number {
    if (isOdd(text)) this.odd = true
    return signText(this.#wasm.bitsToSet, text)
  }

  hasBits(bits: readonly number[]): boolean {
    return bits.every((bit) => this.#wasm.hasBit(bit))
  }

  #signParsed(json: string, rule: RuleName): number {
    if (ODD_ESCAPE.test(json)) this.odd = true
    let units = 0
    for (const { text } of stringsIn(JSON.parse(json), rule)) units += this.signText(text)
    return units
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** An escape of what could stand unescaped. */
const ODD_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:u(?!00[01])|\/)/

/** U+017F is the one letter outside ASCII that folds into it and is composed. */
function isOdd(text: string): boolean {
  return compose(text) !== text || text.includes('\u017f')
}
