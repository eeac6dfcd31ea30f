import { isObject, listOf, numberOf, objectsOf, stringOf, stringsOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'

/** File names by pattern (all versions). */
export interface GlobResult {
  readonly tool: 'Glob'
  readonly filenames: readonly string[]
  readonly numFiles: number
  readonly truncated: boolean
  readonly durationMs: number | null
}

/** Matches in files (all versions). `mode` is absent in 1.0.43 and before. */
export interface GrepResult {
  readonly tool: 'Grep'
  /** `files_with_matches`, `content`, `count`. */
  readonly mode: string | null
  /** Filled in the mode `files_with_matches` only. */
  readonly filenames: readonly string[]
  readonly numFiles: number | null
  readonly content: string | null
  readonly numLines: number | null
  /** The limit that cut the result, if one did. */
  readonly appliedLimit: number | null
}

/** Since 1.0.53. */
export interface WebSearchResult {
  readonly tool: 'WebSearch'
  readonly query: string
  readonly links: readonly { readonly title: string | null; readonly url: string }[]
  /** What the searching model wrote between the result lists. */
  readonly texts: readonly string[]
  readonly durationSeconds: number | null
  readonly searchCount: number | null
}

/** Since 2.0.37. */
export interface WebFetchResult {
  readonly tool: 'WebFetch'
  readonly url: string
  readonly code: number | null
  readonly codeText: string | null
  readonly bytes: number | null
  /** What the reading model answered about the page, not the page. */
  readonly result: string
  readonly durationMs: number | null
}

/** Deferred tools were looked up (since 2.1.101). */
export interface ToolSearchResult {
  readonly tool: 'ToolSearch'
  readonly query: string | null
  readonly matches: readonly string[]
}

export function readGlob(value: JsonObject): GlobResult | null {
  if (!Array.isArray(value.filenames)) return null
  const filenames = stringsOf(value.filenames)
  return {
    tool: 'Glob',
    filenames,
    numFiles: numberOf(value.numFiles) ?? filenames.length,
    truncated: value.truncated === true,
    durationMs: numberOf(value.durationMs),
  }
}

export function readGrep(value: JsonObject): GrepResult | null {
  if (!Array.isArray(value.filenames)) return null
  return {
    tool: 'Grep',
    mode: stringOf(value.mode),
    filenames: stringsOf(value.filenames),
    numFiles: numberOf(value.numFiles),
    content: stringOf(value.content),
    numLines: numberOf(value.numLines),
    appliedLimit: numberOf(value.appliedLimit),
  }
}

export function readWebSearch(value: JsonObject): WebSearchResult | null {
  if (typeof value.query !== 'string') return null
  const links: { title: string | null; url: string }[] = []
  const texts: string[] = []
  for (const result of listOf(value.results)) {
    if (typeof result === 'string') texts.push(result)
    if (!isObject(result)) continue
    for (const link of objectsOf(result.content)) {
      if (typeof link.url === 'string') links.push({ title: stringOf(link.title), url: link.url })
    }
  }
  return {
    tool: 'WebSearch',
    query: value.query,
    links,
    texts,
    durationSeconds: numberOf(value.durationSeconds),
    searchCount: numberOf(value.searchCount),
  }
}

export function readWebFetch(value: JsonObject): WebFetchResult | null {
  const { url, result } = value
  if (typeof url !== 'string' || typeof result !== 'string') return null
  return {
    tool: 'WebFetch',
    url,
    code: numberOf(value.code),
    codeText: stringOf(value.codeText),
    bytes: numberOf(value.bytes),
    result,
    durationMs: numberOf(value.durationMs),
  }
}

export function readToolSearch(value: JsonObject): ToolSearchResult | null {
  if (!Array.isArray(value.matches)) return null
  return { tool: 'ToolSearch', query: stringOf(value.query), matches: stringsOf(value.matches) }
}
