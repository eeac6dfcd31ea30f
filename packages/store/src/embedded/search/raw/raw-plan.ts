import { MAX_NEEDLES } from '../../signatures/wasm-text.ts'
import type { Query } from '../../../reader/query/query.ts'
import { neededBy, type Needed } from '../regex/literals.ts'
import { needleFor, weightOf, type Needle } from './needle.ts'

/** Which needles the bytes of a row's texts must hold, by their numbers. */
export type RawTest =
  | { readonly kind: 'anything' }
  | { readonly kind: 'needle'; readonly number: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly RawTest[] }

export interface RawPlan {
  readonly needles: readonly Needle[]
  readonly test: RawTest
  /** A row can only pass the test where one of these occurs; null where any row can. */
  readonly cover: readonly number[] | null
}

export function rawPlan(query: Query): RawPlan {
  const needles: Needle[] = []
  const test = testOf(query, needles)
  return { needles, test, cover: coverOf(test, needles)?.numbers ?? null }
}

function testOf(query: Query, needles: Needle[]): RawTest {
  switch (query.kind) {
    case 'and':
    case 'or':
      return joined(
        query.kind,
        query.parts.map((part) => testOf(part, needles)),
      )
    case 'literal':
      return needleTest(query.literal.pieces, needles)
    case 'regex':
      return neededTest(neededBy(query.regex.source), needles)
    default:
      return ANYTHING
  }
}

const ANYTHING: RawTest = { kind: 'anything' }

function neededTest(needed: Needed, needles: Needle[]): RawTest {
  switch (needed.kind) {
    case 'anything':
      return ANYTHING
    case 'text':
      return needleTest(
        needed.text.split(/\s+/).filter((piece) => piece !== ''),
        needles,
      )
    default:
      return joined(
        needed.kind,
        needed.parts.map((part) => neededTest(part, needles)),
      )
  }
}

function needleTest(pieces: readonly string[], needles: Needle[]): RawTest {
  const needle = pieces.length === 0 ? null : needleFor(pieces)
  if (needle === null || needles.length === MAX_NEEDLES) return ANYTHING
  return { kind: 'needle', number: needles.push(needle) - 1 }
}

function joined(kind: 'and' | 'or', parts: readonly RawTest[]): RawTest {
  const telling = parts.filter((part) => part.kind !== 'anything')
  if (telling.length === 0 || (kind === 'or' && telling.length < parts.length)) return ANYTHING
  return telling.length === 1 ? telling[0] : { kind, parts: telling }
}

interface Cover {
  readonly numbers: readonly number[]
  readonly weight: number
}

/** Of parts that must all hold, the one that leaves the fewest rows is enough. */
function coverOf(test: RawTest, needles: readonly Needle[]): Cover | null {
  if (test.kind === 'anything') return null
  if (test.kind === 'needle') return { numbers: [test.number], weight: weightOf(needles[test.number]) }
  const covers = test.parts.flatMap((part) => coverOf(part, needles) ?? [])
  if (test.kind === 'and') return covers.reduce((best, cover) => (cover.weight < best.weight ? cover : best))
  return {
    numbers: covers.flatMap(({ numbers }) => numbers),
    weight: Math.max(...covers.map(({ weight }) => weight)),
  }
}
