import type { LiveEvent } from '@skein/view'
import { ApiFailure, apiUrl, fetchApi } from '../api/client.ts'
import { SseReader } from './sse.ts'
import type { StreamInput } from './stream.ts'

/**
 * One stream of events over `fetch`: unlike `EventSource` it tells a refusal from a failure, and can be given the last
 * event's id. Gives back how to close it; nothing is told after that.
 */
export function openEventStream(lastEventId: string | null, tell: (input: StreamInput) => void): () => void {
  const abort = new AbortController()
  const say = (input: StreamInput): void => {
    if (!abort.signal.aborted) tell(input)
  }
  read(lastEventId, abort.signal, say).then(
    () => say({ type: 'closed', status: 0 }),
    (error: unknown) => say({ type: 'closed', status: error instanceof ApiFailure ? error.status : 0 }),
  )
  return () => abort.abort()
}

async function read(lastEventId: string | null, signal: AbortSignal, say: (input: StreamInput) => void) {
  const headers = new Headers({ accept: 'text/event-stream' })
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  const response = await fetchApi(apiUrl('/api/live'), { headers, signal, cache: 'no-store' })
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events = new SseReader()
  for (;;) {
    const chunk = await body?.read()
    if (!chunk || chunk.done) return
    for (const item of events.push(chunk.value)) {
      // The server writes what the type says; a fold that does not fit is noticed behind.
      if (item.kind === 'event')
        say({ type: 'event', id: item.id, event: JSON.parse(item.data) as LiveEvent })
      else say({ type: 'beat' })
    }
  }
}
