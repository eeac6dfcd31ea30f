import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { Agent } from '../../test/mcp-agent.ts'
import { answer, BIN, lines, prompt, result, row } from '../../test/run-skein.ts'

/* What a transcript says reaches a terminal in a hundred places. Everything hostile is planted in every field here. */

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'
/** Assembled here, so that no scanner takes it for one. */
const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
/** Clears the screen, sets the title, the same with C1 controls, and turns the direction of text. */
const EVIL = '\u001b[2J\u001b]0;evil\u0007\u009b2J\u202e'
const BAD = `${EVIL}${SECRET}`
/** A tool that colours what it found tears a secret apart; taking the colours out must not put it together again. */
const COLOURED = `${SECRET.slice(0, 4)}\u001b[0m${SECRET.slice(4)}`

const machine = new Machine()

const place = {
  cwd: `/home/ada/${BAD}`,
  gitBranch: `feature/${BAD}`,
  slug: `name ${BAD}`,
  version: `2.1.${EVIL}`,
}
const path = `/home/ada/${BAD}/login.ts`

function hostileRows(): object[] {
  const calls = [
    { type: 'tool_use', id: 't1', name: 'Write', input: { file_path: path, content: `needle ${BAD}\n` } },
    { type: 'tool_use', id: 't2', name: `mcp__${BAD}`, input: { query: `needle ${BAD}` } },
    { type: 'tool_use', id: 't3', name: 'Bash', input: { command: `echo needle ${BAD}` } },
  ]
  const written = { type: 'create', filePath: path, content: `needle ${BAD}\n`, structuredPatch: [] }
  const told = { model: `model-${BAD}` }
  return [
    prompt('a1', null, `needle ${BAD} and ${COLOURED}`, 0),
    answer('a2', 'a1', calls[0], 1, told),
    result('a3', 'a2', 't1', 2, { text: `needle ${BAD}`, value: written }),
    answer('a4', 'a3', calls[1], 3, told),
    result('a5', 'a4', 't2', 4, { text: `needle ${COLOURED}` }),
    answer('a6', 'a5', calls[2], 5, told),
    result('a7', 'a6', 't3', 6, { text: `Exit code 1\nneedle ${BAD}`, error: true }),
    answer(`${EVIL}a8`, 'a7', `needle ${BAD}`, 7, told),
    row(`type-${BAD}`, 'a9', `${EVIL}a8`, { text: `needle ${BAD}` }),
    prompt('a10', 'no such parent', `needle ${BAD}`, 9000),
    { type: 'custom-title', customTitle: `needle ${BAD}` },
    { type: 'pr-link', prNumber: 7, prUrl: `https://example.com/${BAD}/7`, prRepository: `o/${BAD}` },
  ].map((one) => ({ ...one, ...place }))
}

beforeAll(() => {
  machine.session(A, hostileRows(), 'hostile')
  const forked = { forkedFrom: { sessionId: `${EVIL}fork of ${SECRET}`, messageUuid: 'b0' } }
  machine.session(B, [{ ...prompt('b1', null, `needle ${BAD}`, 20), ...place, ...forked }], 'hostile')
  const agents = join(machine.root, 'projects', 'hostile', A, 'subagents')
  mkdirSync(agents, { recursive: true })
  const inAgent = { isSidechain: true, agentId: 'a1', sessionId: A, ...place }
  writeFileSync(
    join(agents, 'agent-a1.jsonl'),
    lines(
      { ...prompt('x', null, `needle ${BAD}`, 8), ...inAgent },
      { ...answer('y', 'x', `needle ${BAD}`, 9), ...inAgent },
    ),
  )
  writeFileSync(
    join(machine.root, 'history.jsonl'),
    lines({
      display: `needle ${BAD}`,
      timestamp: 1_760_000_000_000,
      project: `/home/${BAD}`,
      sessionId: 'gone',
    }),
  )
})

afterAll(() => machine.remove())

