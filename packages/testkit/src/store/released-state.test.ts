import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, openState, SavedQueries, SeenSessions, skeinHome } from '@skein/store'
import type { Database, SkeinHome, StatePart } from '@skein/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EDIT_STATE } from '../../../edit/src/ledger/edit-state.ts'
import { AUTH_STATE } from '../../../server/src/auth/auth-state.ts'
import { TRACE_STATE } from '../../../trace/src/ledger/trace-state.ts'
import { RELEASED_STEPS } from './released-state.ts'

const PARTS = [SavedQueries.state, EDIT_STATE, TRACE_STATE, AUTH_STATE, SeenSessions.state]
const NEWEST = PARTS.map(({ name, steps }) => ({ name, version: steps.length }))
/** A row in every table of each released step. */
const ROWS = [
  "INSERT INTO saved_query VALUES ('mine', 'needle', 1)",
  `INSERT INTO edit VALUES (5, 'fork', 2, 'done', 77, 'from', '/from', 'to', '/to', '{}', '[]');
   INSERT INTO edit_original VALUES (5, 0, 'row', 1, 2, 'long', 'short', 'claude', 0)`,
  `INSERT INTO trace_target VALUES (3, 'langfuse', 'https://t', 4, 1, 0, 5, NULL, NULL);
   INSERT INTO trace_sent VALUES (3, x'01', x'02');
   INSERT INTO trace_pending VALUES (3, x'01', x'03', 1);
   INSERT INTO trace_message VALUES (3, x'04', x'05');
   INSERT INTO trace_origin VALUES (x'06', x'07', x'08');
   INSERT INTO trace_transcript (target, path, inode, size, mtime, settled, open) VALUES (3, '/p', 9, 10, 11, 12, x'0d');
   INSERT INTO trace_key VALUES (1, x'0e')`,
  `INSERT INTO device VALUES ('d1', 'paired', 'phone', 'read', x'0f', 6, 7, NULL);
   INSERT INTO device VALUES ('d2', 'browser', 'here', 'all', x'10', 8, 9, 10);
   INSERT INTO one_time_link VALUES (x'11', 'pair', 'tablet', 'all', 12, NULL);
   INSERT INTO server_password VALUES (1, 'scrypt')`,
  "INSERT INTO seen VALUES ('/r', 'p', 's', 13)",
  "UPDATE trace_transcript SET ends = x'12', turn = x'13', start = 14, turns = 15, lessons = '[1]'",
]
const VERSIONS = [...RELEASED_STEPS.keys(), RELEASED_STEPS.length]

let folder: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-released-'))
  home = skeinHome({ SKEIN_HOME: folder })
})

afterEach(() => rmSync(folder, { recursive: true }))

it.each(VERSIONS)(
  'version %i of the shared list becomes what a new file is, and loses nothing',
  (version) => {
    const before = makeReleased(version)
    const state = openState(home, PARTS)
    expect(schemaOf(state)).toEqual(schemaOfNew())
    expect(versionsOf(state)).toEqual(sorted(NEWEST))
    // Steps add columns; what was in a row is still there, in its table.
    expect(contentsOf(state)).toMatchObject(before)
    state.close()
    expect(backups()).toEqual(version === 0 ? [] : [`state.db.v${version}.backup`])
    if (version > 0) expect(contentsOfFile(`${home.stateFile}.v${version}.backup`)).toEqual(before)
  },
)

it.each(VERSIONS)('version %i opened one part at a time becomes the same', (version) => {
  const before = makeReleased(version)
  for (const part of PARTS.toReversed()) openState(home, [part]).close()
  const state = openState(home, [])
  expect(schemaOf(state)).toEqual(schemaOfNew())
  expect(versionsOf(state)).toEqual(sorted(NEWEST))
  expect(contentsOf(state)).toMatchObject(before)
  state.close()
})

