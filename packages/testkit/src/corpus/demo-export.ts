import { Teller } from './demo-teller.ts'
import { slow } from './demo-workspace.ts'

/** A new feature: parallel reads, a sub-agent that looks around, a test that fails first. */
export function csvExport(): Teller {
  const story = new Teller({
    seed: 'demo csv export',
    version: '2.1.325',
    cwd: '/home/ada/tidepool',
    gitBranch: 'csv-export',
    slug: 'patient-silver-urchin',
    at: '2026-03-05T13:20:03.000Z',
    files: {
      'src/cli.ts': CLI,
      'src/stations.ts': STATIONS,
      'src/format/table.ts': TABLE,
    },
  })
  const { workspace } = story

  story.prompt(
    'Add `tidepool week <station> --format csv` so that the harbour office can open a week of tides in a spreadsheet. Times must be local to the station.',
  )
  story.beat({
    think:
      'I need three things: how the command is wired, what a station knows, and how local time is handled today. The last one is a wider question, so a sub-agent can look while I read.',
    say: "I'll read the command and the stations, and send an explorer to find out how local time is handled.",
    calls: [
      workspace.read('src/cli.ts'),
      workspace.read('src/stations.ts'),
      {
        agentType: 'Explore',
        description: 'Find local time handling',
        prompt:
          'In /home/ada/tidepool, find out how predictions are turned into local time for output. Which function does it, what does it take, and is there anything that prints times without it? Report file and line for each finding. Do not change anything.',
        tell: (agent) => {
          agent.beat({
            say: 'Looking for time zones and date formatting.',
            calls: [workspace.grep('timeZone|Intl\\.DateTimeFormat|toISOString', 'src/')],
          })
          agent.beat({ calls: [workspace.read('src/format/table.ts')] })
          const report = `**One function turns predictions into local time**: \`localTime(at, timeZone)\` in \`src/format/table.ts:4\`. It takes a \`Date\` and an IANA zone name and gives \`YYYY-MM-DD HH:mm\`.

- The zone comes from the station: \`Station.timeZone\`, \`src/stations.ts:5\`.
- The only caller is \`asTable\` in the same file (\`src/format/table.ts:15\`).
- Nothing prints a time without it; there is no \`toISOString\` in \`src/\`.

One thing to watch: station names contain commas ("Seal Rock, Oregon", \`src/stations.ts:9\`).`
          agent.beat({ say: report })
          return report
        },
      },
    ],
  })
  story.beat({
    say: '`localTime` is exported already, so the CSV can use the very same one. A new formatter beside the table, its tests, and a switch in the command:',
    calls: [
      workspace.write('src/format/csv.ts', CSV),
      workspace.write('src/format/csv.test.ts', CSV_TEST),
      workspace.edit(
        'src/cli.ts',
        `import { Command } from 'commander'
import { asTable } from './format/table.ts'
import { parseDay, today } from './day.ts'
import { predictWeek } from './predict.ts'
import { findStation } from './stations.ts'

const program = new Command('tidepool')

program
  .command('week <station>')
  .description('high and low water of seven days')
  .option('--from <date>', 'first day', parseDay, today())
  .action((id, options) => {
    const station = findStation(id)
    const tides = predictWeek(station, options.from)
    console.log(asTable(station, tides))`,
        `import { Command, Option } from 'commander'
import { asCsv } from './format/csv.ts'
import { asTable } from './format/table.ts'
import { parseDay, today } from './day.ts'
import { predictWeek } from './predict.ts'
import { findStation } from './stations.ts'

const FORMATS = { table: asTable, csv: asCsv }

const program = new Command('tidepool')

program
  .command('week <station>')
  .description('high and low water of seven days')
  .option('--from <date>', 'first day', parseDay, today())
  .addOption(new Option('--format <name>', 'how to print it').choices(Object.keys(FORMATS)).default('table'))
  .action((id, options) => {
    const station = findStation(id)
    const tides = predictWeek(station, options.from)
    console.log(FORMATS[options.format](station, tides))`,
      ),
    ],
  })
  story.beat({
    say: 'Now the tests, with one for the comma the explorer warned about.',
    calls: [
      slow(
        4,
        workspace.bashFails(
          'npx tsc --noEmit && npx vitest run src/format',
          'Types and formatter tests',
          ` ❯ src/format/csv.test.ts (3 tests | 1 failed) 9ms
   ✓ asCsv > starts with a header
   × asCsv > quotes a name that holds a comma
     → expected 'Seal Rock, Oregon,2026-03-05 06:12,hi…' to be '"Seal Rock, Oregon",2026-03-05 06:12,…'
   ✓ asCsv > says times in the station's own zone
 ✓ src/format/table.test.ts (4 tests) 6ms

- Expected
+ Received

- "Seal Rock, Oregon",2026-03-05 06:12,high,2.41
+ Seal Rock, Oregon,2026-03-05 06:12,high,2.41

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 6 passed (7)`,
        ),
      ),
    ],
  })
  story.beat({
    say: 'As feared: the fields are joined as they are. RFC 4180 wants a field quoted when it holds a comma, a quote or a line break, with inner quotes doubled.',
    calls: [
      workspace.edit(
        'src/format/csv.ts',
        `  return [HEADER, ...rows].map((row) => row.join(',')).join('\\r\\n')
}`,
        `  return [HEADER, ...rows].map((row) => row.map(field).join(',')).join('\\r\\n')
}

/** RFC 4180: quoted only where it must be, quotes doubled. */
function field(text: string): string {
  return /[",\\r\\n]/.test(text) ? \`"\${text.replaceAll('"', '""')}"\` : text
}`,
      ),
    ],
  })
  story.beat({
    calls: [
      slow(
        6,
        workspace.bash(
          'npx tsc --noEmit && npm test 2>&1 | tail -5 && npx tidepool week seal-rock --format csv | head -4',
          'Types, all tests, and a look at the result',
          ` Test Files  15 passed (15)
      Tests  99 passed (99)
   Start at  14:20:57
   Duration  1.88s

station,time,tide,metres
"Seal Rock, Oregon",2026-03-05 00:03,low,0.38
"Seal Rock, Oregon",2026-03-05 06:12,high,2.41
"Seal Rock, Oregon",2026-03-05 12:47,low,0.22`,
        ),
      ),
    ],
  })
  story.beat({
    say: `\`tidepool week <station> --format csv\` works, and the table stays the default.

| | |
|---|---|
| \`src/format/csv.ts\` | new: RFC 4180, CRLF line ends, quoted only where needed, times by the table's own \`localTime\` |
| \`src/cli.ts\` | \`--format table\\|csv\`; anything else is a usage error |
| \`src/format/csv.test.ts\` | header, comma in a name, the station's own time zone |

99 tests pass. Spreadsheets that expect \`;\` (much of Europe) will ask for the separator on import; tell me if the harbour office needs that as an option.`,
  })
  story.endTurn('CSV export for a week of tides')

  const selected = "const HEADER = ['station', 'time', 'tide', 'metres']"
  story.wait(160).prompt('Can the unit be in the header as well, like "height (m)"?', {
    kind: 'ide-selection',
    content: [
      {
        type: 'text',
        text: `<ide_selection>The user selected the lines 5 to 5 from /home/ada/tidepool/src/format/csv.ts:\n${selected}\n\nThis may or may not be related to the current task.</ide_selection>`,
      },
      { type: 'text', text: 'Can the unit be in the header as well, like "height (m)"?' },
    ],
  })
  story.beat({
    calls: [
      workspace.edit(
        'src/format/csv.ts',
        selected,
        "const HEADER = ['station', 'local time', 'tide', 'height (m)']",
      ),
      workspace.bash(
        "sed -i 's/station,time,tide,metres/station,local time,tide,height (m)/' src/format/csv.test.ts && npx vitest run src/format 2>&1 | tail -3",
        'Expect the new header and run the formatter tests',
        ' Test Files  2 passed (2)\n      Tests  7 passed (7)\n   Duration  164ms',
      ),
    ],
  })
  story.beat({
    say: 'Done: the header is now `station,local time,tide,height (m)`. I also made `time` say `local time`, since that was the other half of the question people will ask.',
  })
  return story.endTurn('CSV export for a week of tides')
}

