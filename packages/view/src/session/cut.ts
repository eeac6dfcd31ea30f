import type { CutText } from './session-view.ts'
import { CUT_INPUT } from './step-view.ts'

/** A text that goes into a view: its beginning, and how long it is. */
export function cutText(text: string, most: number): CutText {
  return { text: cutString(text, most), length: text.length }
}

/** The beginning of a text, without half of a surrogate pair at its end. */
export function cutString(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

/** Names of tools, models and the like; no real one is that long. */
export const CUT_NAME = 200
/** Paths, and what a call asked in a few words. */
export const CUT_LINE = 1000

/** Signs of all strings of an input together. */
const MOST_INPUT = 4 * CUT_INPUT
const MOST_MEMBERS = 500
const MOST_DEPTH = 16

/** A tool's input, bounded whatever a transcript holds there. */
export function cutInput(value: unknown): { readonly input: unknown; readonly inputCut: boolean } {
  const cutter = new Cutter()
  const input = cutter.of(value, 0)
  return { input: input ?? null, inputCut: cutter.cut }
}

class Cutter {
  cut = false
  #left = MOST_INPUT

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#string(value, CUT_INPUT)
    if (typeof value !== 'object' || value === null) return this.#number(value)
    if (depth === MOST_DEPTH) return this.#leftOut()
    return Array.isArray(value) ? this.#list(value, depth) : this.#fields(value, depth)
  }

  #string(text: string, most: number): string {
    const room = Math.min(most, Math.max(0, this.#left))
    this.#left -= Math.min(text.length, room) + OVERHEAD
    if (text.length <= room) return text
    this.cut = true
    return `${cutString(text, room)}…`
  }

  /** `1e999` is valid JSON and has no way back into it. */
  #number(value: unknown): unknown {
    this.#left -= OVERHEAD
    return typeof value === 'number' && !Number.isFinite(value) ? null : value
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const members: unknown[] = []
    for (const member of list) {
      if (this.#isFull(members.length)) break
      members.push(this.of(member, depth + 1))
    }
    return members
  }

  #fields(fields: object, depth: number): unknown {
    const members: [string, unknown][] = []
    for (const [name, member] of Object.entries(fields)) {
      if (this.#isFull(members.length)) break
      members.push([this.#string(name, CUT_NAME), this.of(member, depth + 1)])
    }
    return Object.fromEntries(members)
  }

  #isFull(members: number): boolean {
    if (members < MOST_MEMBERS && this.#left > 0) return false
    this.cut = true
    return true
  }

  #leftOut(): string {
    this.cut = true
    return '…'
  }
}

/** What a value costs besides its signs. */
const OVERHEAD = 4
