import { fieldsOf, listOf, textOf } from './fields.ts'

export interface FoundPage {
  readonly title: string
  readonly url: string
}

/**
 * Pages in the result of `WebSearch`: lines of `Links: [{"title":…,"url":…}]` among prose. A line that is cut or is no
 * such list stays prose. The first line repeats the query, which the card says already.
 */
export function foundPages(result: string): { readonly pages: readonly FoundPage[]; readonly prose: string } {
  const pages: FoundPage[] = []
  const prose: string[] = []
  for (const line of result.split('\n')) {
    const found = line.startsWith('Links: [') ? pagesOf(line.slice('Links: '.length)) : []
    if (found.length > 0) pages.push(...found)
    else if (!line.startsWith('Web search results for query: ')) prose.push(line)
  }
  return { pages, prose: prose.join('\n').trim() }
}

function pagesOf(list: string): FoundPage[] {
  try {
    return listOf(JSON.parse(list)).flatMap((one) => {
      const { title, url } = fieldsOf(one)
      return textOf(url) === '' ? [] : [{ title: textOf(title) || textOf(url), url: textOf(url) }]
    })
  } catch {
    // Cut in the middle, or only begins like it.
    return []
  }
}
