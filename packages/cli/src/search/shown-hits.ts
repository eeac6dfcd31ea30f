import { Redactor, shownValue } from '@skein/redact'
import type { SearchResult, Snippet } from '@skein/store'
import { withoutSecrets } from '../session/mask.ts'

/** What a search found, with secrets masked in everything, not only in the snippets, which come masked. */
export function shownHits({ hits, titles, ...result }: SearchResult): SearchResult {
  const secrets = new Redactor()
  return {
    ...result,
    hits: hits.map(({ snippet, ...hit }) => ({
      ...shownValue(hit, secrets),
      snippet: shownSnippet(snippet, secrets),
    })),
    titles: titles.map(({ title, ...hit }) => ({
      ...shownValue(hit, secrets),
      title: shownSnippet(title, secrets),
    })),
  }
}

/** Where something has to be hidden still, nobody knows any more where the matches are. */
function shownSnippet(snippet: Snippet, secrets: Redactor): Snippet {
  const text = withoutSecrets(secrets, snippet.text)
  return text === snippet.text ? snippet : { ...snippet, text, matches: [] }
}
