import { shownValue } from '@skein/redact'
import {
  openState,
  parseQuery,
  SavedQueries,
  searchResult,
  StoreError,
  type SavedQuery,
  type SearchResult,
  type Database,
  type Store,
} from '@skein/store'
import { SkeinError } from '../errors.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { priceTable } from '../store/price-table.ts'
import { say, sayOf, sayPassedOver } from '../store/say.ts'
import { isoTime } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { hitLines } from './hit-lines.ts'
import { shownHits } from './shown-hits.ts'

export interface SearchFlags extends ScreenOptions, StoreFlags {
  readonly limit: number
  readonly rank?: true | number
  readonly reveal?: true
  readonly json?: true
  readonly save?: string
  readonly saved?: true
  readonly forget?: string
}

export async function runSearch(words: readonly string[], flags: SearchFlags): Promise<void> {
  const screen = openScreen(flags, { long: true, wide: true })
  const { store, report } = await openStore(flags)
  try {
    sayPassedOver(report)
    // Opened when it is asked for: a search that names no saved query works where nothing can be written, too.
    const opened: Database[] = []
    const saved = (): SavedQueries => {
      if (opened.length === 0) opened.push(openState(store.home, [SavedQueries.state]))
      return new SavedQueries(opened[0])
    }
    try {
      if (flags.saved) await writeSaved(saved().list(), flags, screen)
      else if (flags.forget === undefined) await runQuery(words, flags, { store, saved, screen })
      else if (saved().remove(flags.forget)) await writeSaved(saved().list(), flags, screen)
      else
        throw new SkeinError('usage', `no query is saved as ${flags.forget}`, {
          remedy: '`skein search --saved` lists them',
        })
      await screen.out.end()
    } finally {
      for (const state of opened) state.close()
    }
  } finally {
    store.close()
  }
}

interface Searching {
  readonly store: Store
  readonly saved: () => SavedQueries
  readonly screen: Screen
}

async function runQuery(
  words: readonly string[],
  flags: SearchFlags,
  { store, saved, screen }: Searching,
): Promise<void> {
  const text = queryOf(words)
  if (text.trim() === '')
    throw new SkeinError('usage', 'nothing to look for', { remedy: 'see `skein search --help`' })
  const unknown = new Set<string>()
  const textOf = (name: string): string | undefined => {
    const known = saved().textOf(name)
    if (known === undefined) unknown.add(name)
    return known
  }
  const parsed = parseQuery(text, { now: Date.now(), saved: textOf })
  if ('problem' in parsed) throw queryError(text, parsed.problem)
  if (flags.save !== undefined) saved().save({ name: flags.save, query: text, made: Date.now() })
  const found = await searchResult(
    store.search(parsed.query, {
      limit: flags.limit,
      titles: true,
      prices: priceTable(store.home),
      ...(flags.rank === undefined ? {} : { rankNewest: flags.rank === true ? RANKED : flags.rank }),
      ...(flags.reveal ? { reveal: true } : {}),
    }),
  )
  const result = flags.reveal ? found : shownHits(found)
  for (const diagnostic of result.diagnostics) sayOf(diagnostic)
  // A word with an @ is text where no query has its name: whoever misspelt one should hear of it.
  if (result.hits.length === 0)
    for (const name of unknown)
      say(`no query is saved as ${name}, so @${name} was looked for; \`skein search --saved\` lists them`)
  if (flags.json) await writeJson(screen.out, searchJson(text, result))
  else await screen.out.lines(hitLines(result, screen))
}

/**
 * The query that the words of a command line make. What the shell was told to keep together, and what is nothing but
 * words, is meant together: it is a phrase.
 */
export function queryOf(words: readonly string[]): string {
  return words.map((word) => (isPhrase(word) ? `"${word}"` : word)).join(' ')
}

function isPhrase(word: string): boolean {
  return /\S\s+\S/.test(word) && !/["/():@*]|(?:^|\s)(?:-(?!-)|OR\b|AND\b|NOT\b)/.test(word)
}

/** What `--rank` without a number reorders. */
const RANKED = 500

function queryError(
  text: string,
  { message, at, length }: { message: string; at: number; length: number },
): StoreError {
  const marked = `${text.slice(0, at)}»${text.slice(at, at + length)}«${text.slice(at + length)}`
  return new StoreError('query', `${message.replace(/\.$/, '')}: ${marked}`, {
    remedy: 'see `skein search --help`',
  })
}

function searchJson(query: string, { hits, titles, more, ranked, work }: SearchResult): object {
  return {
    query,
    hits: hits.map(({ time, root: _root, ...hit }) => ({ ...hit, time: isoTime(time) })),
    titles: titles.map(({ time, root: _root, ...title }) => ({ ...title, time: isoTime(time) })),
    more,
    ranked,
    work,
  }
}

async function writeSaved(saved: readonly SavedQuery[], flags: SearchFlags, { out }: Screen): Promise<void> {
  const queries = flags.reveal ? saved : shownValue(saved)
  if (flags.json)
    await writeJson(out, {
      queries: queries.map(({ made, ...query }) => ({ ...query, made: isoTime(made) })),
    })
  else if (queries.length === 0)
    await out.line('No saved queries. `skein search --save NAME QUERY` keeps one.')
  else await out.lines(queries.map(({ name, query }) => `@${inertLine(name)}  ${inertLine(query)}`))
}
