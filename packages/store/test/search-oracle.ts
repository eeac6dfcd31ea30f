import { lstatSync, readFileSync } from 'node:fs'
import { Scanner } from '@skein/transcript'
import { entryTexts, type EntryText } from '../src/embedded/search/entry-text.ts'
import { foldText } from '../src/reader/query/fold.ts'
import type { Filter, Query } from '../src/reader/query/query.ts'

/** A row that reading everything finds. */
export interface OracleHit {
  readonly path: string
  readonly offset: number
  readonly line: number
  readonly time: number | null
}

/**
 * Search without an index: every row of every file is parsed and looked at. It shares with the store what
 * a text is and how it is folded, and nothing else. Spilled outputs are read from the folder of the session.
 */
export function searchEverything(paths: readonly string[], query: Query): OracleHit[] {
  return paths.flatMap((path) =>
    rowsOf(path)
      .filter(({ row }) => holds(query, textsOf(path, row)))
      .map(({ hit }) => hit),
  )
}

interface OracleRow {
  readonly hit: OracleHit
  readonly row: Readonly<Record<string, unknown>>
}

function rowsOf(path: string): OracleRow[] {
  const bytes = readFileSync(path)
  const scan = new Scanner({ maxLineBytes: Number.MAX_SAFE_INTEGER })
  scan.push(bytes)
  scan.end()
  return Array.from({ length: scan.columns.count }, (_, i) => {
    const { offset, length, line, time } = scan.columns
    const json = bytes.toString('utf8', offset[i], offset[i] + length[i])
    const hit = { path, offset: offset[i], line: line[i], time: Number.isNaN(time[i]) ? null : time[i] }
    return { hit, row: JSON.parse(json) as OracleRow['row'] }
  })
}

function textsOf(path: string, row: OracleRow['row']): EntryText[] {
  const folder = path.replace(/\/subagents\/.*$|\.jsonl$/, '')
  return entryTexts(row).flatMap((text) => {
    if (text.field !== 'tool-result' && text.field !== 'error') return [text]
    const name = /^<persisted-output>\n[^\n]*saved to: (?:[^\n]*[\\/])?([^\n]*)\n/.exec(text.text)?.[1]
    if (!name || name === '..') return [text]
    const output = `${folder}/tool-results/${name}`
    if (!lstatSync(output, { throwIfNoEntry: false })?.isFile()) return [text]
    return [text, { ...text, text: readFileSync(output, 'utf8') }].filter((one) => one.text !== '')
  })
}

function holds(query: Query, texts: readonly EntryText[]): boolean {
  if (texts.length === 0) return false
  const test = (part: Query): boolean => {
    switch (part.kind) {
      case 'and':
        return part.parts.every(test)
      case 'or':
        return part.parts.some(test)
      case 'not':
        return !test(part.part)
      case 'literal': {
        const { pieces, wordStart, wordEnd } = part.literal
        const before = wordStart ? `(?<!${WORD})` : ''
        const behind = wordEnd ? `(?!${WORD})` : ''
        const pattern = new RegExp(before + pieces.map(inert).join('\\s+') + behind, 'u')
        return texts.some(({ text }) => pattern.test(foldText(text)))
      }
      case 'regex': {
        const pattern = new RegExp(part.regex.source, part.regex.flags)
        return texts.some(({ text }) =>
          [...text.normalize('NFC').matchAll(pattern)].some(([found]) => found !== ''),
        )
      }
      case 'filter':
        return filterHolds(part.filter, texts)
    }
  }
  return test(query)
}

function filterHolds(filter: Filter, texts: readonly EntryText[]): boolean {
  if (filter.name === 'in') return texts.some(({ field }) => field === filter.value)
  throw new Error(`the oracle does not know ${filter.name}:`)
}

const WORD = '[\\p{L}\\p{N}\\p{M}_]'

function inert(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
