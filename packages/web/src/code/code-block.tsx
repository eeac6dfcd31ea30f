import { inert } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { memo, useState } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { clip } from './clip.ts'
import { CopyButton } from './copy-button.tsx'
import type { Run } from './highlight.ts'
import { languageOf } from './languages.ts'
import { useHighlighted } from './use-highlighted.ts'
import './code.css'

/** Code of a fence, or of a file, in colours once the worker has answered. */
export function CodeBlock({
  text,
  language,
}: {
  readonly text: string
  readonly language: string
}): ReactElement {
  return (
    <figure className="code-block">
      <figcaption>
        <span>{inert(language).slice(0, 30)}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <CodeLines text={text} language={languageOf(language)} />
    </figure>
  )
}

export interface CodeLinesProps {
  readonly text: string
  /** Of a grammar. */
  readonly language: string | null
  /** Number of the first line; without it, lines have none. */
  readonly from?: number
  readonly most?: number
}

/** Lines of code. Long texts show their beginning first. */
export function CodeLines({ text, language, from, most = 400 }: CodeLinesProps): ReactElement {
  const [isWhole, setWhole] = useState(false)
  const clipped = clip(text, isWhole ? { lines: 5000, signs: 400_000 } : { lines: most, signs: 50_000 })
  return (
    <>
      <pre className={from === undefined ? 'code' : 'code code-numbered'} tabIndex={0}>
        <code>
          <Lines text={clipped.text} language={language} from={from} />
        </code>
      </pre>
      {clipped.signs > 0 && (
        <button
          type="button"
          className="quiet-button code-more"
          disabled={isWhole}
          onClick={() => setWhole(true)}
        >
          {isWhole ? 'Cut here: ' : ''}
          {clipped.lines.toLocaleString()} more {clipped.lines === 1 ? 'line' : 'lines'}
        </button>
      )}
    </>
  )
}

interface LinesProps {
  readonly text: string
  readonly language: string | null
  readonly from: number | undefined
}

const Lines = memo(function Lines({ text, language, from }: LinesProps): ReactNode {
  const safe = inert(text).replace(/\n$/, '')
  const runs = useHighlighted(safe, language)
  if (runs === null && from === undefined) return <PlainText text={safe} />
  const lines: readonly (readonly Run[])[] = runs ?? safe.split('\n').map((line): Run[] => [['', line]])
  return lines.map((line, i) => (
    <span key={i} className="line" data-line={from === undefined ? undefined : from + i}>
      <Runs runs={line} />
      {'\n'}
    </span>
  ))
})

/** One highlighted line. */
export function Runs({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  return runs.map(([kind, text], i) =>
    kind === '' ? (
      <PlainText key={i} text={text} />
    ) : (
      <span key={i} className={`k-${kind}`}>
        <PlainText text={text} />
      </span>
    ),
  )
}
