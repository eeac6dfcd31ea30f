/**
 * Text for a model, never more of it than was asked for: an agent's context is not ours to fill.
 * What is left out is said, with how to ask for it.
 */
export function bounded(pieces: Iterable<string>, most: number, more: string): string {
  let text = ''
  for (const piece of pieces) {
    if (text.length + piece.length <= most) {
      text += piece
      continue
    }
    const room = Math.max(0, most - text.length)
    // No half of a surrogate pair at the end.
    return `${(text + piece.slice(0, room)).replace(/[\ud800-\udbff]$/, '')}\n[cut at ${most} characters; ${more}]`
  }
  return text
}
