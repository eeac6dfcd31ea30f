import { FILTER_HELP } from './filters.ts'
import { quotedIfNeeded } from './query-text.ts'

export interface Completion {
  /** Takes the place of the text from `start` to `end`. */
  readonly text: string
  readonly help: string
  readonly start: number
  readonly end: number
}

/** Values that only this machine knows. */
export interface KnownValues {
  readonly projects: readonly string[]
}

/** What the word at the caret can become: a filter's name, or a value of it. */
export function completionsAt(text: string, caret: number, known: KnownValues): Completion[] {
  const start = wordStart(text, caret)
  const end = caret + (/^\S*/.exec(text.slice(caret))?.[0].length ?? 0)
  const typed = text.slice(start, caret)
  const [, sign, word] = /^([-(]*)(.*)$/s.exec(typed) ?? ['', '', typed]
  const place = { start: start + sign.length, end }
  const colon = word.indexOf(':')
  if (colon < 0)
    return word === '' || !/^[a-z]+$/.test(word)
      ? []
      : FILTER_HELP.filter(({ name }) => name.startsWith(word)).map(({ name, help }) => ({
          text: `${name}:`,
          help,
          ...place,
        }))
  const filter = FILTER_HELP.find(({ name }) => name === word.slice(0, colon))
  if (filter === undefined) return []
  const value = word
    .slice(colon + 1)
    .replace(/^"/, '')
    .toLowerCase()
  const values = filter.name === 'project' ? known.projects : filter.values
  return values
    .filter((one) => one.toLowerCase().includes(value) && one.toLowerCase() !== value)
    .slice(0, MOST)
    .map((one) => ({ text: `${filter.name}:${quotedIfNeeded(one)} `, help: '', ...place }))
}

/** The text with a completion in it, and where the caret stands then. */
export function complete(
  text: string,
  { text: put, start, end }: Completion,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(end)
  const placed = put.endsWith(' ') && after.startsWith(' ') ? put.trimEnd() : put
  return { text: text.slice(0, start) + placed + after, caret: start + put.length }
}

/** A quoted value has white space in it. */
function wordStart(text: string, caret: number): number {
  const before = text.slice(0, caret)
  const open = /(?:^|\s)[-(]*[a-z]+:"[^"]*$/.exec(before)
  if (open !== null) return open.index + (/^\s/.test(open[0]) ? 1 : 0)
  return before.length - (/\S*$/.exec(before)?.[0].length ?? 0)
}

const MOST = 8
