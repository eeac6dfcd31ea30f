/**
 * Formulas of a Markdown text, taken out before the lexer sees it: it would eat their backslashes and underscores. In
 * their place stand signs of the private use area, which the elements are made of again (`mathParts`).
 *
 * Contract: costs one pass. Code is left alone, and so is money: `$5 and $10` is no formula.
 */
export function withoutMath(text: string): { readonly text: string; readonly formulas: readonly Formula[] } {
  const formulas: Formula[] = []
  if (text.length > MOST_SIGNS || !HINT.test(text) || TAKEN.test(text)) return { text, formulas }
  const put = (tex: string, display: boolean): string => {
    if (formulas.length >= MOST_FORMULAS || tex.trim() === '' || tex.length > MOST_TEX) return ''
    formulas.push({ tex: tex.trim(), display })
    return `\ue000${formulas.length - 1}\ue001`
  }
  const replaced = text.replace(CODE_OR_MATH, (whole: string, ...groups: (string | undefined)[]) => {
    const [dollars, bracket, paren, single] = groups
    if (dollars !== undefined) return put(dollars, true) || whole
    if (bracket !== undefined) return put(bracket, true) || whole
    if (paren !== undefined) return put(paren, false) || whole
    if (single !== undefined && LIKE_MATH.test(single)) return put(single, false) || whole
    return whole
  })
  return { text: replaced, formulas }
}

export interface Formula {
  readonly tex: string
  readonly display: boolean
}

/** A text cut at the places where its formulas stood. */
export function mathParts(text: string, formulas: readonly Formula[]): readonly (string | Formula)[] {
  if (formulas.length === 0 || !text.includes('\ue000')) return [text]
  return text
    .split(/\ue000(\d+)\ue001/)
    .map((part, i) => (i % 2 === 0 ? part : (formulas[Number(part)] ?? '')))
    .filter((part) => part !== '')
}

const HINT = /\$|\\[([]/
const TAKEN = /[\ue000\ue001]/
const MOST_SIGNS = 50_000
const MOST_FORMULAS = 300
const MOST_TEX = 2000

/** Code first, so that what stands in it is passed over; the lengths bound the work at every place. */
const CODE_OR_MATH = new RegExp(
  [
    '^ {0,3}(?:```|~~~)[^\\n]*\\n[\\s\\S]*?(?:\\n {0,3}(?:```|~~~)|$(?![\\s\\S]))',
    '`[^`\\n]{1,500}`',
    '\\$\\$([^$]{1,2000})\\$\\$',
    '\\\\\\[([\\s\\S]{1,800}?)\\\\\\]',
    '\\\\\\(([^\\n]{1,300}?)\\\\\\)',
    '(?<![\\w$\\\\])\\$(?![\\s$])([^$\\n`]{1,300}?)(?<![\\s\\\\])\\$(?![\\w$])',
  ].join('|'),
  'gm',
)

const LIKE_MATH = /[\\^_={}+<>]|^[A-Za-z]$|^[A-Za-z]\(/
