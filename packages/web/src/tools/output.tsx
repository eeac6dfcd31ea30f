import type { ReactElement } from 'react'
import { useState } from 'react'
import { AnsiText } from '../code/ansi-text.tsx'
import { clip } from '../code/clip.ts'
import { LongText } from '../transcript/long-text.tsx'
import type { ToolProps } from './fields.ts'
import css from './tools.module.css'

/** What a call gave back, as a terminal would show it. */
export function Output({ step }: ToolProps): ReactElement | null {
  const { result, resultKey } = step
  if (result === null || resultKey === null || result.length === 0) return null
  return (
    <LongText cut={result} entry={resultKey} part="result" tool={step.id}>
      {(text) => <OutputText text={text} failed={step.status === 'error'} />}
    </LongText>
  )
}

/** Text of a terminal; of a long one the beginning, then all. */
export function OutputText({ text, failed = false }: { text: string; failed?: boolean }): ReactElement {
  const [isWhole, setWhole] = useState(false)
  const shown = clip(text, isWhole ? { lines: 20_000, signs: 1_000_000 } : { lines: 24, signs: 8000 })
  return (
    <>
      <pre className={failed ? `${css.output} ${css.failed}` : css.output} tabIndex={0}>
        <AnsiText text={shown.text} />
      </pre>
      {shown.signs > 0 && !isWhole && (
        <button type="button" className="quiet-button" onClick={() => setWhole(true)}>
          {shown.lines.toLocaleString()} more {shown.lines === 1 ? 'line' : 'lines'}
        </button>
      )}
    </>
  )
}
