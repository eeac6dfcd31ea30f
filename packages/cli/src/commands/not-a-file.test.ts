import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'

/* What is no file is read as a stream, or refused at once: a pipe that nobody writes to would be waited for, for ever. */

const ID = '5e551017-0000-4000-8000-000000000001'
const PIPE = '5e551017-0000-4000-8000-00000000000f'
let machine: Machine
beforeEach(() => {
  machine = new Machine()
  machine.turn(ID, 'hello', 'world')
})
afterEach(() => machine.remove())

function pipeAt(path: string): string {
  execFileSync('mkfifo', [path])
  return path
}

describe.skipIf(process.platform === 'win32')('a pipe that nobody writes to', () => {
  it.each([
    ['show'],
    ['tree'],
    ['context'],
    ['files'],
    ['check'],
    ['doctor'],
    ['trace', 'show'],
    ['export', 'md'],
  ])('%s says that there is nothing in it', (...command) => {
    const pipe = pipeAt(join(machine.bench.folder, 'pipe.jsonl'))
    expect(machine.run(...command, pipe)).toEqual({
      code: 1,
      stdout: '',
      stderr: `skein: the file is empty: ${pipe}: nothing was recorded in it\n`,
    })
  })

  it.each([
    ['clone'],
    ['fork', '--at', 't1'],
    ['trim', '--preset', 'deep'],
    ['compress'],
    ['repair'],
    ['redact'],
  ])('is nothing to %s', (command, ...options) => {
    const pipe = pipeAt(join(machine.root, 'projects', 'app', `${PIPE}.jsonl`))
    expect(machine.run(command, pipe, ...options)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`cannot be read (not a file): ${pipe}: name a transcript`),
    })
  })

  it('is passed over among transcripts and their sidecars', () => {
    const folder = join(machine.root, 'projects', 'app')
    execFileSync('mkdir', ['-p', join(folder, ID, 'subagents')])
    for (const name of [
      `${PIPE}.jsonl`,
      'agent-f1.jsonl',
      `${ID}/subagents/agent-a1.jsonl`,
      `${ID}/custom-title.json`,
    ])
      pipeAt(join(folder, name))
    for (const args of [['ls'], ['usage'], ['search', 'hello'], ['archive'], ['show', ID], ['clone', ID]])
      expect(machine.run(...args)).toMatchObject({ code: 0 })
  })
})

describe.skipIf(process.platform === 'win32')('what can never be read', () => {
  it('is refused: a device without end, a socket, links that go round', async () => {
    const socket = join(machine.bench.folder, 'socket.jsonl')
    const loop = join(machine.bench.folder, 'loop.jsonl')
    symlinkSync(loop, loop)
    const server = createServer()
    await new Promise<void>((listening) => server.listen(socket, listening))
    const said = ['/dev/zero', socket, loop].map((path) => machine.run('show', path))
    server.close()
    expect(said).toEqual([
      { code: 1, stdout: '', stderr: 'skein: not a file: /dev/zero: name a .jsonl file\n' },
      { code: 1, stdout: '', stderr: `skein: not a file: ${socket}: name a .jsonl file\n` },
      { code: 1, stdout: '', stderr: `skein: the links go round in ${loop}: name the file itself\n` },
    ])
  })
})
