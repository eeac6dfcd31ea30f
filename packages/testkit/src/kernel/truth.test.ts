import {
  allMessages,
  branches,
  bytesInMemory,
  isBoundary,
  isQueuedCommand,
  joinAgents,
  KIND,
  messageOf,
  readPrompts,
  readToolCalls,
  readTranscript,
  resumeView,
  sumUsage,
  toolCalls,
  turns,
  turnTexts,
} from '@skein/transcript'
import type { Agent, Transcript } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import type { GeneratedSession } from '../corpus/session.ts'
import { cleanSession } from './sessions.ts'

describe('a generated session is what its generator says', () => {
  it('tip and path, the compacted past stitched in', () => {
    eachSession(({ truth, bytes }, transcript) => {
      const { newest } = truth.live
      // The generator takes a row that only progress hangs on for no leaf; the real program does.
      if (endsInProgress(transcript)) return
      // Nor does it know that a compaction which preserves messages leaves no older leaf to name.
      if (newest.tip !== null && transcript.graph.rowOfText(newest.tip) < lastBoundary(transcript)) return
      const view = resumeView(transcript, bytesInMemory(bytes))
      expect(view.kind === 'conversation' ? uuidOf(transcript, view.tip) : null).toBe(newest.tip)
      // A `last-prompt` moves what a resume continues from; the live path stays with the newest rows.
      if (uuidOf(transcript, transcript.path.tip) !== newest.tip) return
      expect(uuids(transcript, transcript.path.rows())).toEqual([...newest.compacted, ...newest.path])
    })
  })

  it('messages', () => {
    eachSession(({ truth }, transcript) => {
      const real = [...allMessages(transcript)].filter((message) => !message.synthetic && !message.apiError)
      expect(real.map(({ id }) => id)).toEqual(truth.messages.ids)
    })
  })

  it('usage, once per message', () => {
    eachSession(({ truth, forks }, transcript) => {
      const { total: own } = sumUsage([transcript])
      expect(own).toEqual({ ...truth.usage, webSearches: 0, webFetches: 0 })
      for (const fork of forks) {
        const { total } = sumUsage([transcript, readTranscript(fork.bytes)])
        expect(total.output).toBe(
          truth.usage.output + fork.truth.usage.output - (fork.truth.forkOf?.copiedUsage.output ?? 0),
        )
      }
    })
  })

  it('turns with what was typed', () => {
    eachSession(({ truth, bytes }, transcript) => {
      if (uuidOf(transcript, transcript.path.tip) !== truth.live.newest.tip) return
      const expected = new Map(truth.turns.map((turn) => [turn.prompt, turn]))
      const live = truth.turns.filter(
        ({ place, kind }) => (place === 'live' || place === 'compacted') && kind !== 'task-notification',
      )
      const all = [...turns(transcript)].filter(({ prompt }) => prompt >= 0)
      const texts = turnTexts(transcript, bytesInMemory(bytes), all)
      const found = all.map(({ prompt }, i) => ({
        prompt: uuidOf(transcript, prompt),
        kind: KIND_NAMES[texts[i].prompt?.kind ?? ''],
        text: texts[i].prompt?.typed,
        queued: texts[i].prompt?.queued,
      }))
      expect(found.map(({ prompt }) => prompt).sort()).toEqual(live.map(({ prompt }) => prompt).sort())
      expect(found).toEqual(
        found.map(({ prompt }) => {
          const { kind, text } = expected.get(prompt) ?? { kind: 'none', text: '' }
          return { prompt, kind: kind === 'queued' ? 'plain' : kind, text, queued: kind === 'queued' }
        }),
      )
    })
  })

  it('prompts that a running turn took in', () => {
    eachSession(({ truth, bytes }, transcript) => {
      const rows = allRows(transcript).filter((row) => isQueuedCommand(transcript.scan, row))
      const prompts = readPrompts(transcript, bytesInMemory(bytes), rows)
      const found = [...prompts.values()].map(({ row, typed }) => ({
        uuid: uuidOf(transcript, row),
        text: typed,
      }))
      expect(found).toEqual(truth.absorbed)
    })
  })

  it('tool calls and how they ended', () => {
    eachSession(({ truth, bytes }, transcript) => {
      if (uuidOf(transcript, transcript.path.tip) !== truth.live.newest.tip) return
      const calls = readToolCalls(transcript, bytesInMemory(bytes), [...toolCalls(transcript)])
      const found = calls.map(({ id, name, status }) => ({ id, name, status }))
      expect(found).toEqual(truth.toolCalls.map(({ id, name, status }) => ({ id, name, status })))
    })
  })

  it('turns hold the rows a resume merges back', () => {
    eachSession(({ truth }, transcript) => {
      if (uuidOf(transcript, transcript.path.tip) !== truth.live.newest.tip) return
      const rows = [...turns(transcript)].flatMap((turn) => turn.rows)
      expect(new Set(rows).size).toBe(rows.length)
      const held = new Set(uuids(transcript, rows))
      expect(truth.live.newest.siblings.filter((uuid) => !held.has(uuid))).toEqual([])
      for (const turn of turns(transcript))
        for (const { key } of turn.messages) expect(messageOf(transcript, key).rows.length).toBeGreaterThan(0)
    })
  })

  it('branches with their reason and size', () => {
    eachSession(({ truth }, transcript) => {
      if (uuidOf(transcript, transcript.path.tip) !== truth.live.newest.tip) return
      const onPath = new Set<string | null>([null, ...uuids(transcript, transcript.path.rows())])
      const found = new Map(branches(transcript).map((branch) => [uuidOf(transcript, branch.root), branch]))
      // A boundary hangs on the row it compacted, which the generator does not count with a branch.
      const whole = lastBoundary(transcript) < 0
      for (const expected of truth.branches.filter(({ at }) => onPath.has(at))) {
        const branch = found.get(expected.root)
        // Where a row forks more than once the generator's reasons are of the fork, not of each branch.
        const reasons = truth.branches.filter(({ at }) => at === expected.at).map(({ reason }) => reason)
        expect(reasons).toContain(branch?.reason)
        expect(branch === undefined || branch.at < 0 ? null : uuidOf(transcript, branch.at)).toBe(expected.at)
        if (!whole) continue
        expect([branch?.size, branch?.lastTime]).toEqual([expected.rows, Date.parse(expected.lastTime)])
      }
    })
  })

  it('sub-agents at their calls', () => {
    eachSession((session, transcript) => {
      const source = bytesInMemory(session.bytes)
      const files = session.agents.map((file) => ({
        agentId: file.id,
        meta: file.meta,
        source: bytesInMemory(file.bytes),
        transcript: readTranscript(file.bytes, { agentFile: true }),
      }))
      const tree = joinAgents({ transcript, source }, files)
      expect(tree.unattached).toEqual([])
      const parents = parentsOf(tree.agents)
      const found = session.truth.agents.map(({ toolUseId }) => {
        const agent = tree.byToolUse.get(toolUseId)
        const root =
          agent !== undefined && agent.rows.length > 0 ? uuidOf(transcript, agent.rows[0]) : undefined
        return {
          toolUseId,
          id: root === undefined ? agent?.agentId : undefined,
          root,
          parent: agent && parents.get(agent),
        }
      })
      expect(found).toEqual(
        session.truth.agents.map(({ toolUseId, id, root, parentAgentId }) => ({
          toolUseId,
          id: root === undefined ? id : undefined,
          root,
          parent: parentAgentId,
        })),
      )
    })
  })
})

