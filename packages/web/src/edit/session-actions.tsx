import type { ReactElement } from 'react'

/** What can be done with a session: a menu in the head of its page. */
export function SessionActions({ session }: { readonly session: string }): ReactElement {
  return <span hidden>{session}</span>
}
