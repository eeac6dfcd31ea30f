import { watch, type WatchEvent } from '@skein/store'

export interface TranscriptChange {
  readonly path: string
  /** `''` where the path does not say it: a flat sub-agent (2.0.x). */
  readonly session: string
  readonly agent: string | null
  readonly kind: 'grown' | 'begun' | 'gone'
}

export interface WatcherOptions {
  readonly roots: readonly string[]
  readonly changed: (change: TranscriptChange) => void
  readonly problem: (message: string) => void
}

/** Follows all transcripts of the config roots. What changed is told; who needs the bytes reads them. */
export class Watcher {
  readonly #stop = new AbortController()
  readonly #done: Promise<void>
  /** Everything that is written from here on is told. */
  readonly ready: Promise<void>

  constructor({ roots, changed, problem }: WatcherOptions) {
    let isReady: () => void = () => {}
    this.ready = new Promise((resolved) => (isReady = resolved))
    this.#done = this.#follow(roots, (event) => {
      if (event.kind === 'ready') isReady()
      else if (event.kind === 'diagnostic') problem(event.message)
      else for (const change of changesOf(event)) changed(change)
    })
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  async #follow(roots: readonly string[], tell: (event: WatchEvent) => void): Promise<void> {
    for await (const event of watch({ roots, from: 'now', signal: this.#stop.signal })) tell(event)
  }
}

function changesOf(event: Exclude<WatchEvent, { kind: 'ready' | 'diagnostic' }>): TranscriptChange[] {
  const { file: path, session, agent } = event
  switch (event.kind) {
    case 'entries':
    case 'oversized':
      return [{ path, session, agent, kind: 'grown' }]
    case 'new-file':
    case 'truncated':
    case 'replaced':
      return [{ path, session, agent, kind: 'begun' }]
    case 'gone':
      return [{ path, session, agent, kind: 'gone' }]
    case 'moved':
      return [
        { path: event.from, session, agent, kind: 'gone' },
        { path, session, agent, kind: 'begun' },
      ]
  }
}
