import { statSync } from 'node:fs'
import {
  openBytes,
  readTranscript,
  type CataloguedTranscript,
  type OpenBytes,
  type SkeinHome,
} from '@skein/store'
import {
  KIND,
  toolCalls,
  wasmWalker,
  type ByteSource,
  type ToolStatus,
  type Transcript,
} from '@skein/transcript'
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
    const facts = readAgentFile(this.#home, file, ({ transcript }) => factsIn(transcript, this.#prices))
    this.#known.set(file.path, { stamp, facts })
    return facts
  }
}

/** Reads the structure of a file for one question. */
export function readAgentFile<T>(
  home: SkeinHome,
  file: CataloguedTranscript,
  ask: (read: { readonly transcript: Transcript; readonly source: OpenBytes }) => T,
): T {
  const source = openBytes(home, file)
  try {
    const options = { walker: wasmWalker(), agentFile: file.agent !== null }
    const { transcript } = readTranscript(source, options)
    return ask({ transcript, source })
  } finally {
    source.close()
  }
}

/** Tells a state of a file from any other. */
export function stampOf({ path, size }: CataloguedTranscript): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? `archive ${size}` : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
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

/** The bytes of a file that is opened for each question and closed again. */
export function reopening(home: SkeinHome, file: CataloguedTranscript): ByteSource {
  return {
    read: (ranges) => {
      const source = openBytes(home, file)
      try {
        return source.read(ranges)
      } finally {
        source.close()
      }
    },
  }
}
