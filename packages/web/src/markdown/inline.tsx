import { withoutEntities } from '@skein/view'
import type { MarkedToken } from '@skein/view'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { Formula } from './math.ts'
import { mathParts } from './math.ts'
import { MathView } from './math-view.tsx'
import { PlainText } from './plain-text.tsx'
import { SafeLink } from './safe-link.tsx'

export interface InlineProps {
  /** The lexer's own tokens. */
  readonly tokens: readonly unknown[] | undefined
  readonly formulas: readonly Formula[]
}

/** The inside of a paragraph, a heading or a cell. */
export function Inline({ tokens, formulas }: InlineProps): ReactNode {
  // Without extensions the lexer makes no tokens but its own.
  return ((tokens ?? []) as readonly MarkedToken[]).map((token, i) => (
    <Fragment key={i}>{one(token, formulas)}</Fragment>
  ))
}

function one(token: MarkedToken, formulas: readonly Formula[]): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} formulas={formulas} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} formulas={formulas} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} formulas={formulas} />
        </del>
      )
    case 'codespan':
      return (
        <code>
          <PlainText text={token.text} />
        </code>
      )
    case 'br':
      return <br />
    case 'link':
      return (
        <SafeLink href={token.href}>
          <Inline tokens={token.tokens} formulas={formulas} />
        </SafeLink>
      )
    case 'image':
      // A picture from the network would tell its server that the page was read.
      return (
        <SafeLink href={token.href}>
          <span className="md-image">image{token.text === '' ? '' : ': '}</span>
          <PlainText text={token.text} />
        </SafeLink>
      )
    case 'checkbox':
    case 'space':
      return null
    case 'text':
      return token.tokens === undefined ? (
        withMath(withoutEntities(token.text), formulas)
      ) : (
        <Inline tokens={token.tokens} formulas={formulas} />
      )
    case 'escape':
      return <PlainText text={token.text} />
    default:
      return <PlainText text={token.raw} />
  }
}

function withMath(text: string, formulas: readonly Formula[]): ReactNode {
  return mathParts(text, formulas).map((part, i) =>
    typeof part === 'string' ? <PlainText key={i} text={part} /> : <MathView key={i} formula={part} />,
  )
}
