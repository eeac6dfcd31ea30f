import { DEEPEST, SLACK } from './shrink-value.ts'

/** A JSON value that goes out as it is: nothing of it has to be cut or mended. */
export interface PlainValue {
  readonly text: string
  /** Of all objects in it, in order. */
  readonly keys: readonly string[]
}

/**
 * The JSON text of a value that `shrinkValue` would leave as it is; null where it would not, or might not. Most values are
 * short, and are spared two copies and the measuring of every string.
 */
export function plainValue(value: unknown, budget: number): PlainValue | null {
  const keys: string[] = []
  // `shrinkValue` counts a comma for every part, the last one too.
  let commas = 0
  let least = 0

  const isPlain = (part: unknown, depth: number): boolean => {
    if (typeof part === 'string') {
      least += part.length
      return least <= budget && isWellFormed(part)
    }
    if (typeof part !== 'object' || part === null) return part !== undefined
    if (depth >= DEEPEST) return false
    commas++
    if (Array.isArray(part)) return part.every((item) => isPlain(item, depth + 1))
    for (const [key, field] of Object.entries(part)) {
      keys.push(key)
      if (!isPlain(key, depth) || !isPlain(field, depth + 1)) return false
    }
    return true
  }

  if (!isPlain(value, 0)) return null
  const text = JSON.stringify(value)
  return text.length + commas + SLACK < budget ? { text, keys } : null
}

/** Node has had it since 20; the types of ES2023 have not. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}
