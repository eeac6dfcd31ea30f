import type { AgentFiles, Conversation, SessionState } from './conversation.ts'
import { MemorySink } from './sinks.ts'
import { messageTruth, transcriptTruth } from './truth.ts'
import type { SessionTruth } from './truth.ts'
import { nextTurn } from './turns.ts'
import { Writer } from './writer.ts'

export interface ForkJob {
  readonly conversation: Conversation
  readonly truth: SessionTruth
  readonly kind: 'fork-session' | 'branch'
}

export interface ForkedSession {
  readonly bytes: Uint8Array
  readonly truth: SessionTruth
  readonly agents: readonly AgentFiles[]
  readonly toolResults: readonly { readonly name: string; readonly text: string }[]
}

/**
 * Another session made from a finished one: the live rows with the same uuids under a new session id (`/branch` also
 * says `forkedFrom`), then a turn of its own. Sub-agents and kept outputs are not copied.
 */
export function forkSession({ conversation, truth, kind }: ForkJob): ForkedSession {
  const { writer: source, random, state } = conversation
  const sink = new MemorySink()
  const sessionId = random.uuid()
  const writer = new Writer({
    random,
    profile: source.profile,
    sessionId,
    cwd: source.cwd,
    gitBranch: source.gitBranch,
    slug: source.slug,
    startTime: source.clock + 60_000,
    sink,
  })
  const { path, siblings, preserved } = truth.live.newest
  const live = new Set([...path, ...siblings, ...preserved])
  const copied = source.kept.filter(({ record }) => record && live.has(record.uuid) && !record.lost)
  for (const pending of copied) {
    const { record } = pending
    if (!record) continue
    const line = pending.line.replaceAll(`"${source.sessionId}"`, `"${sessionId}"`)
    const from = `,"forkedFrom":{"sessionId":"${source.sessionId}","messageUuid":"${record.uuid}"}}`
    writer.window.push({
      ...pending,
      line: kind === 'branch' ? line.slice(0, -1) + from : line,
      record: { ...record },
    })
  }
  writer.leaf = truth.live.newest.tip
  const own: SessionState = { ...state, agents: [], files: [], toolResults: [] }
  nextTurn({ ...conversation, writer, state: own, prompts: [], notices: [] })
  writer.flush(true)
  const messages = messageTruth(copied.flatMap(({ record }) => record ?? []))
  return {
    bytes: sink.bytes(),
    agents: own.files,
    toolResults: own.toolResults,
    truth: {
      ...transcriptTruth(writer),
      project: state.project,
      agents: own.agents,
      toolResults: own.toolResults.map(({ name }) => name),
      forkOf: {
        sessionId: source.sessionId,
        kind,
        copiedRows: copied.length,
        copiedUsage: messages.usage,
        copiedModels: messages.models,
      },
    },
  }
}
