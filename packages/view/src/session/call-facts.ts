import type { ByteSource, ToolCall, ToolStatus, Transcript } from '@skein/transcript'
import { FLAG, rangeOf, readToolCalls } from '@skein/transcript'
import { lineCounts } from '../diff/net-diff.ts'
import { isFileTool, touchOfCall } from '../diff/touch.ts'
import { hasImages } from './image-view.ts'

/** What a turn's figures need to know of a call beyond the columns. */
export interface CallFacts {
  readonly status: ToolStatus
  readonly images: boolean
  readonly added: number
  readonly removed: number
  /** Which file was changed, as a number; -1 for none. */
  readonly file: number
}

/**
 * Facts of calls, each read once: answers of file tools, and those in whose bytes something else of interest is named. The
 * bytes are the transcript's own; nothing of them is shown.
 */
export class CallFactsTable {
  readonly #transcript: Transcript
  readonly #source: ByteSource
  readonly #known = new Map<number, { readonly result: number; readonly facts: CallFacts }>()
  readonly #files = new Map<string, number>()

  constructor(transcript: Transcript, source: ByteSource) {
    this.#transcript = transcript
    this.#source = source
  }

  /** Reads what is not known yet of these calls. */
  load(calls: readonly ToolCall[]): void {
    const unknown = calls.filter(
      (call) => call.resultRow >= 0 && this.#known.get(call.use)?.result !== call.result,
    )
    for (let from = 0; from < unknown.length; from += BATCH) this.#read(unknown.slice(from, from + BATCH))
  }

  /** Of a call that was loaded. */
  of(call: ToolCall): CallFacts {
    const known = call.resultRow < 0 ? undefined : this.#known.get(call.use)
    return known?.facts ?? { ...NOTHING, status: call.status }
  }

  #read(calls: readonly ToolCall[]): void {
    const wanted = calls.filter((call) => isFileTool(call.name))
    const others = calls.filter((call) => !isFileTool(call.name))
    const bytes = this.#source.read(others.map(({ resultRow }) => rangeOf(this.#transcript.scan, resultRow)))
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for (const [i, call] of others.entries())
      if (this.#isOversized(call.resultRow) || !TELLING.test(decoder.decode(bytes[i])))
        this.#keep(call, { ...NOTHING, status: call.status })
      else wanted.push(call)
    for (const call of readToolCalls(this.#transcript, this.#source, wanted)) {
      const touch = touchOfCall(call)
      this.#keep(call, {
        status: call.status,
        images: call.content !== null && hasImages(call.content),
        ...(touch === null
          ? { added: 0, removed: 0, file: -1 }
          : { ...lineCounts(touch.hunks), file: this.#fileOf(touch.path) }),
      })
    }
  }

  #keep({ use, result }: ToolCall, facts: CallFacts): void {
    this.#known.set(use, { result, facts })
  }

  #isOversized(row: number): boolean {
    return (this.#transcript.scan.columns.flags[row] & FLAG.oversized) !== 0
  }

  #fileOf(path: string): number {
    const known = this.#files.get(path) ?? this.#files.size
    this.#files.set(path, known)
    return known
  }
}

/** Bounds what is in memory at a time. */
const BATCH = 64

const NOTHING = { images: false, added: 0, removed: 0, file: -1 }

/** What makes an answer worth parsing: a picture, or that the call was stopped or refused. */
const TELLING = /"image"|"interrupted"\s*:\s*true|"toolDenialKind"/