const CLI = `#!/usr/bin/env node
import { Command } from 'commander'
import { asTable } from './format/table.ts'
import { parseDay, today } from './day.ts'
import { predictWeek } from './predict.ts'
import { findStation } from './stations.ts'

const program = new Command('tidepool')

program
  .command('week <station>')
  .description('high and low water of seven days')
  .option('--from <date>', 'first day', parseDay, today())
  .action((id, options) => {
    const station = findStation(id)
    const tides = predictWeek(station, options.from)
    console.log(asTable(station, tides))
  })

program.parse()
`

const STATIONS = `export interface Station {
  readonly id: string
  readonly name: string
  /** IANA name, as in \`America/Los_Angeles\`. */
  readonly timeZone: string
}

const STATIONS: readonly Station[] = [
  { id: 'seal-rock', name: 'Seal Rock, Oregon', timeZone: 'America/Los_Angeles' },
  { id: 'lunder-bay', name: 'Lunder Bay', timeZone: 'Europe/Oslo' },
  { id: 'kelp-point', name: 'Kelp Point', timeZone: 'Pacific/Auckland' },
]

export function findStation(id: string): Station {
  const found = STATIONS.find((station) => station.id === id)
  if (!found) throw new Error(\`no station "\${id}"; known: \${STATIONS.map((one) => one.id).join(', ')}\`)
  return found
}
`

