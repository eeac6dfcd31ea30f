import { Teller } from './demo-teller.ts'
import { slow, todoWrite } from './demo-workspace.ts'
import type { Todo } from './demo-workspace.ts'

/** A long session of an older version: a todo list, a compaction in the middle, and on. */
export function storageMove(): Teller {
  const story = new Teller({
    seed: 'demo storage move',
    version: '2.0.76',
    cwd: '/home/ada/tidepool',
    gitBranch: 'sqlite',
    slug: 'wandering-blue-lantern',
    at: '2026-01-13T09:05:44.000Z',
    files: { 'src/readings.ts': READINGS, 'src/server.ts': SERVER },
  })
  const { workspace } = story

  story.prompt(
    'Gauge readings live in one readings.json and every write rewrites 40 MB. Move them to SQLite without losing a reading. Plan it first, then go.',
  )
  story.beat({
    say: "I'll look at what stores and what reads them first.",
    calls: [
      workspace.read('src/readings.ts'),
      workspace.grep('loadReadings|saveReadings|appendReading', 'src/'),
    ],
  })
  story.beat({
    say: `The whole store is three functions in \`src/readings.ts\`, and the server is the only caller. The plan:

1. a table \`readings(station, at, metres)\` with \`(station, at)\` as its key, so that a reading sent twice is stored once,
2. the same three functions over it, so that \`server.ts\` hardly changes,
3. an import that can be run twice without harm,
4. the old file stays where it is until you delete it.`,
    calls: [todoWrite([], progress(0))],
  })
  story.beat({
    calls: [workspace.write('src/readings-db.ts', DATABASE), todoWrite(progress(0), progress(1))],
  })
  story.beat({
    say: `The table is there (\`src/readings-db.ts\`): \`WITHOUT ROWID\` because the key is the row, and write-ahead logging so that readers never wait for the gauge.

Next are the three functions. Shall I go on?`,
  })
  story.endTurn()

  story.wait(210).prompt('Yes, go on. Keep the old function names.')
  story.beat({
    calls: [
      workspace.editUnread(
        'src/server.ts',
        'loadReadings(request.params.station).at(-1)',
        'latestReading(request.params.station)',
      ),
    ],
  })
  story.beat({ say: 'I have not read the server yet.', calls: [workspace.read('src/server.ts')] })
  story.beat({
    say: 'The server loads every reading of a station only to show the newest. That deserves a query of its own, `latestReading`.',
    calls: [
      workspace.edit(
        'src/server.ts',
        `import { appendReading, loadReadings } from './readings.ts'
import { router } from './router.ts'

router.get('/stations/:station/now', (request) => {
  const latest = loadReadings(request.params.station).at(-1)`,
        `import { appendReading, latestReading } from './readings.ts'
import { router } from './router.ts'

router.get('/stations/:station/now', (request) => {
  const latest = latestReading(request.params.station)`,
      ),
    ],
  })
  story.beat({
    calls: [
      workspace.edit('src/readings.ts', OLD_STORE, NEW_STORE),
      workspace.edit(
        'src/readings.ts',
        "import { readFileSync, writeFileSync } from 'node:fs'",
        "import { database } from './readings-db.ts'",
      ),
    ],
  })
  story.beat({
    calls: [
      todoWrite(progress(1), progress(2)),
      slow(
        5,
        workspace.bash(
          'npx tsc --noEmit && npm test 2>&1 | tail -5',
          'Types and tests',
          ' Test Files  12 passed (12)\n      Tests  81 passed (81)\n   Start at  10:10:06\n   Duration  2.04s',
        ),
      ),
    ],
  })
  story.beat({
    say: 'The three functions now stand on SQLite and keep their names, `saveReadings` is gone (nobody needs to rewrite everything any more), and `latestReading` is new. 81 tests pass. The import is next.',
  })
  story.endTurn()

  story.wait(75).grown(161_480)
  story.compact(`Analysis:
The user wants gauge readings moved from data/readings.json (40 MB, rewritten on every write) to SQLite without losing a reading, planned first.

Summary:
1. Primary Request and Intent:
   Move the readings in /home/ada/tidepool to SQLite. No reading may be lost. Function names stay as they are.

2. Key Technical Concepts:
   - node:sqlite, table readings(station, at, metres), primary key (station, at), WITHOUT ROWID, WAL
   - INSERT OR IGNORE, so that a reading sent twice is stored once

3. Files and Code Sections:
   - src/readings-db.ts: new; opens data/readings.db and creates the table
   - src/readings.ts: loadReadings, appendReading, latestReading over the database; saveReadings removed
   - src/server.ts: uses latestReading instead of loading everything

4. Errors and fixes:
   - An edit of src/server.ts was refused because the file had not been read; read it, then edited it

5. Pending Tasks:
   - An import of data/readings.json that can be run twice without harm
   - A check that the import loses nothing; the old file stays

6. Current Work:
   81 tests pass after the move of the three functions.

7. Next Step:
   Write src/import-readings.ts.`)
  story.wait(4).prompt('Now the import. I want to see that the counts agree before I believe it.')
  story.beat({ calls: [workspace.write('src/import-readings.ts', IMPORT)] })
  story.beat({
    say: 'Now the real file, twice, with the counts.',
    calls: [
      slow(
        9,
        workspace.bash(
          'node src/import-readings.ts data/readings.json && node src/import-readings.ts data/readings.json && sqlite3 data/readings.db "SELECT count(*) FROM readings"',
          'Import the real readings twice and count',
          `read 412907  new 412311  known already 596
read 412907  new 0  known already 412907
412311`,
        ),
      ),
    ],
  })
  story.beat({
    say: `The counts do not agree at first sight: the file holds **412,907** readings and the table **412,311**, 596 fewer. Before I call that fine, I want to know what the 596 are.`,
    calls: [
      workspace.bash(
        `jq -r '.[] | "\\(.station) \\(.at) \\(.metres)"' data/readings.json | sort | uniq -d | wc -l; jq -r '.[] | "\\(.station) \\(.at)"' data/readings.json | sort | uniq -d | wc -l`,
        'Count repeated readings, with and without the height',
        '596\n596',
      ),
    ],
  })
  story.beat({ calls: [todoWrite(progress(2), progress(4))] })
  story.beat({
    say: `They agree after all, and here is why I believe it:

- 596 readings stand in the file twice with the **same** station, time *and* height: gauges that sent again after a lost connection.
- No station has two **different** heights at one time (both counts are 596), so \`INSERT OR IGNORE\` dropped nothing but repeats.
- 412,907 − 596 = 412,311, exactly what the table holds. A second import adds 0.

\`data/readings.json\` is untouched. A write now takes 0.1 ms instead of 900 ms.`,
  })
  return story.endTurn('Gauge readings from JSON to SQLite')
}

