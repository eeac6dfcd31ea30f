/** What decides which of several transcripts a message belongs to. */
export interface MessageCopy {
  readonly forked: boolean
  readonly time: number | null
  readonly session: string
  readonly path: string
}

/**
 * The copy of a message that it belongs to: the one that was not copied from elsewhere (`forkedFrom`), then the earliest, then
 * the one of the smallest session id, then of the smallest path.
 *
 * Contract: depends on the copies alone, never on the order in which they were found.
 */
export function ownerOf<T extends MessageCopy>(copies: readonly [T, ...T[]]): T {
  return copies.reduce((best, copy) => (precedes(copy, best) ? copy : best))
}

function precedes(a: MessageCopy, b: MessageCopy): boolean {
  if (a.forked !== b.forked) return b.forked
  const [at, bt] = [a.time ?? Infinity, b.time ?? Infinity]
  if (at !== bt) return at < bt
  if (a.session !== b.session) return a.session < b.session
  return a.path < b.path
}
