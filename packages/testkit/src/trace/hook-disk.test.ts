import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { canMount, onSmallDisk } from '../store/small-disk.ts'
import { freshFolder } from '../store/written-sessions.ts'

const folder = freshFolder('hook-disk')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isSkipped = skipUnlessAvailable('a disk of its own (unshare, mount)', canMount())

describe.skipIf(isSkipped)(`the hook on a bad disk${isSkipped ? ' (skipped: no mounts here)' : ''}`, () => {
  it('ends with 0 and says nothing where the disk is full, or cannot be written', () => {
    const input = `printf '{"session_id":"s1","transcript_path":"/x.jsonl","hook_event_name":"Stop"}'`
    const said = onSmallDisk(folder, {
      root: folder,
      script: `
        fill; ${input} | skein full trace hook
        free; ${input} | skein roomy trace hook
        freeze; ${input} | skein frozen trace hook
      `,
    })
    const quiet = { code: 0, stdout: '', stderr: '' }
    expect(Object.fromEntries(said)).toEqual({ full: quiet, roomy: quiet, frozen: quiet })
  })
})
