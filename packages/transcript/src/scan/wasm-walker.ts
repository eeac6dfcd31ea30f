import { compiledWasm } from '../bytes/compiled-wasm.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { OBJECTS } from './fields.ts'
import { KEY_SLOTS, keySlot } from './key-table.ts'
import { PlainWalker } from './plain-walker.ts'
import { EVENT_WIDTH, type Walker } from './walker.ts'
import { WASM_MODULE } from './wasm-module.ts'

/**
 * The fast walker, or undefined where WebAssembly with SIMD is not to be had; `Scanner` then takes
 * the plain one. One a thread is enough: all scanners can share it.
 */
export function wasmWalker(): Walker | undefined {
  shared ??= instantiate()
  return shared ?? undefined
}

let shared: WasmWalker | null | undefined

function instantiate(): WasmWalker | null {
  const module = compiledWasm(WASM_MODULE)
  if (module === null) return null
  // The exports are those of wasm/walker.ts.
  const { exports } = new WebAssembly.Instance(module)
  return new WasmWalker(exports as unknown as WalkerExports)
}

interface WalkerExports {
  readonly memory: WebAssembly.Memory
  setKeys(objectCount: number): void
  walk(at: number): number
}

class WasmWalker implements Walker {
  events: Int32Array
  eventCount = 0
  failedAt = 0
  badUtf8 = false
  repeated = false
  readonly #wasm: WalkerExports
  readonly #plain = new PlainWalker()
  #heap: Uint8Array
  #ownEvents: Int32Array
  #result: Int32Array
  #start = 0

  constructor(wasm: WalkerExports) {
    this.#wasm = wasm
    this.#heap = new Uint8Array(wasm.memory.buffer)
    this.#result = new Int32Array(wasm.memory.buffer, RESULT, 4)
    this.#ownEvents = new Int32Array(wasm.memory.buffer, EVENTS, MAX_EVENTS * EVENT_WIDTH)
    this.events = this.#ownEvents
    this.#heap.set(keyImage(), KEYS)
    wasm.setKeys(OBJECTS.length)
  }

  load(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start
    if (WINDOW + length + PADDING > this.#heap.length) this.#grow(length)
    const heap = this.#heap
    heap.set(bytes.subarray(start, end), WINDOW)
    heap[WINDOW + length] = NEWLINE
    heap.fill(0, LAST_STRINGS, LAST_STRINGS + LAST_STRINGS_BYTES)
    this.#start = start
    this.#plain.load(bytes, start, end)
  }

  walk(at: number): number {
    const start = this.#start
    const after = this.#wasm.walk(at - start)
    if (after === BEYOND_WASM) return this.#walkPlain(at)
    const result = this.#result
    this.events = this.#ownEvents
    this.eventCount = result[0]
    this.failedAt = start + result[1]
    this.badUtf8 = result[2] !== 0
    this.repeated = result[3] !== 0
    return after < 0 ? -1 : start + after
  }

  #walkPlain(at: number): number {
    const plain = this.#plain
    const after = plain.walk(at)
    this.events = plain.events
    this.eventCount = plain.eventCount
    this.failedAt = plain.failedAt
    this.badUtf8 = plain.badUtf8
    this.repeated = plain.repeated
    return after
  }

  /** Memory grows to the longest load, which the scanner bounds. Old views die with it. */
  #grow(length: number): void {
    const { memory } = this.#wasm
    const missing = WINDOW + length + PADDING - this.#heap.length
    memory.grow(Math.ceil(missing / PAGE))
    this.#heap = new Uint8Array(memory.buffer)
    this.#result = new Int32Array(memory.buffer, RESULT, 4)
    this.#ownEvents = new Int32Array(memory.buffer, EVENTS, MAX_EVENTS * EVENT_WIDTH)
  }
}

// The memory's layout; wasm/walker.ts has the same numbers.
const RESULT = 1024
const LAST_STRINGS = 0x7000
const LAST_STRINGS_BYTES = 1024
const KEYS = 2048
const KEY_BYTES = 48
const EVENTS = 0x18000
const WINDOW = 0x98000
const MAX_EVENTS = (WINDOW - EVENTS) / (EVENT_WIDTH * 4)
const BEYOND_WASM = -2

const PAGE = 65536
/** The newline that ends the window, and room for reads of 64 bytes that begin there. */
const PADDING = 128
const NEWLINE = 0x0a

/** The key tables as wasm/walker.ts reads them: slots per object, then the keys the slots point at. */
function keyImage(): Uint8Array {
  const keyCount = OBJECTS.reduce((count, keys) => count + keys.length, 0)
  const image = new Uint8Array(OBJECTS.length * KEY_SLOTS + keyCount * KEY_BYTES)
  let index = 0
  OBJECTS.forEach((keys, object) => {
    for (const { name, code, read, inside, like } of keys) {
      const bytes = encodeUtf8(name)
      let slot = keySlot(bytes, 0, bytes.length)
      while (image[object * KEY_SLOTS + slot] !== 0) slot = (slot + 1) & (KEY_SLOTS - 1)
      const at = OBJECTS.length * KEY_SLOTS + index * KEY_BYTES
      image[object * KEY_SLOTS + slot] = ++index
      image.set([bytes.length, code, read, inside, like], at)
      image.set(bytes, at + 8)
    }
  })
  return image
}
