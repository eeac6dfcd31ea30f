import type { MessageUsage, Transcript } from '@skein/transcript'
import { FLAG, usageOf } from '@skein/transcript'

/** What a message used, and the transcript whose row says so. */
export interface OwnedUsage extends MessageUsage {
  readonly transcript: Transcript
}

/**
 * In which transcript of a session a message counts: sub-agents may begin with copies of what their parent said. The
 * main conversation comes first, then sub-agents in the order given. Its usage is that of the largest copy, as in
 * `sumUsage`.
 */
export class MessageOwners {
  readonly #owners = new Map<string, Owned>()

  constructor(main: Transcript, agents: readonly Transcript[]) {
    for (const transcript of agents) {
      for (const first of transcript.messages.first) {
        const key = transcript.scan.columns.messageId[first]
        const name = nameOf(transcript, key)
        if (name === null || !isGeneration(transcript, key)) continue
        const known = this.#owners.get(name) ?? ownedBy(main, name)
        const usage = ownUsage(transcript, key)
        this.#owners.set(
          name,
          known === null ? { transcript, usage } : { ...known, usage: larger(known.usage, usage) },
        )
      }
    }
  }

  owns(transcript: Transcript, key: number): boolean {
    const owned = this.#of(transcript, key)
    return owned === undefined || owned.transcript === transcript
  }

  usageOf(transcript: Transcript, key: number): OwnedUsage | null {
    const owned = this.#of(transcript, key)
    return owned === undefined ? ownUsage(transcript, key) : owned.usage
  }

  #of(transcript: Transcript, key: number): Owned | undefined {
    const name = this.#owners.size === 0 ? null : nameOf(transcript, key)
    return name === null ? undefined : this.#owners.get(name)
  }
}

/** Whether a model wrote any of the message: neither the program itself nor a failure is a generation. */
export function isGeneration({ messages }: Transcript, key: number): boolean {
  return messages.rows(key).some((row) => messages.isReal(row))
}

interface Owned {
  readonly transcript: Transcript
  readonly usage: OwnedUsage | null
}

const BY_ID = 'id:'
const BY_UUID = 'uuid:'

/** What copies of the message are called too; null where nothing says. */
function nameOf({ scan, messages }: Transcript, key: number): string | null {
  const { columns, ids } = scan
  if (messages.isNamed(key)) return `${BY_ID}${ids.text(key)}`
  const first = messages.rows(key)[0]
  return (columns.flags[first] & FLAG.syntheticUuid) !== 0
    ? null
    : `${BY_UUID}${ids.text(columns.uuid[first])}`
}

function ownedBy(transcript: Transcript, name: string): Owned | null {
  const { scan, graph } = transcript
  const isNamed = name.startsWith(BY_ID)
  const id = scan.ids.find(name.slice(isNamed ? BY_ID.length : BY_UUID.length))
  const key = isNamed ? id : scan.columns.messageId[graph.rowOf(id)]
  if (id === 0 || key === undefined || nameOf(transcript, key) !== name || !isGeneration(transcript, key))
    return null
  return { transcript, usage: ownUsage(transcript, key) }
}

function ownUsage(transcript: Transcript, key: number): OwnedUsage | null {
  const usage = usageOf(transcript, key)
  return usage === null ? null : { ...usage, transcript }
}

function larger(a: OwnedUsage | null, b: OwnedUsage | null): OwnedUsage | null {
  if (a === null || b === null) return a ?? b
  return b.tokens.output > a.tokens.output ? b : a
}
