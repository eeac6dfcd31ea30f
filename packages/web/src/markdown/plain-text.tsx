import { placeholderParts } from '@skein/redact'
import { inert } from '@skein/view'
import type { ReactNode } from 'react'
import { createContext, use } from 'react'
import { MayReveal } from './may-reveal.ts'

/** Text of a transcript: no control character, no turned direction, and its masked secrets as chips. */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  const parts = placeholderParts(inert(text))
  if (parts.length === 1 && parts[0].kind === null) return parts[0].text
  return parts
    .slice(0, MOST_PARTS)
    .map((part, i) => (part.kind === null ? part.text : <Secret key={i} kind={part.kind} />))
}

/** Past this a text is a dump of secrets and nobody clicks on them one by one. */
const MOST_PARTS = 2000

/** Loads what stands around with its secrets; null where that is not possible. */
export const RevealContext = createContext<(() => void) | null>(null)

function Secret({ kind }: { readonly kind: string }): ReactNode {
  const reveal = use(RevealContext)
  const mayReveal = use(MayReveal)
  const words = kind.replaceAll('-', ' ')
  if (reveal === null || !mayReveal) return <span className="secret">{words}</span>
  return (
    <button
      type="button"
      className="secret"
      title="Masked. Click to reveal"
      aria-label={`Masked ${words}, reveal`}
      onClick={(event) => {
        event.stopPropagation()
        reveal()
      }}
    >
      {words}
    </button>
  )
}
