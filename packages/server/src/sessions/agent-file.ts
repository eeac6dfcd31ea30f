import {
  lookAt,
  openBytes,
  openTranscript,
  type CataloguedTranscript,
  type OpenTranscript,
  type SkeinHome,
} from '@skein/store'
import { KIND, toolCalls, type ToolStatus, type Transcript } from '@skein/transcript'
import { agentFigures, type AgentFigures, type PriceTable } from '@skein/view'

/** What there is to know of a sub-agent's file without keeping it. */
export interface AgentFacts extends AgentFigures {
  /** Its last words are the model's, and no call waits for an answer. */
  readonly hasEnded: boolean
  /** Calls that start agents, by id. */
  readonly calls: ReadonlyMap<string, ToolStatus>
}

/** Facts of sub-agents' files, each read once as long as it does not change. */
export class AgentFiles {
  readonly #home: SkeinHome
  readonly #prices: PriceTable
  readonly #known = new Map<string, { readonly stamp: string; readonly facts: AgentFacts }>()

  constructor(home: SkeinHome, prices: PriceTable) {
    this.#home = home
    this.#prices = prices
  }

  /** Throws a `StoreError` where it cannot be read. */
  factsOf(file: CataloguedTranscript): AgentFacts {
    const stamp = stampOf(file)
    const known = this.#known.get(file.path)
    if (known?.stamp === stamp) return known.facts
    const facts = factsIn(openAgentFile(this.#home, file).transcript, this.#prices)
    this.#known.set(file.path, { stamp, facts })
    return facts
  }
}

/** Reads the structure of a sub-agent's file; it is open only while it is read. */
export function openAgentFile(home: SkeinHome, file: CataloguedTranscript): OpenTranscript {
  return openTranscript(() => openBytes(home, file), { agentFile: file.agent !== null, closed: 'between' })
}

/** Tells a state of a file from any other. */
export function stampOf({ path, size }: CataloguedTranscript): string {
  return JSON.stringify(lookAt(path) ?? { inode: 0, size })
}

function factsIn(transcript: Transcript, prices: PriceTable): AgentFacts {
  const { path, scan } = transcript
  const calls = new Map<string, ToolStatus>()
  let waits = false
  for (const { id, name, status } of toolCalls(transcript)) {
    if (status === 'pending' || status === 'orphaned') waits = true
    if (isAgentTool(name)) calls.set(id, status)
  }
  const last = path.length === 0 ? -1 : path.at(path.length - 1)
  const hasEnded = last >= 0 && scan.columns.kind[last] === KIND.assistant && !waits
  return { ...agentFigures(transcript, prices), hasEnded, calls }
}

export function isAgentTool(name: string): boolean {
  return name === 'Task' || name === 'Agent'
}
