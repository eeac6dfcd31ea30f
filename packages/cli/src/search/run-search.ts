import { openState, parseQuery, SavedQueries, search, StoreError, type SearchResult } from '@skein/store'
import { SkeinError } from '../errors.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { priceTable } from '../store/price-table.ts'
import { say } from '../store/say.ts'
import { isoTime } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { hitLines } from './hit-lines.ts'

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
  const screen = openScreen({ ...flags, width: flags.width ?? process.stdout.columns })
  const { store } = await openStore(flags)
  try {
    const state = openState(store.home)
    try {
      const saved = new SavedQueries(state)
      if (flags.saved) return await writeSaved(saved.list(), flags, screen)
      if (flags.forget !== undefined) {
        if (saved.remove(flags.forget)) return
        throw new SkeinError('usage', `no query is saved as ${flags.forget}`, {
          remedy: '`skein search --saved` lists them',
        })
      }
      const text = queryOf(words)
      if (text.trim() === '')
        throw new SkeinError('usage', 'nothing to look for', { remedy: 'see `skein search --help`' })
      const parsed = parseQuery(text, { now: Date.now(), saved: (name) => saved.textOf(name) })
      if ('problem' in parsed) throw queryError(text, parsed.problem)
      if (flags.save !== undefined) saved.save({ name: flags.save, query: text, made: Date.now() })
      const result = search(parsed.query, {
        home: store.home,
        db: store.db,
        limit: flags.limit,
        titles: true,
        prices: priceTable(store.home),
        ...(flags.rank === undefined ? {} : { rankNewest: flags.rank === true ? RANKED : flags.rank }),
        ...(flags.reveal ? { secrets: null } : {}),
      })
      for (const { message, path } of result.diagnostics) say(`${message}: ${path}`)
      if (flags.json) await writeJson(screen.out, searchJson(text, result))
      else await screen.out.lines(hitLines(result, screen))
      await screen.out.end()
    } finally {
      state.close()
    }
  } finally {
    store.close()
  }
}

/**
 * The query that the words of a command line make. What the shell was told to keep together, and what is nothing but
 * words, is meant together: it is a phrase.
 */
export function queryOf(words: readonly string[]): string {
  return words.map((word) => (isPhrase(word) ? `"${word}"` : word)).join(' ')
}

function isPhrase(word: string): boolean {
  return /\S\s+\S/.test(word) && !/["/():@*]|(?:^|\s)(?:-|OR\b|AND\b|NOT\b)/.test(word)
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
    hits: hits.map(({ time, ...hit }) => ({ ...hit, time: isoTime(time) })),
    titles,
    more,
    ranked,
    work,
  }
}

async function writeSaved(
  queries: readonly { readonly name: string; readonly query: string }[],
  flags: SearchFlags,
  { out }: Screen,
): Promise<void> {
  if (flags.json) await writeJson(out, { queries })
  else if (queries.length === 0)
    await out.line('No saved queries. `skein search --save NAME QUERY` keeps one.')
  else await out.lines(queries.map(({ name, query }) => `@${inertLine(name)}  ${inertLine(query)}`))
  await out.end()
}