const STEPS: readonly (readonly [string, string])[] = [
  ['Create the readings table', 'Creating the readings table'],
  ['Move the three functions to SQLite', 'Moving the three functions to SQLite'],
  ['Import the old file, safe to repeat', 'Importing the old file'],
  ['Check that the counts agree', 'Checking that the counts agree'],
]

function progress(done: number): Todo[] {
  return STEPS.map(([content, activeForm], i) => [
    content,
    activeForm,
    i < done ? 'completed' : i === done ? 'in_progress' : 'pending',
  ])
}

const OLD_STORE = `const FILE = 'data/readings.json'

function readAll(): Reading[] {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

export function saveReadings(readings: readonly Reading[]): void {
  writeFileSync(FILE, JSON.stringify(readings))
}

export function loadReadings(station: string): Reading[] {
  const all = readAll()
  return all.filter((reading) => reading.station === station)
}

export function appendReading(reading: Reading): void {
  saveReadings([...readAll(), reading])
}
`

const NEW_STORE = `const COLUMNS = 'SELECT station, at, metres FROM readings WHERE station = ?'

export function loadReadings(station: string): Reading[] {
  return database().prepare(\`\${COLUMNS} ORDER BY at\`).all(station) as Reading[]
}

export function latestReading(station: string): Reading | undefined {
  return database().prepare(\`\${COLUMNS} ORDER BY at DESC LIMIT 1\`).get(station) as Reading | undefined
}

/** A reading that is already known changes nothing: gauges send again when they are unsure. */
export function appendReading(reading: Reading): void {
  database().prepare('INSERT OR IGNORE INTO readings VALUES (:station, :at, :metres)').run({ ...reading })
}
`

const READINGS = `import { readFileSync, writeFileSync } from 'node:fs'

export interface Reading {
  readonly station: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly metres: number
}

${OLD_STORE}`

const SERVER = `import { appendReading, loadReadings } from './readings.ts'
import { router } from './router.ts'

router.get('/stations/:station/now', (request) => {
  const latest = loadReadings(request.params.station).at(-1)
  return latest ? { status: 200, body: latest } : { status: 404, body: { error: 'no reading yet' } }
})

router.post('/stations/:station/readings', (request) => {
  appendReading({ station: request.params.station, at: request.body.at, metres: request.body.metres })
  return { status: 204 }
})
`

const DATABASE = `import { DatabaseSync } from 'node:sqlite'

let open: DatabaseSync | undefined

/** The one connection; made on first use. */
export function database(): DatabaseSync {
  open ??= create(process.env.TIDEPOOL_DB ?? 'data/readings.db')
  return open
}

function create(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(\`CREATE TABLE IF NOT EXISTS readings (
    station TEXT NOT NULL,
    at INTEGER NOT NULL,
    metres REAL NOT NULL,
    PRIMARY KEY (station, at)
  ) WITHOUT ROWID\`)
  return db
}
`

const IMPORT = `import { readFileSync } from 'node:fs'
import { database } from './readings-db.ts'
import type { Reading } from './readings.ts'

const readings: Reading[] = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const db = database()
const insert = db.prepare('INSERT OR IGNORE INTO readings VALUES (:station, :at, :metres)')

// All or nothing: a crash in the middle leaves the table as it was.
db.exec('BEGIN')
const added = readings.reduce((sum, reading) => sum + Number(insert.run({ ...reading }).changes), 0)
db.exec('COMMIT')

console.log(\`read \${readings.length}  new \${added}  known already \${readings.length - added}\`)
`
