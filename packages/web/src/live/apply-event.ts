import type { QueryClient } from '@tanstack/react-query'
import type { SessionsQuery } from '@skein/server'
import { sessionOfTopic, type LiveEvent, type SessionItem, type SessionView } from '@skein/view'
import { keys } from '../api/queries.ts'
import { applySessions, type SessionPages } from './apply-list.ts'
import { applyUpdate } from './apply-update.ts'

/** What is kept of live events beside the cache of queries. */
export interface EventSeam {
  readonly queries: QueryClient
  /** The server is to tell again from where this tab stands. */
  readonly restart: (topic: string) => void
}

/** Puts events into the cache of queries. One a page. */
export class EventApplier {
  readonly #seam: EventSeam
  /** Topics that were restarted and have not fitted since. */
  readonly #restarted = new Set<string>()

  readonly #asking = new Set<string>()

  constructor(seam: EventSeam) {
    this.#seam = seam
  }

  apply(event: LiveEvent): void {
    const { queries } = this.#seam
    switch (event.type) {
      case 'hello':
        if (event.since === 'gap') this.#loadAnew()
        return
      case 'sessionsChanged':
        for (const item of event.changed) queries.setQueryData<SessionItem>(keys.session(item.key), item)
        for (const key of event.removed) void queries.invalidateQueries({ queryKey: keys.session(key) })
        for (const query of queries.getQueryCache().findAll({ queryKey: keys.sessions })) {
          // Keys and data of lists are made in api/queries.ts alone.
          const asked = (query.queryKey[1] ?? {}) as SessionsQuery
          queries.setQueryData<SessionPages>(
            query.queryKey,
            (pages) => pages && applySessions(pages, asked, event),
          )
        }
        this.#askAgain(keys.projects)
        return
      case 'usageChanged':
        this.#askAgain(keys.usage)
        return
      case 'sessionChanged':
        return this.#update(event.session, null, event)
      case 'agentSessionChanged':
        return this.#update(event.session, event.agentSessionId, event)
      case 'subscriptionFailed': {
        const failed = sessionOfTopic(event.subscription.topic)
        if (failed !== null) void queries.invalidateQueries({ queryKey: keys.session(failed.session) })
        return
      }
      case 'indexing':
        if (event.bytesDone < event.bytesTotal) {
          queries.setQueryData(keys.indexing, event)
          for (const queryKey of [keys.sessions, keys.projects, keys.usage]) this.#askAgain(queryKey)
        } else {
          queries.setQueryData(keys.indexing, null)
          this.#loadAnew()
        }
    }
  }

  /** Soon, and once for many events: these are asked for whole. */
  #askAgain(queryKey: readonly unknown[], after = ASK_AGAIN_MS): void {
    const name = JSON.stringify(queryKey)
    if (this.#asking.has(name)) return
    this.#asking.add(name)
    setTimeout(() => {
      this.#asking.delete(name)
      void this.#seam.queries.invalidateQueries({ queryKey })
    }, after)
  }

  #loadAnew(): void {
    for (const queryKey of [keys.sessions, keys.projects, keys.usage, keys.searches])
      void this.#seam.queries.invalidateQueries({ queryKey })
  }

  #update(
    session: string,
    agent: string | null,
    event: LiveEvent & { readonly type: 'sessionChanged' | 'agentSessionChanged' },
  ): void {
    const { queries, restart } = this.#seam
    const { topic } = event
    const key = keys.view(session, agent)
    const live = [...key, {}]
    const view = queries.getQueryData<SessionView>(live)
    if (view) {
      const applied = applyUpdate(view, event.update)
      if (applied.kind === 'view') {
        this.#restarted.delete(topic)
        queries.setQueryData<SessionView>(live, applied.view)
      }
      if (applied.kind === 'misfit') {
        // Twice without a fit between: the tab and the stream run past each other, so it begins anew at the tail.
        if (this.#restarted.has(topic)) void queries.invalidateQueries({ queryKey: live, exact: true })
        else restart(topic)
        this.#restarted.add(topic)
      }
    }
    // A branch does not grow. A view with bookkeeping entries has no deltas, and is asked for again.
    const whole = [...key, { all: true }]
    if (queries.getQueryData(whole)) this.#askAgain(whole, ASK_VIEW_AGAIN_MS)
  }
}

const ASK_AGAIN_MS = 5000
const ASK_VIEW_AGAIN_MS = 1000
