import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt, result } from '../../test/run-skein.ts'

const ID = '5e551017-0000-4000-8000-000000000001'
const OUTPUT = 'a line of output\n'.repeat(500)
const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
let machine: Machine

beforeEach(() => {
  machine = new Machine()
})
afterEach(() => machine.remove())

function withOutput(): string {
  const bash = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }
  return machine.session(ID, [
    prompt(uuid(1), null, 'look around', 0),
    answer(uuid(2), uuid(1), bash, 5),
    result(uuid(3), uuid(2), 't1', 10, { text: OUTPUT }),
    answer(uuid(4), uuid(3), 'a house', 15),
  ])
}

function sessions(): string[] {
  return readdirSync(join(machine.root, 'projects', 'app')).filter((name) => name.endsWith('.jsonl'))
}

interface Plan {
  readonly target: { readonly session: string; readonly path: string }
  readonly steps: readonly { readonly what: string; readonly count: number }[]
}

describe('trim', () => {
  test('writes a copy with less in it, and leaves the original', () => {
    const original = withOutput()
    const before = readFileSync(original)
    const plan = machine.json('trim', ID, '--tools', 'stub') as Plan
    expect(plan).toMatchObject({
      written: true,
      title: 'look around (trimmed)',
      steps: [{ what: 'tool results stubbed', count: 1 }],
    })
    expect(readFileSync(original)).toEqual(before)
    const text = readFileSync(plan.target.path, 'utf8')
    expect(text).not.toContain('a line of output')
    expect(text).toContain('[skein trim: output removed, 8500 characters in 500 lines]')
  })

  test('tells what would happen, step by step', () => {
    withOutput()
    const ran = machine.run('trim', ID, '--preset', 'emergency', '--dry-run')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toContain('1 × tool calls removed')
    expect(sessions()).toEqual([`${ID}.jsonl`])
  })

  test.each([
    [
      'a target that cannot be reached',
      ['--target-tokens', '2'],
      'trimming cannot get this session below about',
    ],
    ['a target that is met', ['--target-tokens', '1m'], 'within the target already'],
    ['nothing to trim', ['--images', 'drop'], 'nothing of what was named'],
    ['no word on what', [], 'nothing was said about what to trim'],
    ['a result without room', ['--tools', 'truncate=1,5'], 'cannot be that short'],
  ])('%s is one line and exit code 1', (_, args, says) => {
    withOutput()
    const ran = machine.run('trim', ID, ...args)
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
    expect(ran.stderr).toContain(says)
    expect(sessions()).toEqual([`${ID}.jsonl`])
  })

  test.each([
    ['--older-than', 'long'],
    ['--tools', 'truncate=x'],
    ['--target-tokens', 'few'],
    ['--preset', 'gentle'],
  ])('%s %s is no such option', (...args) => {
    withOutput()
    expect(machine.run('trim', ID, ...args)).toMatchObject({ code: 2, stdout: '' })
  })

  test('holds on empty and damaged sessions', () => {
    machine.session(ID, [])
    expect(machine.run('trim', ID, '--preset', 'deep').code).toBe(1)
    const path = withOutput()
    const whole = readFileSync(path, 'utf8')
    const torn = machine.bench.write('torn.jsonl', `{"torn\n${whole.slice(0, -30)}`)
    const ran = machine.run('trim', `./${torn}`, '--tools', 'stub', '--dry-run')
    expect(ran).toMatchObject({ code: 0 })
  })
})
