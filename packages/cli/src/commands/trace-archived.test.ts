import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'

const ID = '3f2a8c1e-5b7d-4e60-9a41-0c6d2e8f1b57'

let machine: Machine
let transcript: string

/** A session that Claude Code has deleted since it was archived. */
beforeEach(() => {
  machine = new Machine()
  transcript = machine.turn(ID, 'What is left?', 'Nothing but a copy.')
  machine.touch(transcript, 1_700_000_000)
})
afterEach(() => machine.remove())

function archived(): void {
  machine.run('archive')
  machine.delete(transcript)
}

it('a session that only the archive has is sent, once', () => {
  archived()
  const file = join(machine.bench.folder, 'out.jsonl')
  expect(machine.json('trace', 'send', '--all', '--otlp-file', file)).toMatchObject({
    targets: [{ sessions: 1, turns: 1, spans: 2, sent: 2, unreadable: 0 }],
  })
  const target = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const look = machine.bench.run(['trace', 'send', '--session', ID, '--dry-run', '--json'], {
    env: { SKEIN_HOME: machine.home, ...target },
  })
  expect(JSON.parse(look.stdout)).toMatchObject({ targets: [{ sessions: 1, spans: 2, sent: 0 }] })
})

it('a session that was sent before it was archived is not sent again', () => {
  const config = { targets: { lines: { kind: 'file', path: join(machine.bench.folder, 'out.jsonl') } } }
  mkdirSync(machine.home, { recursive: true, mode: 0o700 })
  writeFileSync(join(machine.home, 'trace.json'), JSON.stringify(config), { mode: 0o600 })
  expect(machine.json('trace', 'send', '--all')).toMatchObject({ targets: [{ sent: 2 }] })
  archived()
  expect(machine.json('trace', 'send', '--all')).toMatchObject({
    targets: [{ sent: 0, unchanged: 1, sessions: 0 }],
  })
  expect(machine.json('trace', 'send', '--all', '--again')).toMatchObject({
    targets: [{ sent: 0, known: 2, sessions: 1 }],
  })
})

it('a session that only the archive has is shown as it was', () => {
  const before = machine.json('trace', 'show', ID)
  archived()
  const after = machine.json('trace', 'show', ID) as { turns: unknown }
  expect(after.turns).toEqual((before as { turns: unknown }).turns)
  expect(machine.run('trace', 'show', ID).stdout).toContain('What is left?')
})
