import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome } from '../../home.ts'
import { foldText } from '../../reader/query/fold.ts'
import type { Query } from '../../reader/query/query.ts'
import { SearchedFiles } from './searched-files.ts'
import { TextTerms } from './text-terms.ts'
import { titleHits } from './title-hits.ts'

let folder: string
let db: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-titles-'))
  db = openCache(skeinHome({ SKEIN_HOME: folder })).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

describe('titleHits', () => {
  it('finds a text in whatever title has it, last active first', () => {
    const unit = fc.constantFrom(
      'a',
      'B',
      '"',
      '\\',
      '/',
      'é',
      'E\u0301',
      '\u0301',
      'ſ',
      '你',
      '👍',
      '\u0007',
      '\n',
      '=',
    )
    const title = fc.string({ unit, minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(title, { minLength: 1, maxLength: 5 }), title, (titles, part) => {
        db.exec('DELETE FROM file')
        titles.forEach(addSession)
        const wanted = foldText(part)
        const expected = titles.flatMap((text, i) => (foldText(text).includes(wanted) ? [`s${i}`] : []))
        expect(
          hits({ kind: 'literal', literal: { pieces: [wanted], wordStart: false, wordEnd: false } }),
        ).toEqual(expected.reverse())
      }),
      { numRuns: 300 },
    )
  })

  it('finds by a regular expression, and none by what must not be there', () => {
    const regex: Query = { kind: 'regex', regex: { source: '^fix.*r$', flags: 'giu' } }
    expect(hits(regex)).toEqual([])
    addSession('Fix the parser', 0)
    expect(hits(regex)).toEqual(['s0'])
    expect(hits({ kind: 'not', part: regex })).toEqual([])
  })
})

function hits(query: Query): string[] {
  const found = titleHits(query, new TextTerms(), { files: new SearchedFiles(db), limit: 100, secrets: null })
  return found.map(({ session }) => session)
}

/** A row of `file` with empty values in whatever columns it must have. */
function addSession(title: string, number: number): void {
  const given = new Map<string, string | number>([
    ['path', `/p/s${number}.jsonl`],
    ['session', `s${number}`],
    ['last_time', number],
    ['facts', JSON.stringify({ customTitle: title, aiTitle: '', firstPrompt: '', slug: '' })],
  ])
  const columns = db
    .prepare(
      `SELECT name, type FROM pragma_table_info('file') WHERE pk = 0 AND ("notnull" = 1 OR name = 'last_time')`,
    )
    .all()
  const values = columns.map(
    ({ name, type }) =>
      given.get(String(name)) ?? (type === 'TEXT' ? '' : type === 'BLOB' ? new Uint8Array(0) : 0),
  )
  const names = columns.map(({ name }) => String(name)).join(', ')
  db.prepare(`INSERT INTO file (${names}) VALUES (${columns.map(() => '?').join(', ')})`).run(...values)
}
