import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { canMount, onSmallDisk, type Ran } from './small-disk.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let before: string[]
let after: string[]

beforeEach(() => {
  folder = freshFolder('small-disk')
  root = join(folder, 'config')
  before = writeSessions({ root, count: 3, seed: 'before' })
  cpSync(root, join(folder, 'later'), { recursive: true })
  after = writeSessions({ root: join(folder, 'later'), count: 30, seed: 'after', turns: 3 })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** More sessions than there were, to be indexed and archived. */
const GROW = 'cp -r "$CLAUDE_CONFIG_DIR/../later/." "$CLAUDE_CONFIG_DIR"'

const isSkipped = skipUnlessAvailable('a disk of its own (unshare, mount)', canMount())
const name = isSkipped
  ? 'a real small disk (skipped: unshare and mount are not to be had here)'
  : 'a real small disk'

describe.skipIf(isSkipped)(name, () => {
  it('that is full: the old index answers, one line says so, and all goes on when there is room', () => {
    const said = onSmallDisk(folder, {
      root,
      script: `
        skein indexed ls --json
        skein archived archive
        ${GROW}; fill
        skein ls ls --json --all
        skein search search the --json
        skein show show ${before[0]}
        skein usage usage session --json
        skein archive archive
        skein verify archive --verify
        skein rebuild index rebuild
        skein save search --save mine the
        SKEIN_HOME=$DISK/fresh skein fresh ls
        SKEIN_HOME=$DISK/fresh skein cold usage session --json
        free
        skein freed ls --json --all
        skein checked index verify
        skein again archive
        skein whole archive --verify`,
    })
    expect(idsIn(said.get('indexed'))).toEqual(before.toSorted())
    const told = 'skein: the disk is full; nothing was changed in '
    for (const name of ['ls', 'search', 'show', 'usage'])
      expect({ name, code: said.get(name)?.code, ...linesOf(said.get(name), told) }).toEqual({
        name,
        code: 0,
        lines: 1,
        isTold: true,
      })
    expect(idsIn(said.get('ls'))).toEqual(before.toSorted())
    expect(said.get('show')?.stdout).not.toBe('')
    for (const name of ['archive', 'rebuild', 'save', 'fresh'])
      expect({
        name,
        code: said.get(name)?.code,
        stdout: said.get(name)?.stdout,
        isTold: linesOf(said.get(name), told).isTold,
      }).toEqual({ name, code: 1, stdout: '', isTold: true })
    expect(said.get('verify')).toMatchObject({ code: 0 })
    // Usage needs no index.
    expect(JSON.parse(said.get('cold')?.stdout ?? '')).toMatchObject({
      by: 'session',
      rows: expect.any(Array),
    })
    const all = [...before, ...after].toSorted()
    expect(idsIn(said.get('freed'))).toEqual(all)
    for (const name of ['checked', 'again', 'whole'])
      expect(said.get(name)).toMatchObject({ code: 0, stderr: '' })
  })

  it('that cannot be written: the old index answers, and one line says so', () => {
    const said = onSmallDisk(folder, {
      root,
      script: `
        skein indexed ls --json
        ${GROW}; freeze
        skein ls ls --json --all
        skein search search the --json
        skein usage usage session --json
        skein archive archive
        skein rebuild index rebuild
        SKEIN_HOME=$DISK/fresh skein fresh ls`,
    })
    const told = 'skein: cannot write to '
    for (const name of ['ls', 'search', 'usage'])
      expect({ name, code: said.get(name)?.code, ...linesOf(said.get(name), told) }).toEqual({
        name,
        code: 0,
        lines: 1,
        isTold: true,
      })
    expect(idsIn(said.get('ls'))).toEqual(before.toSorted())
    for (const name of ['archive', 'rebuild', 'fresh'])
      expect({ name, code: said.get(name)?.code, ...linesOf(said.get(name), told) }).toEqual({
        name,
        code: 1,
        lines: 1,
        isTold: true,
      })
  })
})

function idsIn(ran: Ran | undefined): string[] {
  const { sessions } = JSON.parse(ran?.stdout ?? '{}') as { sessions: { id: string }[] }
  return sessions.map(({ id }) => id).toSorted()
}

function linesOf(ran: Ran | undefined, start: string): { lines: number; isTold: boolean } {
  const lines = (ran?.stderr ?? '').trim().split('\n')
  return { lines: lines.length, isTold: lines[0].startsWith(start) }
}
