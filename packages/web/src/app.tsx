import type { ReactElement } from 'react'

/** The whole page. */
export function App(): ReactElement {
  return <main>Skein</main>
}
