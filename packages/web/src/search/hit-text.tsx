import type { Hit } from '@skein/server'
import { snippetParts } from '@skein/view'
import { Fragment, type ReactElement } from 'react'
import { injectedLabel } from '../format/injected-label.ts'
import { Chip } from '../ui/chip.tsx'
import { MarkedText } from './marked-text.tsx'

/**
 * What a hit says. Of a prompt, what the program put beside it is a chip, with its text only where something was found in it
 * or nothing else is there.
 */
export function HitText({ hit }: { readonly hit: Pick<Hit, 'field' | 'text' | 'matches'> }): ReactElement {
  if (!WITH_TAGS.has(hit.field)) return <MarkedText text={hit.text} matches={hit.matches} />
  const parts = snippetParts(hit.text, hit.matches)
  const isAlone = parts.every(({ tag }) => tag !== null)
  return (
    <>
      {parts.map(({ tag, text, matches }, i) => (
        <Fragment key={i}>
          {i > 0 && ' '}
          {tag !== null && <Chip>{injectedLabel(TAG_KINDS.get(tag) ?? tag)}</Chip>}
          {tag !== null && ' '}
          {(tag === null || matches.length > 0 || isAlone) && <MarkedText text={text} matches={matches} />}
        </Fragment>
      ))}
    </>
  )
}

/** Prompts, and meta rows: user rows that the program wrote. */
const WITH_TAGS: ReadonlySet<string> = new Set(['prompt', 'system'])

/** What a shell or a command of the program printed has one name. */
const TAG_KINDS: ReadonlyMap<string, string> = new Map(
  ['bash-stdout', 'bash-stderr', 'local-command-stdout', 'local-command-stderr'].map((tag) => [
    tag,
    'output',
  ]),
)