const KIND_NAMES: Readonly<Record<string, string>> = {
  plain: 'plain',
  command: 'slash-command',
  bash: 'bash',
  'ide-selection': 'ide-selection',
  'ide-opened-file': 'ide-opened-file',
  image: 'image',
}

function eachSession(check: (session: GeneratedSession, transcript: Transcript) => void): void {
  fc.assert(
    fc.property(cleanSession, (options) => {
      const session = generateSession(options)
      check(session, readTranscript(session.bytes))
    }),
    { numRuns: 150 },
  )
}

function uuidOf({ scan }: Transcript, row: number): string {
  return scan.ids.text(scan.columns.uuid[row])
}

function lastBoundary({ scan, rowCount }: Transcript): number {
  let row = rowCount - 1
  while (row >= 0 && !isBoundary(scan, row)) row--
  return row
}

/** Whether progress is the only thing that hangs on some row of the conversation. */
function endsInProgress({ graph, scan, rowCount }: Transcript): boolean {
  const isProgress = (row: number): boolean => scan.columns.kind[row] === KIND.progress
  for (let row = 0; row < rowCount; row++) {
    if (!graph.isNode(row) || isProgress(row)) continue
    const children = graph.children(row)
    if (children.length > 0 && children.every(isProgress)) return true
  }
  return false
}

function uuids(transcript: Transcript, rows: Iterable<number>): string[] {
  return Array.from(rows, (row) => uuidOf(transcript, row))
}

function allRows(transcript: Transcript): number[] {
  return Array.from({ length: transcript.rowCount }, (_, row) => row)
}

function parentsOf(agents: readonly Agent[]): Map<Agent, string | null> {
  const parents = new Map<Agent, string | null>()
  const open = [...agents]
  for (let agent = open.pop(); agent !== undefined; agent = open.pop())
    for (const child of agent.children) {
      parents.set(child, agent.agentId)
      open.push(child)
    }
  return parents
}
