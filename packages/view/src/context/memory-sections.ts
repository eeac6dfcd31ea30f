export interface MemorySection {
  /** The memory file; null for text that is of no file. */
  readonly path: string | null
  readonly text: string
}

/** Cuts a text at the headings under which the program puts memory files. */
export function memorySections(text: string): MemorySection[] {
  const heads = [...text.matchAll(HEAD)]
  const before = text.slice(0, heads[0]?.index)
  const sections: MemorySection[] = before === '' ? [] : [{ path: null, text: before }]
  for (const [i, head] of heads.entries())
    sections.push({ path: head[1], text: text.slice(head.index, heads[i + 1]?.index) })
  return sections
}

/** `Contents of /repo/CLAUDE.md (project instructions, checked into the codebase):`, or without the kind. */
const HEAD = /^Contents of ((?:\/|~|[A-Za-z]:\\)[^\n]{0,1000}?)(?: \([^\n)]{1,200}\))?:$/gm
