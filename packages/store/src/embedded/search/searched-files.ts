import type { FileFacts } from '../../reader/file-facts.ts'
import { NO_FACTS } from '../catalogue/facts.ts'
import { titleOf } from '../catalogue/title.ts'
import type { Database, Row } from '../../database.ts'

/** A transcript as the catalogue knows it. */
export interface SearchedFile {
  readonly id: number
  readonly path: string
  readonly root: string
  /** Name of the folder under `projects/`. */
  readonly project: string
  readonly session: string
  readonly agent: string | null
  readonly place: 'disk' | 'archive'
  /** How far it was read. */
  readonly offset: number
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly facts: FileFacts
}

/** The files and titles that a search meets, each read from the catalogue once. */
export class SearchedFiles {
  readonly #db: Database
  readonly #files = new Map<number, SearchedFile | null>()
  readonly #titles = new Map<string, readonly string[]>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Null where the catalogue has forgotten the file since the search began. */
  get(id: number): SearchedFile | null {
    const known = this.#files.get(id)
    if (known !== undefined) return known
    // One by one is for a few: a search that meets many files meets most of them.
    if (this.#files.size === FEW_FILES) for (const row of this.#db.prepare(SELECT).all()) this.#add(row)
    const row = this.#files.has(id) ? undefined : this.#db.prepare(`${SELECT} WHERE id = ?`).get(id)
    if (row !== undefined) this.#add(row)
    else if (!this.#files.has(id)) this.#files.set(id, null)
    return this.#files.get(id) ?? null
  }

  /** The sub-agents' transcripts of the session that a file belongs to, itself left out. */
  agentsBeside({ id, root, project, session }: SearchedFile): SearchedFile[] {
    return this.#db
      .prepare(`${SELECT} WHERE session = ? AND root = ? AND project = ? AND agent IS NOT NULL AND id <> ?`)
      .all(session, root, project, id)
      .map((row) => new CataloguedFile(this.#db, row))
  }

  #add(row: Row): void {
    const id = Number(row['id'])
    if (!this.#files.has(id)) this.#files.set(id, new CataloguedFile(this.#db, row))
  }

  /**
   * What sessions are called, last active first: a line for each of their own transcripts, see `sessionTitles`. SQLite hands
   * them over as one text: a search looks at all of them and needs hardly any.
   */
  allTitles(): string {
    return String(this.#db.prepare(ALL_TITLES).get()?.['titles'] ?? '')
  }

  /** What the session of a file is called: its title and its slug name. */
  titlesOf({ session }: SearchedFile): readonly string[] {
    let titles = this.#titles.get(session)
    if (titles === undefined) {
      const rows = this.#db.prepare(`${SELECT_ALL} WHERE session = ? AND agent IS NULL`).all(session)
      titles = rows.flatMap((row) => this.ownTitles(new CataloguedFile(this.#db, row)))
      this.#titles.set(session, titles)
    }
    return titles
  }

  ownTitles({ id, facts }: SearchedFile): string[] {
    const summary = this.#db
      .prepare('SELECT text FROM summary WHERE target = ? ORDER BY file DESC, offset DESC LIMIT 1')
      .get(id)
    return namesOf(facts, String(summary?.['text'] ?? ''))
  }
}

export interface SessionTitles {
  /** Of its own transcript. */
  readonly id: number
  /** Its title and its slug name. */
  readonly titles: readonly string[]
}

/** Reads a line of `allTitles`: JSON, with all that may be a title in it. */
export function sessionTitles(line: string): SessionTitles {
  // As the statement makes them.
  const [id, [customTitle, aiTitle, firstPrompt, slug], summary] = JSON.parse(line) as [
    id: number,
    titles: [custom: string, ai: string, prompt: string, slug: string],
    summary: string | null,
  ]
  return { id, titles: namesOf({ customTitle, aiTitle, firstPrompt, slug }, summary ?? '') }
}

function namesOf(
  facts: Pick<FileFacts, 'customTitle' | 'aiTitle' | 'firstPrompt' | 'slug'>,
  summary: string,
): string[] {
  return [titleOf(facts, summary).text, facts.slug].filter((title) => title !== '')
}

const FEW_FILES = 500
const COLUMNS = 'id, path, root, project, session, agent, place, offset, first_time, last_time'
const SELECT = `SELECT ${COLUMNS} FROM file`
const ALL_TITLES = `
  SELECT group_concat(format('[%d,%s,%s]', id, titles, json_quote(summary)), char(10)) AS titles FROM (
    SELECT id, titles,
      (SELECT text FROM summary WHERE target = file.id ORDER BY file DESC, offset DESC LIMIT 1) AS summary
    FROM file INDEXED BY file_titles WHERE agent IS NULL ORDER BY last_time DESC, session)`
const SELECT_ALL = `SELECT ${COLUMNS}, facts FROM file`

class CataloguedFile implements SearchedFile {
  readonly id: number
  readonly path: string
  readonly root: string
  readonly project: string
  readonly session: string
  readonly agent: string | null
  readonly place: 'disk' | 'archive'
  readonly offset: number
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly #db: Database
  #facts: FileFacts | null = null

  constructor(db: Database, row: Row) {
    this.#db = db
    if (typeof row['facts'] === 'string') this.#facts = factsIn(row['facts'])
    this.id = Number(row['id'])
    this.path = String(row['path'])
    this.root = String(row['root'])
    this.project = String(row['project'])
    this.session = String(row['session'])
    this.agent = row['agent'] === null ? null : String(row['agent'])
    this.place = row['place'] === 'archive' ? 'archive' : 'disk'
    this.offset = Number(row['offset'])
    this.firstTime = row['first_time'] === null ? null : Number(row['first_time'])
    this.lastTime = row['last_time'] === null ? null : Number(row['last_time'])
  }

  /** Read when asked for: they are long, and most files of a search are only passed. */
  get facts(): FileFacts {
    if (this.#facts === null) {
      const row = this.#db.prepare('SELECT facts FROM file WHERE id = ?').get(this.id)
      // A file that was forgotten meanwhile has none.
      this.#facts = row === undefined ? NO_FACTS : factsIn(String(row['facts']))
    }
    return this.#facts
  }
}

/** The column holds what the indexer wrote. */
function factsIn(text: string): FileFacts {
  return JSON.parse(text) as FileFacts
}
