import { setImmediate as nextTurn } from 'node:timers/promises'
import { agentMeta, StoreError, type CataloguedTranscript, type SkeinHome } from '@skein/store'
import { joinAgents, type AgentFile, type Readable } from '@skein/transcript'
import type { JoinedAgents } from '@skein/view'
import { openAgentFile } from '../sessions/agent-file.ts'

/** The structures of a session's sub-agents; bodies are read when they are asked for. One that cannot be read is left out. */
export async function agentFilesOf(
  home: SkeinHome,
  agents: readonly CataloguedTranscript[],
): Promise<AgentFile[]> {
  const found: AgentFile[] = []
  for (const file of agents.slice(0, MOST_AGENTS)) {
    try {
      const { transcript, source } = openAgentFile(home, file)
      found.push({ agentId: file.agent ?? '', meta: agentMeta(file.path), transcript, source })
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
    await nextTurn()
  }
  return found
}

const MOST_AGENTS = 1000

/** The same, each at the call that started it. */
export function joined(main: Readable, files: readonly AgentFile[]): JoinedAgents {
  const sources = new Map(files.map(({ transcript, source }) => [transcript, source]))
  return {
    tree: joinAgents(main, files),
    sourceOf: ({ transcript }) => (transcript === null ? undefined : sources.get(transcript)) ?? main.source,
  }
}
