/** Marks what was looked for without touching an element: by the browser's own highlights, where it has them. */
export function markWords(root: HTMLElement | null, query: string): () => void {
  if (!('highlights' in CSS)) return () => undefined
  const words = plainWords(query)
  const mark = (): void => {
    const ranges = root === null || words.length === 0 ? [] : rangesOf(root, words)
    CSS.highlights.set('find', new Highlight(...ranges))
  }
  mark()
  // What is found may be drawn a moment later.
  const observer = new MutationObserver(mark)
  if (root !== null) observer.observe(root, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    CSS.highlights.delete('find')
  }
}

/** The words of a query without its filters (`tool:Bash`) and signs. */
export function plainWords(query: string): string[] {
  const quoted = [...query.matchAll(/"([^"]{1,200})"/g)].map((match) => match[1])
  const rest = query.replaceAll(/"[^"]*"/g, ' ').split(/\s+/)
  return [...quoted, ...rest.filter((word) => word.length > 1 && !/^-|^\w+:|^(?:AND|OR|NOT)$/.test(word))]
    .map((word) => word.toLowerCase())
    .slice(0, 10)
}

function rangesOf(root: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_RANGES; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (const word of words)
      for (
        let at = text.indexOf(word);
        at >= 0 && ranges.length < MOST_RANGES;
        at = text.indexOf(word, at + word.length)
      ) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
  }
  return ranges
}

const MOST_RANGES = 2000
