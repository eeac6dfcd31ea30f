import { foldText } from './fold.ts'
import { parsePattern, type Pattern } from './pattern.ts'

/**
 * What speaks against running a regular expression, null if nothing does.
 *
 * The engine tries every way to match, and two repetitions inside each other, or choices that begin
 * alike inside one, have more ways than anybody can wait for. Those are refused by their form; a
 * pattern that is slow in a smaller way is stopped by the clock (see `timed.ts`).
 */
export function regexProblem(source: string, flags: string): string | null {
  try {
    new RegExp(source, flags)
  } catch (error) {
    return `not a regular expression: ${String(error instanceof Error ? error.message : error).replace(/^Invalid regular expression: /, '')}`
  }
  return dangerIn(parsePattern(source), false)
}

function dangerIn(pattern: Pattern, repeated: boolean): string | null {
  switch (pattern.kind) {
    case 'back-reference':
      return 'back-references are not supported'
    case 'sequence':
      return firstDanger(pattern.parts, repeated)
    case 'choice':
      if (repeated && !beginApart(pattern.parts))
        return 'choices inside a repetition must begin with different characters; a class like [ab] often says the same'
      return firstDanger(pattern.parts, repeated)
    case 'look':
      return dangerIn(pattern.part, repeated)
    case 'repeat': {
      const many = pattern.max > MANY
      if (many && repeated) return 'a repetition inside a repetition could take for ever'
      return dangerIn(pattern.part, repeated || many)
    }
    default:
      return null
  }
}

/** Up to this often a part may come inside another repetition: `(\d{1,3}\.){3}` is fine. */
const MANY = 4

function firstDanger(parts: readonly Pattern[], repeated: boolean): string | null {
  for (const part of parts) {
    const danger = dangerIn(part, repeated)
    if (danger !== null) return danger
  }
  return null
}

function beginApart(parts: readonly Pattern[]): boolean {
  const firsts = parts.map(firstCharacter)
  return !firsts.includes(null) && new Set(firsts).size === firsts.length
}

function firstCharacter(pattern: Pattern): string | null {
  if (pattern.kind === 'char') return foldText(pattern.text)
  if (pattern.kind !== 'sequence') return null
  const first = pattern.parts.find(({ kind }) => kind !== 'empty')
  return first === undefined ? null : firstCharacter(first)
}
