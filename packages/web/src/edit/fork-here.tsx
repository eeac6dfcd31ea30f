import type { ReactElement } from 'react'

/** Makes a new session that ends with an entry: a button beside a turn. */
export function ForkHere(_: { readonly session: string; readonly entry: string }): ReactElement | null {
  return null
}
