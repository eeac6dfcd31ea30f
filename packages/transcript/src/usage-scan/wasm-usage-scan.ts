import { compiledWasm } from '../bytes/compiled-wasm.ts'
import { US_ONLY, USAGE_WIDTH } from '../scan/columns.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { USAGE_OBJECTS } from './usage-keys.ts'
import type { UsageScan, UsageTarget } from './usage-scan.ts'
import { WASM_MODULE } from './wasm-module.ts'

/** The fast scan, or undefined where WebAssembly with SIMD is not to be had. Each has its own memory. */
export function wasmUsageScan(): UsageScan | undefined {
  const module = compiledWasm(WASM_MODULE)
  if (module === null) return undefined
  // The exports are those of wasm/usage.ts.
  const { exports } = new WebAssembly.Instance(module)
  return new WasmUsageScan(exports as unknown as UsageExports)
}

interface UsageExports {
  readonly memory: WebAssembly.Memory
  begin(): void
  scan(start: number, end: number): number
}

class WasmUsageScan implements UsageScan {
  readonly #wasm: UsageExports
  #window: Uint8Array<ArrayBuffer>
  #ints: Int32Array
  #doubles: Float64Array
  #model = 0
  #session = 0
  #tier = 0

  constructor(wasm: UsageExports) {
    this.#wasm = wasm
    const { buffer } = wasm.memory
    new Uint8Array(buffer).set(keyImage(), KEYS)
    this.#window = new Uint8Array(buffer, WINDOW, buffer.byteLength - WINDOW - PADDING)
    this.#ints = new Int32Array(buffer)
    this.#doubles = new Float64Array(buffer)
  }

  window(size: number): Uint8Array<ArrayBuffer> {
    const missing = size - this.#window.length
    if (missing > 0) {
      const { memory } = this.#wasm
      memory.grow(Math.ceil(missing / PAGE))
      this.#window = new Uint8Array(memory.buffer, WINDOW, memory.buffer.byteLength - WINDOW - PADDING)
      this.#ints = new Int32Array(memory.buffer)
      this.#doubles = new Float64Array(memory.buffer)
    }
    return this.#window
  }

  begin(): void {
    this.#wasm.begin()
  }

  scan(start: number, end: number, target: UsageTarget): void {
    while (start < end) {
      start = this.#wasm.scan(start, end)
      target.counts.lines += this.#ints[RESULT_CELL + 1]
      const rowsEnd = ROW_CELL + this.#ints[RESULT_CELL] * ROW_CELLS
      for (let at = ROW_CELL; at < rowsEnd; at += ROW_CELLS) this.#read(at, target)
    }
  }

  #read(at: number, target: UsageTarget): void {
    const ints = this.#ints
    const flags = ints[at + CELL.flags]
    const start = ints[at + CELL.start]
    if ((flags & EXACT) !== 0) return target.exact(start, ints[at + CELL.end])
    if ((flags & NAMED) !== 0) this.#readNames(at, target)
    const { rows } = target
    const row = rows.add()
    target.counts.fastRows++
    rows.low[row] = ints[at]
    rows.high[row] = ints[at + 1]
    rows.offset[row] = target.windowOffset + start
    rows.flags[row] = flags & FLAG_BITS
    rows.model[row] = this.#model
    rows.session[row] = this.#session
    rows.tier[row] = this.#tier
    const doubles = this.#doubles
    const from = at >> 1
    rows.time[row] = doubles[from + 1]
    const { counters } = rows
    for (let i = 0, to = row * USAGE_WIDTH; i < USAGE_WIDTH; i++) counters[to + i] = doubles[from + 2 + i]
  }

  #readNames(at: number, { names }: UsageTarget): void {
    const nameAt = (cell: number): number => {
      const start = this.#ints[cell]
      // No string can begin where the line does.
      return start === 0 ? 0 : names.intern(this.#window, start, start + this.#ints[cell + 1])
    }
    this.#session = nameAt(at + CELL.names)
    this.#model = nameAt(at + CELL.names + 2)
    const tier = nameAt(at + CELL.names + 4)
    const isUsOnly = (this.#ints[at + CELL.flags] & US_ONLY_ROW) !== 0
    this.#tier = isUsOnly ? names.internText(`${names.text(tier)}${US_ONLY}`) : tier
  }
}

// The memory's layout; wasm/usage-layout.ts has the same numbers.
const RESULT_CELL = 1024 / 4
const KEYS = 2048
const OBJECT_BYTES = 512
const KEY_BYTES = 40
const ROW_CELL = 0x8000 / 4
const ROW_CELLS = 128 / 4
const WINDOW = 0x50000
const CELL = { start: 20, end: 21, flags: 22, names: 23 } as const
const EXACT = 4
const NAMED = 8
const US_ONLY_ROW = 16
const FLAG_BITS = 3

const PAGE = 65536
/** The scan reads up to 80 bytes past the last newline. */
const PADDING = 128

/** The key tables as wasm/usage-keys.ts reads them: per object, entries up to an empty one. */
function keyImage(): Uint8Array {
  const image = new Uint8Array(USAGE_OBJECTS.length * OBJECT_BYTES)
  USAGE_OBJECTS.forEach((keys, object) => {
    keys.forEach(({ name, take, inside }, i) => {
      const bytes = encodeUtf8(name)
      const at = object * OBJECT_BYTES + i * KEY_BYTES
      image.set([bytes.length, take, inside, i], at)
      image.set(bytes, at + 8)
    })
  })
  return image
}
