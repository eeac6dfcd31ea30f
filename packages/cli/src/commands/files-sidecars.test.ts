import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
let machine: Machine

beforeEach(() => {
  machine = new Machine()
})

afterEach(() => machine.remove())

function lay(path: string, content: string): string {
  const whole = join(machine.root, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, content)
  utimesSync(whole, 1_770_000_000, 1_770_000_000)
  return whole
}

describe('skein files --sidecars', () => {
  it('lists tool results, tasks and memory, and `files` says that there are some', () => {
    machine.turn(A, 'Mend it', 'Mended.')
    lay(`projects/app/${A}/tool-results/toolu_1.txt`, 'x'.repeat(40_000))
    lay(`tasks/${A}/1.json`, '{"id":')
    lay('projects/app/memory/MEMORY.md', 'Remember')
    const { code, stdout, stderr } = machine.run('files', 'aaaa', '--sidecars', '--width', '200')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').slice(4)).toEqual([
      '1 tool result, 40 KB',
      `    40 KB  2026-02-02 02:40  projects/app/${A}/tool-results/toolu_1.txt`,
      '1 task file, 6 B',
      `    6 B  2026-02-02 02:40  tasks/${A}/1.json`,
      '1 memory of the project, 8 B',
      '    8 B  2026-02-02 02:40  projects/app/memory/MEMORY.md',
      `it is not JSON: ${machine.root}/tasks/${A}/1.json`,
      '',
    ])
    expect(machine.run('files', 'aaaa').stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Kept beside it: 1 tool result, 1 task file, 1 memory of the project, 1 problem (40 KB). --sidecars lists them.',
    )
    expect(machine.run('files', 'aaaa', 'nowhere', '--sidecars')).toMatchObject({ code: 2, stdout: '' })
  })

  it('tells of those that only the archive has, as JSON too', () => {
    const path = machine.turn(A, 'Mend it', 'Mended.')
    const output = lay(`projects/app/${A}/tool-results/${SECRET}.txt`, 'long')
    machine.run('archive')
    machine.delete(path)
    rmSync(dirname(output), { recursive: true })
    expect(machine.json('files', 'aaaa', '--sidecars', '--reveal')).toMatchObject({
      file: path,
      sidecars: [
        { kind: 'tool-result', path: output, place: 'archive', size: 4, time: '2026-02-02T02:40:00.000Z' },
      ],
      diagnostics: [],
    })
    const { stdout } = machine.run('files', 'aaaa', '--sidecars')
    expect(stdout).toContain('▣')
    expect(stdout).not.toContain(SECRET.slice(4, 20))
  })

  it('has none for standard input', () => {
    const input = `${JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content: 'x' } })}\n`
    const { code, stdout } = machine.bench.run(['files', '-', '--sidecars', '--json'], { input })
    expect({ code, sidecars: (JSON.parse(stdout) as { sidecars: unknown }).sidecars }).toEqual({
      code: 0,
      sidecars: [],
    })
  })
})
