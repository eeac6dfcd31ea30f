import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFailure, type WriteFailure } from './write-failure.ts'

/** What the program keeps beside a sub-agent's transcript, in the order in which it writes it. */
export interface NewAgentMeta {
  readonly agentType: string
  readonly isBuiltIn: boolean
  readonly description: string
  /** The call that started it. */
  readonly toolUseId: string
  /** The agent that started it, where that is one. */
  readonly parentAgentId?: string
  readonly spawnDepth: number
  readonly requestShape?: string
  readonly finished: boolean
}

/** Writes `agent-<id>.meta.json` beside `agent-<id>.jsonl`: the whole of it or nothing. */
export function writeAgentMeta(transcript: string, meta: NewAgentMeta): WriteFailure | null {
  const path = transcript.replace(/\.jsonl$/, '.meta.json')
  const staged = `${path}.${randomUUID()}`
  const { agentType, isBuiltIn, description, toolUseId, parentAgentId, spawnDepth, requestShape, finished } =
    meta
  const ordered = {
    agentType,
    isBuiltIn,
    description,
    toolUseId,
    parentAgentId,
    spawnDepth,
    requestShape,
    finished,
  }
  try {
    writeFileSync(staged, JSON.stringify(ordered), { mode: 0o600, flush: true })
    renameSync(staged, path)
    return null
  } catch (error) {
    rmSync(staged, { force: true })
    return writeFailure(error, path)
  }
}
