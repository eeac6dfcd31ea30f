/** Writes a session to a small disk that is full at every append, and says as JSON what happened: `full-disk-writer DISK HOME APPENDS`. */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SessionWriter, skeinHome, WriteFailure, type Written } from '@skein/store'
import { readTranscript, type Transcript } from '@skein/transcript'
import { Random } from '../src/corpus/prng.ts'
import { sessionRows } from '../src/writer/session-rows.ts'

const [disk, folder, appends] = process.argv.slice(2)
const path = join(disk, 'projects', '-w', '5e551017-0000-4000-8000-000000000001.jsonl')
const PAGE = 4096
const filler = join(disk, 'filler')
const options = {
  home: skeinHome({ SKEIN_HOME: folder }),
  head: {
    sessionId: '5e551017-0000-4000-8000-000000000001',
    cwd: '/w',
    version: '2.1.325',
    gitBranch: 'main',
  },
  create: true,
}
const opened = await SessionWriter.open(path, options)
if (opened instanceof WriteFailure) throw opened
const writer = opened
const random = new Random('full disk')
const happened: Record<string, number> = {}
const count = (what: string): void => void (happened[what] = (happened[what] ?? 0) + 1)

let done = 0
for (const rows of sessionRows(random)) {
  for (const row of rows) {
    await padToPage()
    const before = readFileSync(path)
    // No room at all, or some pages, which take the beginning of a long row.
    fill(random.pick([0, 0, 0, 1, 5]))
    const refused = await writer.append(row)
    if (refused instanceof WriteFailure) {
      count(refused.code)
      if (!readFileSync(path).equals(before)) count('changed by a refused row')
    } else count('had room')
    rmSync(filler)
    if (refused instanceof WriteFailure) count(told(await writer.append(row)))
    done += row.kind === 'compaction' ? 2 : 1
  }
  if (done >= Number(appends)) break
}
// Several that wait: those that the disk has are told so, the others fail.
fill(2)
const together = await Promise.all(
  Array.from({ length: 12 }, (_, at) =>
    writer.append({ kind: 'system', subtype: 'informational', content: `${at}${'x'.repeat(2000)}` }),
  ),
)
const reached = together.filter((result): result is Written => !(result instanceof WriteFailure))
const bytes = readFileSync(path)
const read = readTranscript(bytes)
if (reached.some(({ uuids }) => read.graph.rowOfText(uuids[0]) < 0)) count('acknowledged and not there')
if (read.diagnostics.length > 0) count('damaged')
if (!isSame(read, writer.transcript)) count('not what the writer holds')
rmSync(filler)
count(told(await writer.append({ kind: 'user', content: 'after all' })))
await writer.close()
console.log(
  JSON.stringify({
    happened,
    together: together.map(told),
    rows: readTranscript(readFileSync(path)).rowCount - done,
  }),
)

/** The rest of a file's last page is room too: fills it with a row. */
async function padToPage(): Promise<void> {
  const row = (customTitle: string) => ({ kind: 'custom-title', customTitle }) as const
  const start = readFileSync(path).length
  await writer.append(row(''))
  const end = readFileSync(path).length
  const missing = PAGE - ((end + (end - start)) % PAGE)
  await writer.append(row('x'.repeat(missing)))
  done += 2
}

function told(result: Written | WriteFailure): string {
  return result instanceof WriteFailure ? result.code : 'written'
}

function isSame(one: Transcript, other: Transcript): boolean {
  return one.rowCount === other.rowCount && String(one.path.rows()) === String(other.path.rows())
}

/** Fills the disk but for some pages. */
function fill(pages: number): void {
  const file = openSync(filler, 'w')
  let size = 0
  for (let block = 1 << 20; block >= 1; block = Math.floor(block / 2)) {
    try {
      for (;;) size += writeSync(file, Buffer.alloc(block))
    } catch {
      // Full for blocks of this size.
    }
  }
  fsyncSync(file)
  closeSync(file)
  truncateSync(filler, Math.max(0, size - pages * PAGE))
}
