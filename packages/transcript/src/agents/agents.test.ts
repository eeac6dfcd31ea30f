import { describe, expect, it } from 'vitest'
import type { Agent, AgentFile, Readable } from './agents.ts'
import { joinAgents } from './agents.ts'
import { bytesInMemory } from '../bytes/bodies.ts'
import { readTranscript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('sub-agents', () => {
  it('belong to the call their side file names, else the one whose result names them, else the one with their prompt', () => {
    const main = session([
      ...task('t1', 'look', null),
      ...task('t2', 'find', 'byresult'),
      ...task('t3', 'the prompt', null),
    ])
    const files = [
      agent('bymeta', [prompt('whatever')], { toolUseId: 't1', agentType: 'Explore' }),
      agent('byresult', [prompt('something')]),
      agent('byprompt', [prompt('the prompt')]),
      agent('lost', [prompt('nobody asked')]),
    ]
    const { agents, unattached } = joinAgents(main, files)
    expect(agents.map(shape)).toEqual([
      ['bymeta', 't1', 'Explore', []],
      ['byresult', 't2', 'general', []],
      ['byprompt', 't3', 'general', []],
    ])
    expect(unattached.map(shape)).toEqual([['lost', null, null, []]])
  })

  it('nest', () => {
    const main = session(task('t1', 'outer', 'a'))
    const { agents } = joinAgents(main, [
      agent('b', [prompt('inner')]),
      agent('a', [prompt('outer'), ...task('t2', 'inner', 'b')]),
    ])
    expect(agents.map(shape)).toEqual([['a', 't1', 'general', [['b', 't2', 'general', []]]]])
  })

  it('that would start each other are cut apart', () => {
    const files = [
      agent('a', [prompt('x'), ...task('t1', 'y', 'b')]),
      agent('b', [prompt('y'), ...task('t2', 'x', 'a')]),
    ]
    const { agents, unattached } = joinAgents(session([]), files)
    expect(agents).toEqual([])
    expect(unattached.map(shape)).toEqual([['a', null, null, [['b', 't1', 'general', []]]]])
  })

  it('in the main file are grouped by root and joined by their prompt', () => {
    const side = (uuid: string, parentUuid: string | null, type: string, content: string) => ({
      type,
      uuid,
      parentUuid,
      isSidechain: true,
      message: { content },
    })
    const main = session([
      ...task('t1', 'first', null),
      side('s1', null, 'user', 'first'),
      side('x1', null, 'user', 'second'),
      side('s2', 's1', 'assistant', 'working'),
      ...task('t2', 'second', null),
    ])
    const { agents, unattached } = joinAgents(main, [])
    expect(agents.map(({ toolUseId, rows }) => [toolUseId, rows])).toEqual([
      ['t1', [2, 4]],
      ['t2', [3]],
    ])
    expect(unattached).toEqual([])
  })
})

type Shape = [agentId: string | null, toolUseId: string | null, type: string | null, children: Shape[]]

function shape({ agentId, toolUseId, type, children }: Agent): Shape {
  return [agentId, toolUseId, type, children.map(shape)]
}

function session(rows: readonly object[], agentFile = false): Readable {
  const bytes = encodeUtf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return { transcript: readTranscript(bytes, { agentFile }), source: bytesInMemory(bytes) }
}

function agent(agentId: string, rows: readonly object[], meta?: object): AgentFile {
  return { agentId, meta, ...session(rows, true) }
}

function prompt(content: string): object {
  return { type: 'user', uuid: `p-${content}`, parentUuid: null, isSidechain: true, message: { content } }
}

/** A call of the agent tool and its result, which may name the agent. */
function task(id: string, text: string, agentId: string | null): object[] {
  const input = { prompt: text, description: text, subagent_type: 'general' }
  return [
    {
      type: 'assistant',
      uuid: `a-${id}`,
      parentUuid: null,
      message: { id: `m-${id}`, content: [{ type: 'tool_use', id, name: 'Task', input }] },
    },
    {
      type: 'user',
      uuid: `r-${id}`,
      parentUuid: `a-${id}`,
      toolUseResult: { status: 'completed', content: [], ...(agentId === null ? {} : { agentId }) },
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
    },
  ]
}
