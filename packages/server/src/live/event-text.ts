import type { LiveEvent } from '@skein/view'

/** An event as it goes over the wire. JSON has no line breaks of its own, so one `data` line holds it. */
export function eventText(id: string, event: LiveEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Keeps connections open and tells the client that nothing is all there is to tell. */
export const HEARTBEAT = ': \n\n'

/** The number in `epoch:seq`; null where the client comes from another life of the server, or says nonsense. */
export function seqIn(id: string | undefined, epoch: string): number | null {
  const [said, seq, ...rest] = id?.split(':') ?? []
  if (said !== epoch || rest.length > 0 || !/^\d{1,15}$/.test(seq ?? '')) return null
  return Number(seq)
}
