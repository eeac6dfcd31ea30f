import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const GONE = 'dead0000-0000-4000-8000-00000000000d'
let machine: Machine

beforeEach(() => {
  machine = new Machine()
  const typed = [
    {
      display: 'Mend the login page',
      sessionId: GONE,
      timestamp: 1_770_000_000_000,
      project: '/home/ada/app',
    },
    { display: 'Again', sessionId: GONE, timestamp: 1_770_000_060_000, project: '/home/ada/app' },
    { display: 'Still there', sessionId: A, timestamp: 1_770_000_120_000, project: '/home/ada/app' },
  ]
  writeFileSync(
    join(machine.root, 'history.jsonl'),
    `${typed.map((row) => JSON.stringify(row)).join('\n')}\n{ torn`,
  )
})

afterEach(() => machine.remove())

describe('prompts that only the history kept', () => {
  it('are listed as such, the newest first', () => {
    machine.turn(A, 'Still there', 'Yes')
    expect(machine.run('ls', '--lost')).toEqual({
      code: 0,
      stderr: '',
      stdout: `Prompts whose sessions are gone: only history.jsonl kept them.

Again
2026-02-02 02:41 · dead0000 · /home/ada/app
Mend the login page
2026-02-02 02:40 · dead0000 · /home/ada/app
`,
    })
    expect(machine.run('ls', '--lost', '--limit', '1').stdout).toMatch(/There are more: --limit, --all\.\n$/)
  })

  it('are pointed to where no session is left', () => {
    expect(machine.run('ls').stdout.replaceAll(/\s+/g, ' ')).toContain(
      '3 prompts of sessions that are gone: `skein ls --lost`.',
    )
  })
})
