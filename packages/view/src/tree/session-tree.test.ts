import { Transcript } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { Script } from '../../test/script.ts'
import { meetingPlace } from '../place/meeting-place.ts'
import { rowAtLine, rowsNamed } from '../place/named-rows.ts'
import { placesBefore } from '../raw/raw-entry.ts'
import { sessionTree } from './session-tree.ts'

function read(script: Script): Transcript {
  const transcript = new Transcript()
  transcript.append(script.bytes())
  transcript.end()
  return transcript
}

/** Rows 0–1 are the first turn; 2–6 a branch with two parallel calls, from whose result a branch of its own leaves; 9–10 are live. */
function forked(): Script {
  const script = new Script()
  script.prompt('Begin')
  const begun = script.text('Begun.')
  script.prompt('First try')
  const message = { id: 'two-calls' }
  const one = script.call('t1', 'Read', {}, { message })
  const two = script.call('t2', 'Agent', {}, { message })
  script.answer('t1', 'one', { parentUuid: one })
  const seen = script.answer('t2', 'two', { parentUuid: two })
  script.prompt('Aside', { parentUuid: seen })
  script.prompt('On', { parentUuid: seen })
  script.prompt('Second try', { parentUuid: begun })
  script.text('Done.')
  return script
}

describe('sessionTree', () => {
  it('tells turns, and below them what leaves and hangs there, each branch where a reader meets it', () => {
    const nodes = [...sessionTree(read(forked()), (id) => (id === 't2' ? 'the agent' : null))]
    const told = nodes.map((node) => {
      switch (node.kind) {
        case 'turn':
          return [node.depth, 'turn', node.turn.index, node.turn.prompt]
        case 'branch-turn':
          return [node.depth, 'branch-turn', node.rows, node.prompt]
        case 'branch':
          return [node.depth, 'branch', node.number, node.branch.tip]
        case 'agent':
          return [node.depth, 'agent', node.agent, node.row]
        case 'compaction':
          return [node.depth, 'compaction', node.row]
      }
    })
    expect(told).toEqual([
      [0, 'turn', 0, 0],
      [1, 'branch', 1, 8],
      [2, 'branch-turn', [2, 3, 4, 6], 2],
      [3, 'agent', 'the agent', 4],
      [3, 'branch', 2, 7],
      [4, 'branch-turn', [7], 7],
      [2, 'branch-turn', [8], 8],
      [0, 'turn', 1, 9],
    ])
  })
})

describe('meetingPlace', () => {
  it('is the turn of a row on the live path, else the branch, also for what stands beside it', () => {
    const transcript = read(forked())
    const places = Array.from({ length: 11 }, (_, row) => {
      const { branch, turn } = meetingPlace(transcript, row)
      return branch === null ? turn : `tip ${branch.tip}`
    })
    // Row 5 answers the call that stands beside the branch's way.
    const branch = 'tip 8'
    expect(places).toEqual([0, 0, branch, branch, branch, branch, branch, 'tip 7', branch, 1, 1])
  })

  it('of an entry that is no part of the conversation is where it was written', () => {
    const script = forked()
    script.raw(JSON.stringify({ type: 'ai-title', aiTitle: 'Tries', sessionId: 's' }))
    expect(meetingPlace(read(script), 11)).toEqual({ branch: null, turn: 1 })
  })
})

describe('names of entries', () => {
  it('are uuids, beginnings of uuids, and lines', () => {
    const transcript = read(forked())
    // `u1` is a whole uuid, and the beginning of `u10`.
    expect(rowsNamed(transcript, 'u1')).toEqual([1])
    expect(rowsNamed(transcript, 'u')).toHaveLength(11)
    expect(rowsNamed(transcript, '')).toEqual([])
    expect([rowAtLine(transcript, '3'), rowAtLine(transcript, '12'), rowAtLine(transcript, 'u3')]).toEqual([
      2, -1, -1,
    ])
  })
})

describe('placesBefore', () => {
  it('goes from the last line to the first, with the lines that hold no entry', () => {
    const script = new Script().raw('{"torn')
    script.prompt('Begin')
    script.raw('[]')
    const all = [...placesBefore(read(script))]
    expect(all.map(({ line, row, uuid, damage }) => [line, row, uuid, damage])).toEqual([
      [3, -1, null, 'not-an-object'],
      [2, 0, 'u0', null],
      [1, -1, null, 'torn-line'],
    ])
    expect([...placesBefore(read(script), script.offsetOf(2))].map(({ line }) => line)).toEqual([2, 1])
  })
})