it('counts the steps of parts that the process does not open', () => {
  makeReleased(6)
  const state = openState(home, [EDIT_STATE])
  expect(versionsOf(state)).toEqual([
    { name: 'auth', version: 1 },
    { name: 'edit', version: 1 },
    { name: 'saved-queries', version: 1 },
    { name: 'seen', version: 1 },
    { name: 'trace', version: 2 },
  ])
  state.close()
})

it('is refused by the programs of the shared list, which take its number for a newer one', () => {
  openState(home, [EDIT_STATE]).close()
  const db = openDatabase(home.stateFile)
  expect(Number(db.prepare('PRAGMA user_version').get()?.['user_version'])).toBeGreaterThan(6)
  db.close()
})

it('is migrated once by processes that open it at the same time, and the copy is of what was before', async () => {
  const before = makeReleased(3)
  const starts = [PARTS, [TRACE_STATE], [EDIT_STATE, AUTH_STATE]].map((parts) => opener(parts))
  await Promise.all(starts.map(({ ready }) => ready))
  for (const { go } of starts) go()
  expect(await Promise.all(starts.map(({ code }) => code))).toEqual([0, 0, 0])
  const state = openState(home, PARTS)
  expect(schemaOf(state)).toEqual(schemaOfNew())
  expect(contentsOf(state)).toMatchObject(before)
  state.close()
  expect(backups()).toContain('state.db.v3.backup')
  expect(backups().filter((name) => name.endsWith('.copy'))).toEqual([])
  expect(contentsOfFile(`${home.stateFile}.v3.backup`)).toEqual(before)
})

type Contents = Record<string, readonly object[]>

/** A file as the release of that version left it, with a row in each table; what is in it. */
function makeReleased(version: number): Contents {
  const db = openDatabase(home.stateFile)
  for (const [n, step] of RELEASED_STEPS.slice(0, version).entries()) db.exec(`${step}\n${ROWS[n]}`)
  db.exec(`PRAGMA user_version = ${version}`)
  const contents = contentsOf(db)
  db.close()
  return contents
}

function schemaOfNew(): object[] {
  const other = mkdtempSync(join(tmpdir(), 'skein-new-state-'))
  try {
    const db = openState(skeinHome({ SKEIN_HOME: other }), PARTS)
    const schema = schemaOf(db)
    db.close()
    return schema
  } finally {
    rmSync(other, { recursive: true })
  }
}

function schemaOf(db: Database): object[] {
  return db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
}

function contentsOf(db: Database): Contents {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'state_part'")
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), db.prepare(`SELECT * FROM ${String(name)} ORDER BY 1, 2`).all()]),
  )
}

function contentsOfFile(file: string): Contents {
  const db = openDatabase(file, { readOnly: true })
  try {
    return contentsOf(db)
  } finally {
    db.close()
  }
}

function versionsOf(db: Database): object[] {
  return db.prepare('SELECT name, version FROM state_part ORDER BY name').all()
}

function sorted(parts: readonly { readonly name: string; readonly version: number }[]): object[] {
  return parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function backups(): string[] {
  return readdirSync(folder).filter((name) => /\.(?:backup|copy)$/.test(name))
}

/** A process that opens the parts once it is told to. */
function opener(parts: readonly StatePart[]): {
  readonly ready: Promise<unknown>
  readonly go: () => void
  readonly code: Promise<number | null>
} {
  const program = `
    import { once } from 'node:events'
    import { skeinHome } from '../../../store/src/home.ts'
    import { openState } from '../../../store/src/state-database.ts'
    console.log('ready')
    await once(process.stdin, 'data')
    openState(skeinHome({ SKEIN_HOME: ${JSON.stringify(folder)} }), ${JSON.stringify(parts)}).close()
    process.exit(0)`
  const child = spawn(
    process.execPath,
    ['--conditions=skein-source', '--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  return {
    ready: once(child.stdout, 'data'),
    go: () => void child.stdin.write('go\n'),
    code: once(child, 'close').then(([code]: (number | null)[]) => code ?? null),
  }
}