const TABLE = `import type { Tide } from '../predict.ts'
import type { Station } from '../stations.ts'

export function localTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(at)
}

const SIGN = { high: '▲', low: '▽' }

/** One line a tide, for people. */
export function asTable(station: Station, tides: readonly Tide[]): string {
  const lines = tides.map(({ at, kind, metres }) => {
    const height = metres.toFixed(2).padStart(5)
    return \`\${localTime(at, station.timeZone)}  \${SIGN[kind]} \${height} m\`
  })
  return [station.name, ...lines].join('\\n')
}
`

const CSV = `import type { Tide } from '../predict.ts'
import type { Station } from '../stations.ts'
import { localTime } from './table.ts'

const HEADER = ['station', 'time', 'tide', 'metres']

/** One row a tide, for spreadsheets. */
export function asCsv(station: Station, tides: readonly Tide[]): string {
  const rows = tides.map(({ at, kind, metres }) => [
    station.name,
    localTime(at, station.timeZone),
    kind,
    metres.toFixed(2),
  ])
  return [HEADER, ...rows].map((row) => row.join(',')).join('\\r\\n')
}
`

const CSV_TEST = `import { describe, expect, it } from 'vitest'
import { findStation } from '../stations.ts'
import { asCsv } from './csv.ts'

const tide = { at: new Date('2026-03-05T14:12:00Z'), kind: 'high', metres: 2.41 } as const

describe('asCsv', () => {
  it('starts with a header', () => {
    expect(asCsv(findStation('lunder-bay'), [])).toBe('station,time,tide,metres')
  })

  it('quotes a name that holds a comma', () => {
    const [, row] = asCsv(findStation('seal-rock'), [tide]).split('\\r\\n')
    expect(row).toBe('"Seal Rock, Oregon",2026-03-05 06:12,high,2.41')
  })

  it("says times in the station's own zone", () => {
    const [, row] = asCsv(findStation('lunder-bay'), [tide]).split('\\r\\n')
    expect(row).toBe('Lunder Bay,2026-03-05 15:12,high,2.41')
  })
})
`
