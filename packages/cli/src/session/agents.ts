import type { AgentFile } from '@skein/transcript'
import { joinAgents } from '@skein/transcript'
import { isExpected } from '../errors.ts'
import { findAgentFiles, openDisk } from '@skein/store'
import type { JoinedAgents } from '@skein/view'
import { maskedSource } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { openShown } from '../file/open-transcript.ts'

/** A session's sub-agents that have a file. One that cannot be read is left out. */
export function agentFiles(opened: OpenTranscript): (AgentFile & OpenTranscript)[] {
  return findAgentFiles(opened.file).flatMap(({ agentId, file, meta }) => {
    const agent = readAgent(file, opened.hide)
    return agent === null ? [] : [{ agentId, meta, ...agent }]
  })
}

/** Finds, reads and joins a session's sub-agents. */
export function openAgents(opened: OpenTranscript): JoinedAgents {
  const files = agentFiles(opened)
  const sources = new Map(files.map(({ transcript, source }) => [transcript, source]))
  return {
    tree: joinAgents(opened, files),
    sourceOf: ({ transcript }) =>
      (transcript === null ? undefined : sources.get(transcript)) ?? opened.source,
  }
}

/** Its structure, and its bytes when they are asked for: a session can have more sub-agents than files may be open. */
function readAgent(file: string, hide: OpenTranscript['hide']): OpenTranscript | null {
  try {
    const agent = openShown(() => openDisk(file), { closed: 'between' })
    return hide === undefined ? agent : { ...agent, source: maskedSource(agent.source, () => hide) }
  } catch (error) {
    if (isExpected(error)) return null
    throw error
  }
}
