import { sessionOfTopic, type LiveEvent, type ViewUpdate } from '@skein/view'
import type { LiveSource, LiveTranscript } from './live-source.ts'
import type { FollowedTopic, TopicKind, Topics } from './topics.ts'

type SessionPlace = Omit<LiveTranscript['file'], 'agent'>

/** Transcripts that grow, as topics: `session:<key>` and `agent:<key>/<agent>`. */
export class TranscriptTopics {
  readonly #source: LiveSource
  readonly #followed = new Set<FollowedTranscript>()
  /** Told whenever a change of a file was told, with when the file was changed. */
  onTold: (changedAt: number) => void = () => {}

  constructor(source: LiveSource) {
    this.#source = source
  }

  get topics(): Topics {
    const kind: TopicKind = { scope: 'read', open: (_id, topic) => this.#open(topic) }
    return { session: kind, agent: kind }
  }

  /** A transcript may have grown. */
  async changed(file: LiveTranscript['file']): Promise<void> {
    await this.#each(file, async (followed) => {
      const { transcript, told } = followed
      if (transcript.file.agent !== file.agent) return
      await transcript.catchUp()
      if (followed.told !== told && transcript.changedAt !== null) this.onTold(transcript.changedAt)
    })
  }

  /** Sub-agents of a session may have got further. */
  async agentsChanged(session: SessionPlace): Promise<void> {
    await this.#each(session, ({ transcript }) => transcript.lookAtAgents())
  }

  async #open(topic: string): Promise<FollowedTopic | null> {
    const name = sessionOfTopic(topic)
    const transcript = name && (await this.#source.open(name.session, name.agent))
    if (!name || !transcript) return null
    const followed = new FollowedTranscript(transcript, { ...name, topic }, () => {
      this.#followed.delete(followed)
      this.#source.release(transcript)
    })
    this.#followed.add(followed)
    return followed
  }

  /** Whatever one transcript trips us over, the others are told of. */
  async #each(session: SessionPlace, work: (followed: FollowedTranscript) => Promise<void>): Promise<void> {
    const files = [...this.#followed].filter(({ transcript }) => isOfSession(transcript, session))
    const failed = (await Promise.allSettled(files.map(work))).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

interface TranscriptName {
  readonly topic: string
  readonly session: string
  readonly agent: string | null
}

class FollowedTranscript implements FollowedTopic {
  readonly transcript: LiveTranscript
  readonly close: () => void
  readonly #name: TranscriptName
  /** How many changes its listeners were told. */
  told = 0

  constructor(transcript: LiveTranscript, name: TranscriptName, close: () => void) {
    this.transcript = transcript
    this.#name = name
    this.close = close
  }

  since(cursor: string, take: (missed: LiveEvent | null) => void): Promise<void> {
    return this.transcript.since(cursor, (missed) => take(missed && this.#event(missed)))
  }

  listen(listener: (event: LiveEvent) => void): () => void {
    return this.transcript.listen((update) => {
      this.told++
      listener(this.#event(update))
    })
  }

  #event(update: ViewUpdate): LiveEvent {
    const { session, agent, topic } = this.#name
    const cursor = update.kind === 'delta' ? update.delta.to : update.view.cursor
    if (agent === null) return { type: 'sessionChanged', session, topic, cursor, update }
    const { projectId } = this.transcript
    return { type: 'agentSessionChanged', projectId, session, agentSessionId: agent, topic, cursor, update }
  }
}

function isOfSession({ file }: LiveTranscript, { root, project, session }: SessionPlace): boolean {
  return file.session === session && file.project === project && file.root === root
}