const COMMANDS: readonly (readonly string[])[] = [
  ['ls', '--width', '200'],
  ['ls', '--lost'],
  ['search', 'needle', '--limit', '100', '--width', '200'],
  ...['session', 'model', 'tool', 'turn'].map((by) => ['usage', by, '--width', '200']),
  ['show', A, '--full', '--width', '200'],
  ['show', A, '--view', 'resume'],
  ['show', A, '--view', 'raw'],
  ['context', A, '--width', '200'],
  ['files', A, '--diff'],
  ['blame', 'login.ts', '--width', '200'],
  ['tree', A],
  ['tree', B],
  ['trace', 'show', A, '--thinking', '--width', '200'],
  ['trace', 'show', B],
  ['lineage', B, '--width', '200'],
  ['check', A],
  ['doctor', '--all'],
  ['doctor', A],
  ['index', 'status'],
  ['archive'],
  ['restore', A, '--to', 'rescued'],
]

/** Neither in text nor in JSON: what a terminal obeys, and what turns text round. */
// oxlint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

function leaks(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.includes(SECRET) || OBEYED.test(line))
    .map((line) => JSON.stringify(line.slice(0, 300)))
}

describe('no secret and nothing that a terminal obeys is printed', () => {
  it.each(COMMANDS.map((command) => [command.join(' '), command]))('by %s', (_, command) => {
    for (const form of [[], ['--json']]) {
      const { code, stdout, stderr } = machine.run(...command, ...form)
      expect({ code, out: leaks(stdout), err: leaks(stderr) }).toEqual({ code: 0, out: [], err: [] })
      if (form.length > 0) expect(() => void JSON.parse(stdout)).not.toThrow()
    }
  })

  it.each(['md', 'html', 'json', 'api'])('by export %s', (form) => {
    const { code, stdout } = machine.run('export', form, A)
    expect({ code, out: leaks(stdout.replaceAll('\t', ' ')) }).toEqual({ code: 0, out: [] })
  })

  it('by the tools of mcp', async () => {
    const agent = await Agent.start(machine)
    try {
      const told = [
        await agent.call('search', { query: 'needle', limit: 100 }),
        await agent.call('show', { session: A }),
        await agent.call('sessions', {}),
        await agent.call('files', { session: A, diff: true }),
        ...(await Promise.all(['session', 'model', 'tool'].map((by) => agent.call('usage', { by })))),
      ]
      expect(told.flatMap(leaks)).toEqual([])
    } finally {
      await agent.leave()
    }
  })

  it('by usage --csv', () => {
    expect(leaks(machine.run('usage', 'session', '--csv').stdout)).toEqual([])
    expect(leaks(machine.run('usage', 'model', '--csv').stdout)).toEqual([])
  })

  it.each([
    ['the name of a session', ['show', 'needle']],
    ['a session that is not there', ['show', `x${EVIL}`]],
    ['an option', ['ls', `--${EVIL}`]],
    ['a query', ['search', `cost:${EVIL}`]],
  ])('by an error about %s', (_, command) => {
    const { code, stderr } = machine.run(...command)
    expect({ code, err: leaks(stderr) }).toEqual({ code: 2, err: [] })
  })

  it.each([[[]], [['--json']]])('by tail %j', async (form) => {
    const file = machine.turn('cccc0000-0000-4000-8000-00000000000c', 'Old', 'older', 'tailed')
    const env = machine.bench.env({ SKEIN_HOME: machine.home })
    const child = spawn(process.execPath, [BIN, 'tail', ...form], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const seen: string[] = []
    const told = new Promise<void>((done) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        seen.push(line)
        if (line.includes('the last one')) done()
      })
    })
    const rows = lines(...hostileRows(), prompt('z', 'a10', 'the last one', 9001))
    const again = setInterval(() => appendFileSync(file, rows), 100)
    await told
    clearInterval(again)
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(leaks(seen.join('\n'))).toEqual([])
    if (form.length > 0) for (const line of seen) expect(() => void JSON.parse(line)).not.toThrow()
  })
})
