import { foldText } from '../../../reader/query/fold.ts'
import { parsePattern, type Pattern } from '../../../reader/query/pattern.ts'

/**
 * Texts that a match must hold: one of them by itself, or what `and`/`or` make of several. `anything`:
 * nothing is sure.
 */
export type Needed =
  | { readonly kind: 'anything' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Needed[] }

/** Contract: every text that the expression matches in, folded, holds what is returned. */
export function neededBy(source: string): Needed {
  return needed(parsePattern(source))
}

function needed(pattern: Pattern): Needed {
  switch (pattern.kind) {
    case 'char':
    case 'sequence':
      return neededBySequence(pattern.kind === 'char' ? [pattern] : pattern.parts)
    case 'choice':
      return neededByChoice(pattern.parts)
    case 'repeat':
      return pattern.min > 0 ? needed(pattern.part) : ANYTHING
    default:
      return ANYTHING
  }
}

const ANYTHING: Needed = { kind: 'anything' }

function neededBySequence(sequence: readonly Pattern[]): Needed {
  const parts: Needed[] = []
  let run = ''
  const endRun = (): void => {
    if (isSafe(run)) parts.push({ kind: 'text', text: foldText(run) })
    run = ''
  }
  for (const part of flat(sequence)) {
    if (part.kind === 'char') {
      run += part.text
      continue
    }
    if (part.kind === 'empty') continue
    endRun()
    const inside = needed(part)
    if (inside.kind !== 'anything') parts.push(inside)
  }
  endRun()
  if (parts.length === 0) return ANYTHING
  return parts.length === 1 ? parts[0] : { kind: 'and', parts }
}

/** Groups without a quantifier are part of the run around them. */
function flat(sequence: readonly Pattern[]): Pattern[] {
  return sequence.flatMap((part) => (part.kind === 'sequence' ? flat(part.parts) : [part]))
}

function neededByChoice(choices: readonly Pattern[]): Needed {
  const parts = choices.map(needed)
  return parts.some(({ kind }) => kind === 'anything') ? ANYTHING : { kind: 'or', parts }
}

/** A run that composes differently by itself than in a text says nothing about the text. */
function isSafe(run: string): boolean {
  return run !== '' && run.normalize('NFC') === run && !/[\ud800-\udfff]/u.test(run)
}
