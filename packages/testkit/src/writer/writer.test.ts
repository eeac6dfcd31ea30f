import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { claudeAvailable } from '../claude/install.ts'
import { recordedVersions } from '../claude/versions.ts'
import { PROGRAM_TEST_MS } from '../patience.ts'
import { testProgram } from '../test-program.ts'
import { canMount, onSmallDisk } from '../store/small-disk.ts'
import { CrashStage, faultsOf, resumeFaults } from './crash.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-writer-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('kill -9', () => {
  const available = recordedVersions.map(claudeAvailable)

  it(
    'at ten moments: every acknowledged row is there, and the last of the files resumes',
    { timeout: PROGRAM_TEST_MS },
    async () => {
      const stage = new CrashStage(folder, testProgram('endless-writer'))
      const seed = 'suite'
      let last = await stage.kill(`${seed}-0`, 1)
      expect(faultsOf(last)).toEqual([])
      for (const [index, deaths] of [2, 3, 4].entries()) {
        last = await stage.kill(`${seed}-${index + 1}`, deaths)
        expect(last.acknowledged.length).toBeGreaterThan(deaths)
        expect(faultsOf(last)).toEqual([])
      }
      const isMissing = available.some(({ ok }) => !ok)
      if (!skipUnlessAvailable(`claude ${recordedVersions.join(' and ')}`, !isMissing))
        expect(await resumeFaults(last)).toEqual([])
    },
  )
})

const isSkipped = skipUnlessAvailable('a disk of its own (unshare, mount)', canMount())

describe.skipIf(isSkipped)('a disk that is full at every append', () => {
  it(
    'loses no row that was acknowledged and changes no byte for one that was not',
    { timeout: PROGRAM_TEST_MS },
    () => {
      const program = testProgram('full-disk-writer')
      const home = join(folder, 'full-home')
      onSmallDisk(folder, {
        root: folder,
        script: `"$NODE" ${JSON.stringify(program)} "$DISK" ${JSON.stringify(home)} 120 > "$SAID/full.json"`,
      })
      const { happened, together, rows } = JSON.parse(
        readFileSync(join(folder, 'said', 'full.json'), 'utf8'),
      ) as {
        happened: Record<string, number>
        together: string[]
        rows: number
      }
      // Each refused row is written once there is room, and the last one of all.
      expect(happened['disk-full']).toBeGreaterThan(20)
      expect(happened).toEqual({
        'disk-full': happened['disk-full'],
        'had room': expect.any(Number),
        written: happened['disk-full'] + 1,
      })
      // Rows that were whole on the disk stay, in order; the rest fails together.
      const reached = together.indexOf('disk-full')
      expect(reached).toBeGreaterThan(0)
      expect(together).toEqual(together.map((_, at) => (at < reached ? 'written' : 'disk-full')))
      expect(rows).toBe(reached + 1)
    },
  )
})
