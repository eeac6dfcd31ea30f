import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discover } from '../discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { archiveAll } from './archive-all.ts'
import { collectUnused } from './collect.ts'
import { verifyArchive } from './verify.ts'

let folder: string
let transcript: string
let home: SkeinHome

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-verify-'))
  transcript = join(folder, 'config', 'projects', '-srv-app', 's1.jsonl')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  mkdirSync(join(transcript, '..'), { recursive: true })
  writeFileSync(transcript, 'one\n')
  await archive()
})

afterEach(() => rmSync(folder, { recursive: true }))

async function archive(): Promise<void> {
  await archiveAll(home, discover([join(folder, 'config')]).transcripts)
}

function objectOf(text: string): string {
  const name = createHash('sha256').update(text).digest('hex')
  return join(home.archiveFolder, 'objects', name.slice(0, 2), `${name}.gz`)
}

const SOUND = { manifests: 1, files: 1, versions: 1, objects: 1, bytes: 4, unused: 0, problems: [] }

describe('verifyArchive', () => {
  it('finds nothing wrong with an archive as it was written, or with none', async () => {
    expect(await verifyArchive(home)).toEqual(SOUND)
    const none = { manifests: 0, files: 0, versions: 0, objects: 0, bytes: 0, unused: 0, problems: [] }
    expect(await verifyArchive(skeinHome({ SKEIN_HOME: join(folder, 'none') }))).toEqual(none)
  })

  it.each([
    [
      'is cut',
      (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -3)),
      'not what was stored',
    ],
    ['holds other bytes', (path: string) => writeFileSync(path, gzipSync('two\n')), 'not what was stored'],
    [
      'is a bomb',
      (path: string) => writeFileSync(path, gzipSync(Buffer.alloc(1 << 22))),
      'not what was stored',
    ],
    ['is gone', (path: string) => rmSync(path), 'missing'],
  ])('names the file whose object %s', async (_name, damage, what) => {
    const object = objectOf('one\n')
    damage(object)
    expect(await verifyArchive(home)).toEqual({
      ...SOUND,
      problems: [{ path: transcript, message: `an object of the archive is ${what}: ${object}` }],
    })
  })

  it('names a manifest that was changed', async () => {
    const sessions = join(home.archiveFolder, 'sessions')
    const path = join(sessions, readdirSync(sessions)[0])
    appendFileSync(path, ' ')
    expect(await verifyArchive(home)).toMatchObject({
      manifests: 0,
      unused: 1,
      problems: [{ path, message: 'it is not what was written' }],
    })
  })
})

describe('collectUnused', () => {
  const DAY = 24 * 60 * 60 * 1000

  beforeEach(async () => {
    appendFileSync(transcript, 'two\n')
    await archive()
  })

  it('removes the last chunks of files that grew since, but not at once', async () => {
    expect(await verifyArchive(home)).toMatchObject({ unused: 1, problems: [] })
    expect(await collectUnused(home)).toEqual({ objects: 0, bytes: 0 })
    const bytes = readFileSync(objectOf('one\n')).length
    expect(await collectUnused(home, Date.now() + DAY + 1000)).toEqual({ objects: 1, bytes })
    expect(await verifyArchive(home)).toMatchObject({ unused: 0, problems: [] })
  })

  it('leaves an old object alone that an archiver just found useful', async () => {
    const old = new Date(Date.now() - 2 * DAY)
    utimesSync(objectOf('one\n'), old, old)
    writeFileSync(join(transcript, '..', 's2.jsonl'), 'one\n')
    const { transcripts } = discover([join(folder, 'config')])
    await archiveAll(
      home,
      transcripts.filter(({ session }) => session === 's2'),
    )
    expect(await collectUnused(home)).toEqual({ objects: 0, bytes: 0 })
    expect(await verifyArchive(home)).toMatchObject({ unused: 0, problems: [] })
  })

  it('removes nothing beside a manifest it cannot read', async () => {
    const sessions = join(home.archiveFolder, 'sessions')
    appendFileSync(join(sessions, readdirSync(sessions)[0]), ' ')
    expect(await collectUnused(home, Date.now() + DAY + 1000)).toEqual({ objects: 0, bytes: 0 })
  })

  it('removes what an interrupted archiving left', async () => {
    writeFileSync(join(home.archiveFolder, 'incoming', 'left'), 'x')
    await collectUnused(home, Date.now() + DAY + 1000)
    expect(readdirSync(join(home.archiveFolder, 'incoming'))).toEqual([])
  })

  it('has nothing to do without an archive', async () => {
    expect(await collectUnused(skeinHome({ SKEIN_HOME: join(folder, 'none') }))).toEqual({
      objects: 0,
      bytes: 0,
    })
  })
})
