import type { ScrubbedSpan } from '../scrub/scrub-span.ts'
import type { TraceFacts } from '../spans/span.ts'
import { AGENT_NAME, agentName, nameOfTurn } from './genai.ts'

/** What a target calls things. No id depends on a name. */
export interface Profile {
  traceName(trace: TraceFacts): string
  spanName(span: ScrubbedSpan): string
}

/** The names of the GenAI conventions, for any OpenTelemetry backend. */
export const OTLP_PROFILE: Profile = {
  traceName: () => `invoke_agent ${AGENT_NAME}`,
  spanName: (span) => {
    switch (span.kind) {
      case 'agent': {
        const name = agentName(span)
        return name === null ? 'invoke_agent' : `invoke_agent ${name}`
      }
      case 'generation':
        return span.model === null ? 'chat' : `chat ${span.model}`
      case 'tool':
        return `execute_tool ${span.name}`
      case 'compaction':
        return 'compaction'
    }
  },
}

/** The names that people look for in Langfuse. */
export const LANGFUSE_PROFILE: Profile = {
  traceName: (trace) => `Turn ${nameOfTurn(trace)}`,
  spanName: (span) => {
    switch (span.kind) {
      case 'agent':
        return span.type ?? (span.agentId === null ? `Turn ${nameOfTurn(span.trace)}` : 'agent')
      case 'generation':
        return span.model ?? 'generation'
      case 'tool':
        return span.name
      case 'compaction':
        return 'compaction'
    }
  },
}
