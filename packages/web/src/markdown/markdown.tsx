import { inert, known, parseMarkdown, withoutEntities } from '@skein/view'
import type { MarkedToken } from '@skein/view'
import type { Tokens } from 'marked'
import type { ReactElement, ReactNode } from 'react'
import { memo } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { Diagram } from './diagram.tsx'
import { Inline } from './inline.tsx'
import type { Formula } from './math.ts'
import { mathParts, withoutMath } from './math.ts'
import { MathView } from './math-view.tsx'
import { PlainText } from './plain-text.tsx'
import './markdown.css'

/**
 * Markdown of a transcript as elements.
 *
 * Contract: every element is made here, none from HTML of the text; links go to http, https and mailto only, and
 * nothing is loaded from anywhere. What the lexer would take too long for is shown as it stands.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }): ReactElement {
  const { text: prose, formulas } = withoutMath(inert(text).trim())
  const tokens = parseMarkdown(prose)
  if (tokens === null)
    return (
      <pre className="md md-plain">
        <PlainText text={text} />
      </pre>
    )
  return (
    <div className="md">
      <Blocks tokens={tokens} formulas={formulas} />
    </div>
  )
})

interface BlocksProps {
  readonly tokens: readonly MarkedToken[]
  readonly formulas: readonly Formula[]
}

function Blocks({ tokens, formulas }: BlocksProps): ReactNode {
  return tokens.map((token, i) => <Block key={i} token={token} formulas={formulas} />)
}

interface BlockProps {
  readonly token: MarkedToken
  readonly formulas: readonly Formula[]
}

function Block({ token, formulas }: BlockProps): ReactNode {
  const inline = (tokens: readonly unknown[] | undefined): ReactElement => (
    <Inline tokens={tokens} formulas={formulas} />
  )
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'heading': {
      // The page has headings of its own above these.
      const Heading = HEADINGS[token.depth - 1] ?? 'h6'
      return <Heading className={`md-h${token.depth}`}>{inline(token.tokens)}</Heading>
    }
    case 'code': {
      const language = (token.lang ?? '').trim().split(/\s/)[0]
      return language === 'mermaid' ? (
        <Diagram code={token.text} />
      ) : (
        <CodeBlock text={token.text} language={language} />
      )
    }
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={known(token.tokens)} formulas={formulas} />
        </blockquote>
      )
    case 'list':
      return <List token={token} formulas={formulas} />
    case 'table':
      return <Table token={token} formulas={formulas} />
    case 'hr':
      return <hr />
    case 'html':
      return (
        <p className="md-markup">
          <PlainText text={token.text.trimEnd()} />
        </p>
      )
    case 'paragraph': {
      const only = token.tokens.length === 1 ? mathParts(token.text, formulas) : []
      if (only.length === 1 && typeof only[0] !== 'string') return <MathView formula={only[0]} />
      return <p>{inline(token.tokens)}</p>
    }
    case 'text':
      return token.tokens === undefined ? (
        <PlainText text={withoutEntities(token.text)} />
      ) : (
        inline(token.tokens)
      )
    default:
      return <p>{inline([token])}</p>
  }
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const

function List({ token, formulas }: { token: Tokens.List; formulas: readonly Formula[] }): ReactElement {
  const items = token.items.map((item, i) => (
    <li key={i} className={item.task ? 'md-task' : undefined}>
      {item.task && (
        <input type="checkbox" checked={item.checked === true} readOnly disabled aria-label="Task" />
      )}
      <Blocks tokens={known(item.tokens)} formulas={formulas} />
    </li>
  ))
  if (!token.ordered) return <ul>{items}</ul>
  return <ol start={typeof token.start === 'number' ? Math.trunc(token.start) : 1}>{items}</ol>
}

function Table({ token, formulas }: { token: Tokens.Table; formulas: readonly Formula[] }): ReactElement {
  return (
    <div className="md-wide" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead hidden={token.header.every(({ text }) => text.trim() === '')}>
          <tr>
            {token.header.map((cell, i) => (
              <th key={i} className={cell.align === null ? undefined : `md-${cell.align}`}>
                <Inline tokens={cell.tokens} formulas={formulas} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j} className={cell.align === null ? undefined : `md-${cell.align}`}>
                  <Inline tokens={cell.tokens} formulas={formulas} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
