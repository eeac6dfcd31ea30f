/**
 * Writes to a transcript until somebody kills it, and says the uuid of each row once the disk has it:
 * `endless-writer PATH HOME SEED`.
 */
import { writeSync } from 'node:fs'
import { SessionWriter, skeinHome, WriteFailure } from '@skein/store'
import { Random } from '../src/corpus/prng.ts'
import { sessionRows } from '../src/writer/session-rows.ts'

const [path, folder, seed] = process.argv.slice(2)
const random = new Random(seed)
const writer = await SessionWriter.open(path, {
  home: skeinHome({ SKEIN_HOME: folder }),
  head: {
    sessionId: '5e551017-0000-4000-8000-000000000001',
    cwd: '/w',
    version: '2.1.325',
    gitBranch: 'main',
  },
  create: true,
})
if (writer instanceof WriteFailure) throw writer
await writer.interrupt({ by: 'death' })
const say = (result: Awaited<ReturnType<typeof writer.append>>): void => {
  if (result instanceof WriteFailure) throw result
  for (const uuid of result.uuids) writeSync(1, `${uuid}\n`)
}
for (const rows of sessionRows(random)) {
  // Some wait for each row, some for all of them.
  if (random.chance(0.5)) for (const row of rows) say(await writer.append(row))
  else for (const result of await Promise.all(rows.map((row) => writer.append(row)))) say(result)
}
