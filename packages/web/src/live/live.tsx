import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { Subscription } from '@skein/view'
import { EventApplier } from './apply-event.ts'
import type { LiveStatus } from './leader.ts'
import { LiveClient } from './live-client.ts'

const Live = createContext<LiveClient | null>(null)

/** Keeps the cache of queries true to the server for everything below. */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const queries = useQueryClient()
  const [client, setClient] = useState<LiveClient | null>(null)
  useEffect(() => {
    const applier = new EventApplier({ queries, restart: (topic) => live.restart(topic) })
    const live = new LiveClient((event) => applier.apply(event))
    for (const topic of ['sessions', 'usage']) live.want(topic, () => ({ topic }))
    live.start()
    setClient(live)
    return () => live.stop()
  }, [queries])
  return <Live value={client}>{children}</Live>
}

/** Follows a topic as long as the component is mounted. `where` says from which state on. */
export function useLive(subscription: Subscription | null, where: () => Subscription | null): void {
  const live = use(Live)
  const topic = subscription?.topic ?? null
  useEffect(() => (live && topic !== null ? live.want(topic, where) : undefined), [live, topic, where])
}

export function useLiveStatus(): LiveStatus {
  const live = use(Live)
  return useSyncExternalStore(live?.onStatus ?? never, () => live?.status() ?? STARTING)
}

const STARTING: LiveStatus = { phase: 'connecting', heard: null, retryAt: null }

function never(): () => void {
  return () => undefined
}
