import { openIfThere } from '../../files/bytes/open-bytes.ts'
import type { OpenFile } from '../../files/bytes/open-file.ts'
import { wasmText, type WasmText } from '../signatures/wasm-text.ts'
import type { RawPlan } from './raw/raw-plan.ts'

/** What is known of a block: its number in the list that both threads work on. */
export const VERDICT = {
  open: 0,
  /** The helper is reading it. */
  reading: 1,
  /** No row of it can be a hit. */
  nothing: 2,
  /** Whoever searches has to read it. */
  look: 3,
} as const

/** What the helper is started with: numbers of the needles of which one must occur. */
export interface HelperWork extends Pick<RawPlan, 'needles'> {
  readonly cover: readonly number[]
}

export interface HelperTask {
  /** With the bytes of each that were indexed. */
  readonly files: readonly { readonly path: string; readonly offset: number }[]
  /** A block: number of its file, start, stop. */
  readonly places: Float64Array
  readonly verdicts: Int32Array<SharedArrayBuffer>
}

/** Looks through blocks that nobody has taken yet, in their order. */
export function helpSearch(work: HelperWork, task: HelperTask): void {
  const scan = BlockScan.open(work, task)
  if (scan === null) return
  while (scan.scanNext());
  scan.close()
}

/**
 * Takes blocks of a task and says what is known of them.
 *
 * Contract: `nothing` only for a block that stands as it was indexed and whose bytes hold no needle. Anything
 * unusual is left to the thread that can say what is wrong.
 */
export class BlockScan {
  readonly #wasm: WasmText
  readonly #cover: readonly number[]
  readonly #task: HelperTask
  readonly #files = new FewFiles()
  /** All blocks before it are taken. */
  #next = 0

  /** Null where there is no fast search of bytes. */
  static open(work: HelperWork, task: HelperTask): BlockScan | null {
    const wasm = wasmText()
    return wasm === undefined ? null : new BlockScan(wasm, work, task)
  }

  private constructor(wasm: WasmText, { needles, cover }: HelperWork, task: HelperTask) {
    this.#wasm = wasm
    this.#cover = cover
    this.#task = task
    needles.forEach((needle, number) => wasm.setNeedle(number, needle))
  }

  /** Looks through one block that nobody has taken yet; false where there is none. */
  scanNext(): boolean {
    const { verdicts } = this.#task
    while (this.#next < verdicts.length) {
      const i = this.#next++
      if (Atomics.compareExchange(verdicts, i, VERDICT.open, VERDICT.reading) !== VERDICT.open) continue
      Atomics.store(verdicts, i, this.#isNothing(i) ? VERDICT.nothing : VERDICT.look)
      Atomics.notify(verdicts, i)
      return true
    }
    return false
  }

  close(): void {
    this.#files.close()
  }

  #isNothing(i: number): boolean {
    const { files, places } = this.#task
    const { path, offset } = files[places[i * 3]]
    const bytes = this.#files.get(path)
    const block = { start: places[i * 3 + 1], stop: places[i * 3 + 2] }
    const length = bytes === null || bytes.look.size < offset ? null : readLines(this.#wasm, bytes, block)
    return length !== null && this.#cover.every((needle) => this.#wasm.find(0, length, needle) < 0)
  }
}

/** Reads whole lines, and the end of the line before, into the window; says how many bytes, null where they are none. */
function readLines(
  wasm: WasmText,
  bytes: OpenFile,
  { start, stop }: { readonly start: number; readonly stop: number },
): number | null {
  const from = Math.max(0, start - 1)
  const length = stop - from
  if (length > LONGEST) return null
  const window = wasm.room(length)
  for (let done = 0; done < length;) {
    const count = bytes.readInto(done === 0 ? window : window.subarray(done), from + done)
    if (count === 0) return null
    done += count
  }
  const whole = (start === 0 || window[0] === NEWLINE) && window[length - 1] === NEWLINE
  return whole ? length : null
}

const LONGEST = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** The files that were read last; the blocks of one session stand close together. */
class FewFiles {
  readonly #open = new Map<string, OpenFile | null>()

  get(path: string): OpenFile | null {
    const known = this.#open.get(path)
    if (known !== undefined) return known
    if (this.#open.size === MOST_OPEN) this.close()
    const bytes = opened(path)
    this.#open.set(path, bytes)
    return bytes
  }

  close(): void {
    for (const bytes of this.#open.values()) bytes?.close()
    this.#open.clear()
  }
}

const MOST_OPEN = 32

function opened(path: string): OpenFile | null {
  try {
    return openIfThere(path)
  } catch {
    return null
  }
}
