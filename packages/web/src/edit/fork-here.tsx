import type { ReactElement } from 'react'

export interface ForkHereProps {
  readonly session: string
  /** Uuid of the last entry that the new session has. */
  readonly entry: string
}

/** Makes a new session that ends with an entry: a button beside a turn. */
export function ForkHere({ session, entry }: ForkHereProps): ReactElement {
  return <span hidden data-session={session} data-entry={entry} />
}
