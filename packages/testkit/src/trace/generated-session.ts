import type { AgentFile, Readable } from '@skein/transcript'
import { bytesInMemory, readTranscript } from '@skein/transcript'
import type { Span, TracedSession, TraceOptions } from '@skein/trace'
import { NO_ORIGINS, traceTurns } from '@skein/trace'
import { CLAUDE_PRICES } from '@skein/view'
import type { GeneratedSession } from '../corpus/session.ts'

/** A generated session as traces are made of it. */
export function tracedSession(bytes: Uint8Array, agents: GeneratedSession['agents']): TracedSession {
  return { id: 'session', main: readable(bytes, false), agents: agents.map(agentFile) }
}

export function spansOf(session: TracedSession, options: Partial<TraceOptions> = {}): Span[] {
  return [...traceTurns(session, { ...SETTLED, ...options })].flatMap((turn) => turn.spans())
}

export const SETTLED: TraceOptions = {
  origins: NO_ORIGINS,
  prices: CLAUDE_PRICES,
  thinking: true,
  settled: true,
}

function readable(bytes: Uint8Array, agent: boolean): Readable {
  return { transcript: readTranscript(bytes, { agentFile: agent }), source: bytesInMemory(bytes) }
}

function agentFile({ id, meta, bytes }: GeneratedSession['agents'][number]): AgentFile {
  return { agentId: id, meta, ...readable(bytes, true) }
}
