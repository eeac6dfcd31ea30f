import { foldText } from '../../reader/query/fold.ts'
import type { NamePattern } from '../../reader/query/query.ts'

export function nameFits(pattern: NamePattern, name: string): boolean {
  const folded = foldText(name)
  switch (pattern.kind) {
    case 'part':
      return folded.includes(pattern.text)
    case 'whole':
      return folded === pattern.text
    case 'glob':
      return globFits(pattern.text.split('*'), folded)
  }
}

/** Stars stand for any text: the parts must come in order, the first and the last at the ends. */
function globFits(parts: readonly string[], name: string): boolean {
  const [first, ...rest] = parts
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0 || at + part.length > name.length - last.length) return false
    from = at + part.length
  }
  return true
}
