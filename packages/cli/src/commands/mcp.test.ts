import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { Agent } from '../../test/mcp-agent.ts'
import { answer, prompt, result } from '../../test/run-skein.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'

let machine: Machine
let agent: Agent

beforeEach(() => {
  machine = new Machine()
})

afterEach(async () => {
  await agent.leave()
  machine.remove()
})

describe('skein mcp', () => {
  it('offers tools that only read', async () => {
    agent = await Agent.start(machine)
    const { tools } = (await agent.ask('tools/list', {})) as {
      tools: { name: string; annotations: object }[]
    }
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual(
      ['search', 'show', 'sessions', 'usage', 'files'].map((name) => [
        name,
        { readOnlyHint: true, openWorldHint: false },
      ]),
    )
  })

  it('searches, shows, lists and counts past sessions, and sees what was written since', async () => {
    machine.turn(A, 'Mend the login page', 'Mended at last.')
    agent = await Agent.start(machine)
    expect(await agent.call('search', { query: 'at last' })).toContain(`session ${A} at ${A}-2`)
    expect(await agent.call('show', { session: '@last' })).toContain('Mended at last.')
    expect(await agent.call('usage', { by: 'model' })).toContain('115 tokens')
    machine.turn('bbbb0000-0000-4000-8000-00000000000b', 'Paint the door', 'Painted.')
    expect(await agent.call('sessions', { title: 'door' })).toContain('Paint the door')
  })

  it('bounds what it answers, and says how to get the rest', async () => {
    machine.turn(A, 'Tell me everything', 'word '.repeat(5000))
    agent = await Agent.start(machine)
    const told = await agent.call('show', { session: A, max_chars: 500 })
    expect(told.length).toBeLessThan(600)
    expect(told).toMatch(/\[cut at 500 characters; ask for turns, it has 1\]$/)
  })

  it('answers wrong names and queries as errors of the tool, and goes on', async () => {
    machine.turn(A, 'x', 'y')
    agent = await Agent.start(machine)
    expect(await agent.call('show', { session: 'nobody' })).toContain('no session is called "nobody"')
    expect(await agent.call('search', { query: 'cost:cheap' })).toContain('skein: ')
    // An argument that is misspelt would otherwise be an answer to another question.
    expect(await agent.call('show', { session: A, turn: '2' })).toMatch(/unrecognized key.*turn/is)
    expect(await agent.call('sessions', {})).toContain(A)
  })

  it('tells the commands that may have changed files, as an agent has no --json to ask for them', async () => {
    machine.session(A, [
      prompt('a1', null, 'Remove it', 0),
      answer('a2', 'a1', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'rm old.txt' } }, 1),
      result('a3', 'a2', 't1', 2, { text: '' }),
    ])
    agent = await Agent.start(machine)
    const told = await agent.call('files', { session: A })
    expect(told).toContain('  turn 1: rm old.txt\n')
    expect(told).not.toContain('--json')
  })

  it('shows no secret', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    machine.turn(A, `The key is ${secret}`, `Yes, ${secret}`)
    agent = await Agent.start(machine)
    const told = [
      await agent.call('search', { query: 'key' }),
      await agent.call('show', { session: A }),
      await agent.call('sessions', {}),
    ]
    expect(told.filter((text) => text.includes(secret))).toEqual([])
  })
})
