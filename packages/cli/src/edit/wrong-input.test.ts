import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt } from '../../test/run-skein.ts'

/* Bad input is one clear line and exit code 1, and nothing is written. */

const ID = '5e551017-0000-4000-8000-000000000001'
const OTHER = '5e551017-0000-4000-8000-000000000002'
let machine: Machine

beforeEach(() => {
  machine = new Machine()
  machine.session(ID, [prompt('a1', null, 'first', 0), answer('a2', 'a1', 'one', 5)])
})
afterEach(() => machine.remove())

/** Everything below the config folder, with content. */
function files(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(machine.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

function refused(...args: readonly string[]): string {
  const before = files()
  const ran = machine.run(...args)
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toMatch(/^skein: (?!a bug).+\n$/)
  expect(files()).toEqual(before)
  return ran.stderr
}

const EDITS: readonly (readonly [command: string, ...options: string[]])[] = [
  ['clone'],
  ['fork', '--at', 't1'],
  ['split', '--turn', '2'],
  ['merge', '--from-branch', '1'],
  ['trim', '--preset', 'deep'],
  ['compress'],
  ['repair'],
  ['redact'],
]

test.each(EDITS)('%s of a session that there is not', (command, ...options) => {
  expect(refused(command, 'deadbeef', ...options)).toContain('no session is called "deadbeef"')
})

test('a folder, or what comes in by a pipe, is no session to edit', () => {
  mkdirSync(join(machine.bench.folder, 'folder.jsonl'))
  expect(refused('clone', './folder.jsonl')).toContain('a folder')
  expect(refused('clone', '-')).toContain('an edit needs a transcript that is a file')
})

test.each([' ', 'two\nlines', '\u001b[31mred'])('the title %j', (title) => {
  expect(refused('clone', ID, '--title', title)).toMatch(/a title/)
})

test.each(['title', 'tag', 'undo', 'originals'])('%s of a session that there is not', (command) => {
  const text = command === 'title' || command === 'tag' ? ['x'] : []
  expect(refused(command, 'deadbeef', ...text)).toContain('no session is called "deadbeef"')
})

test('a name that fits several sessions lists them', () => {
  machine.session(OTHER, [prompt('b1', null, 'second', 0), answer('b2', 'b1', 'two', 5)])
  const ran = machine.run('clone', '5e551017')
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr.split('\n').filter((line) => line.includes(ID) || line.includes(OTHER))).toHaveLength(2)
})

test.each([
  ['--model', 'x'],
  ['--budget', '1'],
  ['--retries', '0'],
])('compress %s without a model to ask', (...options) => {
  expect(refused('compress', ID, ...options)).toContain(`${options[0]} is for the engine that asks a model`)
})

test('a title for a session that was deleted makes no file', () => {
  machine.run('ls')
  rmSync(join(machine.root, 'projects', 'app', `${ID}.jsonl`))
  expect(refused('title', ID, 'x', '--no-refresh')).toContain('there is no file any more')
})

test('names of files that would clear a terminal are shown as text', () => {
  const name = '\u001b[2Jevil'
  const path = machine.session(name, [prompt('b1', null, 'x', 0), answer('b2', 'b1', 'y', 5)])
  for (const args of [
    ['clone', path],
    ['title', path, 'x'],
    ['lineage', path],
  ])
    expect(machine.run(...args).stdout).not.toContain('\u001b[2J')
})
