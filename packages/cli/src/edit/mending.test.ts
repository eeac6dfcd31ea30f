import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt } from '../../test/run-skein.ts'

const ID = '5e551017-0000-4000-8000-000000000001'
/** Made of pieces, so that no scanner takes it for a real one. */
const TOKEN = ['ghp', '_', 'q7Rt2LmX9vZk4Pw8sJd3Hf6BA1b2C3d4E5f6'].join('')
let machine: Machine

beforeEach(() => {
  machine = new Machine()
})
afterEach(() => machine.remove())

interface Plan {
  readonly target: { readonly session: string; readonly path: string }
  readonly [key: string]: unknown
}

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

/** The second turn hangs on a row that is not there. */
function broken(): string {
  return machine.session(ID, [
    prompt(uuid(1), null, 'first', 0),
    answer(uuid(2), uuid(1), 'one', 5),
    prompt(uuid(4), uuid(3), 'second', 600),
    answer(uuid(5), uuid(4), 'two', 605),
  ])
}

describe('repair', () => {
  test('gives back the history that a resume leaves out, and tells what it showed before and after', () => {
    const original = broken()
    appendFileSync(original, '{"torn')
    const before = readFileSync(original)
    const plan = machine.json('repair', ID) as Plan
    expect(readFileSync(original)).toEqual(before)
    expect(plan).toMatchObject({
      kind: 'repair',
      written: true,
      title: 'first (repaired)',
      resume: [
        { version: '2.1.325', before: 2, after: 4 },
        { version: '2.0.76', before: 2, after: 4 },
      ],
      steps: [
        { what: 'damaged pieces set aside', count: 1 },
        { what: 'missing parents re-linked', count: 1 },
      ],
      carried: [],
      setAside: [{ file: '', line: 5, offset: before.length - 6, length: 6 }],
    })
    expect(machine.json('doctor', plan.target.session)).toMatchObject({ findings: [], lost: 0 })
    expect(machine.run('repair', plan.target.session)).toMatchObject({ code: 1, stdout: '' })
  })

  test('says so where nothing is damaged, and where a choice makes no sense', () => {
    machine.turn(ID, 'hello', 'hi')
    const ran = machine.run('repair', ID)
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain('nothing is damaged')
    expect(machine.run('repair', ID, '--writer', 'nobody').code).toBe(1)
    expect(machine.run('repair', ID, '--orphans', 'maybe').code).not.toBe(0)
  })

  test('is what the doctor advises', () => {
    broken()
    expect(machine.run('doctor', ID).stdout).toContain('skein repair')
  })

  test('holds on an empty file', () => {
    machine.session(ID, [])
    expect(machine.run('repair', join(machine.root, 'projects/app', `${ID}.jsonl`))).toMatchObject({
      code: 1,
      stdout: '',
    })
  })
})

describe('redact', () => {
  test('leaves the secret nowhere: neither in the transcript, its title and sidecars, nor in what it prints', () => {
    machine.turn(ID, `use ${TOKEN}`, `${TOKEN} it is`)
    const results = join(machine.root, 'projects/app', ID, 'tool-results')
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, 'a.txt'), `out ${TOKEN}\n`)
    writeFileSync(join(results, 'b.bin'), Buffer.from([0, 1, 2]))
    const dry = machine.run('redact', ID, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    const plan = machine.json('redact', ID) as Plan
    const { path, session } = plan.target
    expect(readFileSync(path, 'utf8')).toContain('[redacted:github-token:1]')
    const copied = readFileSync(join(path.replace(/\.jsonl$/, ''), 'tool-results/a.txt'), 'utf8')
    expect(copied).toBe('out [redacted:github-token:1]\n')
    const everything = [
      readFileSync(path, 'utf8'),
      JSON.stringify(plan),
      dry.stdout,
      machine.run('ls').stdout,
    ]
    expect(everything.filter((text) => text.includes(TOKEN))).toEqual([])
    expect(plan).toMatchObject({
      title: 'use [redacted:github-token:1] (redacted)',
      secrets: [{ kind: 'github-token', count: 3 }],
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'binary' })]) as unknown,
    })
    expect(machine.run('redact', session)).toMatchObject({ code: 1, stdout: '' })
  })

  test('finds what patterns name and refuses one that could run for ever', () => {
    machine.turn(ID, 'ask EMP-123456', 'asked')
    expect(machine.json('redact', ID, '--pattern', 'EMP-\\d{6}=employee', '--dry-run')).toMatchObject({
      secrets: [{ kind: 'employee', count: 1 }],
      written: false,
    })
    const bad = machine.run('redact', ID, '--pattern', '(a+)+$')
    expect(bad).toMatchObject({ code: 1, stdout: '' })
    expect(bad.stderr).toContain('a pattern cannot be used')
  })
})
