import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { canMount, onSmallDisk } from '../store/small-disk.ts'
import { freshFolder, writeSessions } from '../store/written-sessions.ts'
import { plainSpans } from './decoded-spans.ts'

const folder = freshFolder('file-disk')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isSkipped = skipUnlessAvailable('a disk of its own (unshare, mount)', canMount())

function spansIn(name: string): string[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)
  return lines.flatMap((line) => plainSpans(JSON.parse(line)).map(({ traceId, spanId }) => traceId + spanId))
}

describe.skipIf(isSkipped)(`a file target${isSkipped ? ' (skipped: no mounts here)' : ''}`, () => {
  it('has whole lines when the disk is full, and every span once when there is room again', () => {
    const root = join(folder, 'root')
    writeSessions({ root, count: 3, seed: 'file-disk', turns: 150 })
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o700 })
    const said = onSmallDisk(folder, {
      root,
      script: `
        export SKEIN_HOME="${home}"
        printf '{"targets":{"lines":{"kind":"file","path":"%s/spans.jsonl"}}}' "$DISK" > "${home}/trace.json"
        chmod 600 "${home}/trace.json"
        skein full trace send --all
        cp "$DISK/spans.jsonl" "${folder}/full.jsonl"
        mount -o remount,size=256m "$DISK"
        skein roomy trace send --all
        cp "$DISK/spans.jsonl" "${folder}/all.jsonl"
        skein whole trace send --all --otlp-file "${folder}/whole.jsonl"
      `,
    })
    expect(said.get('full')).toMatchObject({ code: 1 })
    expect(said.get('full')?.stderr).toContain('(ENOSPC)')
    expect(said.get('roomy')).toMatchObject({ code: 0 })
    const whole = spansIn('whole.jsonl').toSorted()
    expect(spansIn('full.jsonl').length).toBeLessThan(whole.length)
    expect(spansIn('all.jsonl').toSorted()).toEqual(whole)
  })
})
