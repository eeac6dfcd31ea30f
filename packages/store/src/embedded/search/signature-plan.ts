import type { SignaturePlan } from '../signatures/admitted-slots.ts'
import { bitsOf } from '../signatures/grams.ts'
import type { Query } from '../../reader/query/query.ts'
import { neededBy, type Needed } from './regex/literals.ts'

/**
 * Which signatures a query can be found under.
 *
 * Contract: a block that holds a hit is admitted. What only the row can tell (NOT, filters, texts shorter
 * than three units) admits every block.
 */
export function signaturePlan(query: Query): SignaturePlan {
  switch (query.kind) {
    case 'and':
    case 'or':
      return joined(query.kind, query.parts.map(signaturePlan))
    case 'literal':
      return textPlan(query.literal.pieces.join(' '))
    case 'regex':
      return neededPlan(neededBy(query.regex.source))
    default:
      return ANYTHING
  }
}

/** The blocks that may hold a text, which may have white space in it. */
export function textPlan(text: string): SignaturePlan {
  const bits = bitsOf(text)
  if (bits.length === 0) return ANYTHING
  // Beyond this many, further bits admit no block fewer.
  const step = Math.ceil(bits.length / MAX_BITS)
  return { kind: 'bits', bits: bits.filter((_, i) => i % step === 0) }
}

const ANYTHING: SignaturePlan = { kind: 'anything' }
const MAX_BITS = 32

function neededPlan(needed: Needed): SignaturePlan {
  if (needed.kind === 'anything') return ANYTHING
  return needed.kind === 'text' ? textPlan(needed.text) : joined(needed.kind, needed.parts.map(neededPlan))
}

function joined(kind: 'and' | 'or', parts: readonly SignaturePlan[]): SignaturePlan {
  const telling = parts.filter((part) => part.kind !== 'anything')
  if (telling.length === 0 || (kind === 'or' && telling.length < parts.length)) return ANYTHING
  return telling.length === 1 ? telling[0] : { kind, parts: telling }
}
