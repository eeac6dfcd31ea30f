import type { Draft } from '../draft/draft.ts'
import { finishDraft } from '../draft/finish.ts'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import { sessionInMemory } from '../source/session-in-memory.ts'
import type { EditSession } from '../source/edit-session.ts'
import { ByteSink } from './byte-sink.ts'
import { NewIds } from './new-ids.ts'
import { render, type RenderOptions } from './render.ts'

/** The new session of a draft, without any file: for tests, and for callers that only want to look. Once a draft. */
export function renderInMemory(draft: Draft, sessionId: string): EditSession {
  const options: RenderOptions = { ids: new NewIds(draft, sessionId), cwd: null, results: null }
  finishDraft(draft, sessionId)
  return sessionInMemory({
    id: sessionId,
    cwd: draft.session.cwd,
    main: rendered(draft.main, options),
    agents: Object.fromEntries(draft.agents.map((agent) => [agent.from.name, rendered(agent, options)])),
  })
}

export function rendered(draft: TranscriptDraft, options: RenderOptions): Uint8Array {
  const pieces: Uint8Array[] = []
  const sink = new ByteSink((bytes) => pieces.push(Uint8Array.from(bytes)))
  render(draft, sink, options)
  sink.flush()
  return Buffer.concat(pieces)
}
