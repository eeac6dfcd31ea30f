import { foldText } from '../../reader/query/fold.ts'
import { anchorsOf, type Needle } from '../search/raw/needle.ts'
import { TEXT_RULES, type RuleName } from '../search/text-rules.ts'
import { SIGNATURE_BYTES } from './signed-block.ts'
import { WASM_MODULE } from './wasm-module.ts'

/**
 * The compiled half of signing and finding (packages/store/wasm), with the memory it works in; undefined
 * where WebAssembly with SIMD is not to be had. One a thread.
 */
export function wasmText(): WasmText | undefined {
  shared ??= instantiate()
  return shared ?? undefined
}

let shared: WasmText | null | undefined

function instantiate(): WasmText | null {
  // Node has it, its types have not.
  const runtime = (globalThis as { readonly WebAssembly?: WasmRuntime }).WebAssembly
  if (runtime === undefined) return null
  const module = compiled(runtime, Buffer.from(WASM_MODULE, 'base64'))
  // The exports are those of wasm/index.ts.
  return module && new WasmText(new runtime.Instance(module).exports as unknown as TextExports)
}

/** Null without SIMD. To ask for that first would take as long as compiling. */
function compiled({ Module }: WasmRuntime, binary: Uint8Array): object | null {
  try {
    return new Module(binary)
  } catch {
    return null
  }
}

/** The part of WebAssembly that is used here. */
interface WasmRuntime {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

interface TextExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  sign(from: number, to: number, rule: number): number
  gather(): void
  find(from: number, to: number, needle: number): number
  turn(from: number, stride: number, slots: number, to: number): void
}

/** More of them would fit between `NEEDLES` and `FOLDS`. */
export const MAX_NEEDLES = 24

export class WasmText {
  readonly #wasm: TextExports
  #heap: Uint8Array<ArrayBuffer>
  #result: Int32Array<ArrayBuffer>
  #foldsReady = false
  #marked = false

