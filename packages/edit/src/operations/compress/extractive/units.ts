import type { TextKind } from '../engine.ts'

/** No unit is longer, so that one long line cannot be all or nothing. */
export const UNIT_LENGTH = 240

/** A text cut into parts that together are the text: unit `i` is `[starts[i], starts[i + 1])`. */
export interface Units {
  readonly count: number
  /** One more than there are units: the last is the text's length. */
  readonly starts: Uint32Array
  /** `UNIT`, by unit. */
  readonly types: Uint8Array
}

/** What a unit is: a sentence or line of prose, a line of a code block, or the fence around one. */
export const UNIT = { prose: 0, code: 1, fence: 2 } as const

/** Lines of a result; sentences of an answer or a prompt, and the lines of its code blocks. Linear. */
export function splitUnits(text: string, kind: TextKind): Units {
  const cuts = new Cuts()
  let inCode = false
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline + 1
    if (kind === 'result') cuts.add(text, from, to, UNIT.prose)
    else if (FENCE.test(text.slice(from, Math.min(to, from + 16)))) {
      inCode = !inCode
      cuts.add(text, from, to, UNIT.fence)
    } else if (inCode) cuts.add(text, from, to, UNIT.code)
    else addSentences(text, from, to, cuts)
    from = to
  }
  return cuts.units(text.length)
}

const FENCE = /^ {0,12}(?:```|~~~)/

function addSentences(text: string, from: number, to: number, cuts: Cuts): void {
  const line = text.slice(from, to)
  let start = 0
  for (const { index, 0: end } of line.matchAll(SENTENCE_END)) {
    cuts.add(text, from + start, from + index + end.length, UNIT.prose)
    start = index + end.length
  }
  cuts.add(text, from + start, to, UNIT.prose)
}

/** No character can both begin and continue a match, so that nothing is looked at twice. */
const SENTENCE_END = /[.!?]["')\]*_`]*\s+|[。！？]/g

class Cuts {
  readonly #starts: number[] = []
  readonly #types: number[] = []

  add(text: string, from: number, to: number, type: number): void {
    let start = from
    while (to - start > UNIT_LENGTH) {
      const end = pieceEnd(text, start)
      this.#push(start, type)
      start = end
    }
    if (start < to) this.#push(start, type)
  }

  #push(start: number, type: number): void {
    this.#starts.push(start)
    this.#types.push(type)
  }

  units(length: number): Units {
    const count = this.#starts.length
    const starts = new Uint32Array(count + 1)
    starts.set(this.#starts)
    starts[count] = length
    return { count, starts, types: Uint8Array.from(this.#types) }
  }
}

/** Behind a blank if there is one in the second half; never inside a character of two units. */
function pieceEnd(text: string, start: number): number {
  const end = start + UNIT_LENGTH
  for (let at = end - 1; at > start + UNIT_LENGTH / 2; at--) if (text[at] === ' ') return at + 1
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}
