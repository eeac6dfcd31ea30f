import katex from 'katex'
import type { KatexOptions } from 'katex'
import type { ReactNode } from 'react'
import { createElement } from 'react'

/**
 * A formula as MathML elements, which browsers draw without fonts or styles of ours; null where KaTeX does not
 * understand it. Only names of the two lists come through, whatever the formula holds.
 */
export function mathElements({ tex, display }: { tex: string; display: boolean }): ReactNode {
  try {
    const tree = renderToDomTree(tex, {
      output: 'mathml',
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    })
    return elementsOf(tree, '0', 0)
  } catch {
    return null
  }
}

/** Not among its types, but its documented way to other output than text; a test holds that it is there. */
const { __renderToDomTree: renderToDomTree } = katex as unknown as {
  readonly __renderToDomTree: (tex: string, options: KatexOptions) => unknown
}

/** What KaTeX's tree is made of, as far as it is read here. */
interface MathPart {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: readonly unknown[]
}

function elementsOf(node: unknown, key: string, depth: number): ReactNode {
  if (typeof node !== 'object' || node === null || depth > MOST_DEPTH) return null
  // KaTeX's own nodes; each field is checked before use.
  const { type, text, attributes, children } = node as MathPart
  if (typeof text === 'string' && children === undefined) return text
  const inner = (children ?? []).map((child, i) => elementsOf(child, `${key}.${i}`, depth + 1))
  if (typeof type !== 'string') return inner
  // The source of the formula; it is told by the label.
  if (type === 'annotation') return null
  if (!ELEMENTS.has(type)) return inner
  const kept: Record<string, string> = { key }
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (ATTRIBUTES.has(name) && value.length < 100) kept[name] = value
  return createElement(type, kept, ...inner)
}

const MOST_DEPTH = 200

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle msub msup msubsup munder mover munderover ' +
    'mtable mtr mtd mlabeledtr mpadded mphantom menclose mglyph'
  ).split(' '),
)

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'display mathvariant stretchy fence separator lspace rspace minsize maxsize movablelimits accent accentunder ' +
    'linethickness columnalign rowspacing columnspacing columnlines rowlines width height depth voffset scriptlevel ' +
    'displaystyle notation form symmetric largeop side'
  ).split(' '),
)