  constructor(wasm: TextExports) {
    this.#wasm = wasm
    this.#heap = heapOf(wasm)
    this.#result = new Int32Array(this.#heap.buffer, RESULT, 4)
    this.#heap.set(asciiFolds(), ASCII_FOLD)
    this.#heap.set(escapeFolds(), ESCAPE_FOLD)
    RULE_ORDER.forEach((rule, i) => this.#heap.set(ruleImage(rule), RULES + i * RULE_BYTES))
  }

  /** The signature under way. */
  get bits(): Uint8Array<ArrayBuffer> {
    if (this.#marked) this.#wasm.gather()
    this.#marked = false
    return this.bitsToSet
  }

  /** The same where bits are only added: some may not be in it yet. */
  get bitsToSet(): Uint8Array<ArrayBuffer> {
    return this.#heap.subarray(SIGNATURE, SIGNATURE + SIGNATURE_BYTES)
  }

  /** One bit of `bits`; to ask for a few is cheaper than to gather all. */
  hasBit(bit: number): boolean {
    return this.#heap[MARKS + bit] !== 0 || (this.#heap[SIGNATURE + (bit >> 3)] & (1 << (bit & 7))) !== 0
  }

  /** Signs `bytes[start, stop)`, a JSON value. False: it must be signed by other means. */
  sign(bytes: Uint8Array, range: { start: number; stop: number }, rule: RuleName): SignedValue | null {
    const length = range.stop - range.start
    this.#makeFoldsReady()
    this.#marked = true
    this.room(length).set(bytes.subarray(range.start, range.stop))
    if (this.#wasm.sign(WINDOW, WINDOW + length, RULE_ORDER.indexOf(rule)) === 0) return null
    const result = this.#result
    const hardCount = result[2]
    return {
      units: result[0],
      odd: result[1] !== 0,
      hard: hardCount === 0 ? [] : this.#hardStrings(hardCount),
    }
  }

  /** Keeps a needle under a number below `MAX_NEEDLES`, for `find`. */
  setNeedle(number: number, needle: Needle): void {
    const image = new Uint8Array(8 + needle.steps.length * 2)
    const head = new Uint16Array(image.buffer, 0, 4)
    const { a, b } = anchorsOf(needle)
    head.set([needle.steps.length, a, b])
    needle.steps.forEach((step, i) =>
      image.set(step === 'gap' ? [0, GAP] : [step.byte, step.letter ? 0x20 : 0], 8 + i * 2),
    )
    this.#heap.set(image, NEEDLES + number * NEEDLE_BYTES)
  }

  /** The first match of a needle, keys apart, that begins in `[from, to)` of the window, -1 if there is none. */
  find(from: number, to: number, needle: number): number {
    const at = this.#wasm.find(WINDOW + from, WINDOW + to, needle)
    return at === 0 ? -1 : at - WINDOW
  }

  /** Turns signatures by 90 degrees: for each bit `width` bytes, one bit a signature. The view lives until the next call. */
  turn(signatures: readonly Uint8Array[], width: number): Uint8Array {
    const slots = width * 8
    const turned = slots * TURN_STRIDE
    const heap = this.room(turned + SIGNATURE_BYTES * slots)
    signatures.forEach((bits, slot) => heap.set(bits, slot * TURN_STRIDE))
    for (let slot = signatures.length; slot < slots; slot++)
      heap.fill(0, slot * TURN_STRIDE, slot * TURN_STRIDE + SIGNATURE_BYTES)
    this.#wasm.turn(WINDOW, TURN_STRIDE, slots, WINDOW + turned)
    return heap.subarray(turned)
  }

  /** The first `length` bytes of the window; behind them there is room for reads that go too far. */
  room(length: number): Uint8Array<ArrayBuffer> {
    const missing = WINDOW + length + PADDING - this.#heap.length
    if (missing > 0) {
      this.#wasm.memory.grow(Math.ceil(missing / PAGE))
      this.#heap = heapOf(this.#wasm)
      this.#result = new Int32Array(this.#heap.buffer, RESULT, 4)
    }
    return this.#heap.subarray(WINDOW, WINDOW + length)
  }

  #hardStrings(count: number): Uint8Array[] {
    const places = new Uint32Array(this.#heap.buffer, HARD, count * 2)
    return Array.from({ length: count }, (_, i) => this.#heap.subarray(places[i * 2], places[i * 2 + 1]))
  }

  #makeFoldsReady(): void {
    if (this.#foldsReady) return
    this.#foldsReady = true
    fillFolds(new Uint16Array(this.#heap.buffer, FOLDS, 0x10000))
  }
}

export interface SignedValue {
  readonly units: number
  readonly odd: boolean
  /** The JSON of strings that are still to be signed; views that live until the next call. */
  readonly hard: readonly Uint8Array[]
}

// The memory's layout; wasm/memory.ts has the same numbers.
const RESULT = 1024
const RULES = 0x1000
const RULE_BYTES = 0x800
const KEY_BYTES = 32
const ESCAPE_FOLD = 0x2e00
const ASCII_FOLD = 0x2f00
const HARD = 0x3800
const NEEDLES = 0x6000
const NEEDLE_BYTES = 1024
const GAP = 0xff
const FOLDS = 0x10000
/** A byte a bit, in the order of the bits. */
const MARKS = 0x30000
const SIGNATURE = 0x58000
const WINDOW = 0x60000
/** Not the 20480 of a signature: bytes that far apart crowd each other out of the processor's cache. */
const TURN_STRIDE = SIGNATURE_BYTES + 64
const PAGE = 65536
/** Reads go past the end by 32 bytes and the length of a needle. */
const PADDING = 512
const HARD_UNIT = 0xffff
const LEFT_OUT = 0xff

const RULE_ORDER: readonly RuleName[] = ['everything', 'block', 'row']

function heapOf(wasm: TextExports): Uint8Array<ArrayBuffer> {
  return new Uint8Array(wasm.memory.buffer)
}

/** How many keys there are, then each: length, what is inside, the name. */
function ruleImage(rule: RuleName): Uint8Array {
  const { leftOut, inside } = TEXT_RULES[rule]
  const keys: [string, number][] = [
    ...leftOut.map((key): [string, number] => [key, LEFT_OUT]),
    ...Object.entries(inside).map(([key, name]): [string, number] => [key, RULE_ORDER.indexOf(name)]),
  ]
  const image = new Uint8Array(8 + keys.length * KEY_BYTES)
  image[0] = keys.length
  keys.forEach(([key, action], i) => {
    const name = new TextEncoder().encode(key)
    image.set([name.length, action, ...name], 8 + i * KEY_BYTES)
  })
  return image
}

/** Zero for the quote, the backslash and all beyond ASCII: they end the fast way. */
function asciiFolds(): Uint8Array {
  const folds = new Uint8Array(256)
  for (let c = 0x20; c < 0x80; c++)
    if (c !== 0x22 && c !== 0x5c) folds[c] = foldText(String.fromCharCode(c)).charCodeAt(0)
  return folds
}

/** `\/` is not among them: the program writes none, so it makes a block odd. */
function escapeFolds(): Uint8Array {
  const folds = new Uint8Array(256)
  for (const [letter, unit] of ['n ', 't ', 'r ', 'f ', '""', '\\\\'])
    folds[letter.charCodeAt(0)] = unit.charCodeAt(0)
  return folds
}

function fillFolds(folds: Uint16Array): void {
  for (let unit = 0; unit < 0x10000; unit++) folds[unit] = foldedUnit(unit)
}

/** What the unit becomes wherever it stands, or `HARD_UNIT` where its neighbours have a say. */
function foldedUnit(unit: number): number {
  const ideograph = (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xd7a4)
  if (ideograph) return unit
  const c = String.fromCharCode(unit)
  if (/\s/.test(c)) return 0x20
  if (unit < 0x300) return foldText(c).charCodeAt(0)
  const composes = JAMO.test(c) || (MARK.test(c) && !VARIATION_SELECTOR.test(c)) || c.normalize('NFC') !== c
  return composes ? HARD_UNIT : foldText(c).charCodeAt(0)
}

const MARK = /\p{M}/u
/** Marks that never compose; they stand behind many emoji. */
const VARIATION_SELECTOR = /[\ufe00-\ufe0f]/
const JAMO = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/
