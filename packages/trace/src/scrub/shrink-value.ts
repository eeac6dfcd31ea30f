import { cutText, ELLIPSIS, headOf, wellFormed } from './cut-text.ts'

export interface Shrunk {
  readonly value: unknown
  /** Nothing was left out. */
  readonly whole: boolean
}

export interface ShrinkOptions {
  /** The most that the JSON text of the result may have. */
  readonly budget: number
  /** What a key is called in the result. */
  readonly rename?: (key: string) => string
}

/**
 * A copy of a JSON value whose text fits into a budget, and is JSON still: strings are cut, what comes after is left
 * out, in the order of the text. What is nested deeper than anybody reads becomes an ellipsis, as `JSON.stringify` recurses.
 */
export function shrinkValue(value: unknown, { budget, rename = wellFormed }: ShrinkOptions): Shrunk {
  let left = budget - SLACK
  let whole = true

  const visit = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') return text(part)
    if (typeof part !== 'object' || part === null) {
      left -= String(part).length
      return part
    }
    left -= '[]'.length
    if (depth < DEEPEST) return Array.isArray(part) ? list(part, depth) : object(part, depth)
    whole = false
    return ELLIPSIS
  }

  const text = (part: string): string => {
    const safe = wellFormed(headOf(part, left))
    const length = safe.length === part.length ? jsonLength(safe) : Infinity
    if (length <= left) {
      left -= length
      return safe
    }
    whole = false
    const fitting = cutToJsonLength(safe, left)
    left = 0
    return fitting
  }

  const list = (items: readonly unknown[], depth: number): unknown[] => {
    const copy: unknown[] = []
    for (const item of items) {
      if (left <= 0) break
      left -= ','.length
      copy.push(visit(item, depth + 1))
    }
    whole &&= copy.length === items.length
    return copy
  }

  const object = (fields: object, depth: number): object => {
    const copy: [string, unknown][] = []
    const entries: [string, unknown][] = Object.entries(fields)
    for (const [key, field] of entries) {
      const name = rename(key)
      const length = jsonLength(name) + ':,'.length
      if (left <= length) break
      left -= length
      copy.push([name, visit(field, depth + 1)])
    }
    whole &&= copy.length === entries.length
    return Object.fromEntries(copy) // Makes `__proto__` a plain property, too.
  }

  const copy = visit(value, 0)
  return { value: copy, whole }
}

/** What one last number, or one last ellipsis, can be too long. */
export const SLACK = 32
export const DEEPEST = 64

function jsonLength(text: string): number {
  return JSON.stringify(text).length
}

function cutToJsonLength(text: string, most: number): string {
  let fitting = cutText(text, Math.max(ELLIPSIS.length, most - '""'.length))
  for (let length = jsonLength(fitting); length > most && fitting !== ELLIPSIS; length = jsonLength(fitting))
    fitting =
      headOf(fitting, Math.floor((fitting.length - ELLIPSIS.length) * (Math.max(0, most) / length))) +
      ELLIPSIS
  return fitting
}
