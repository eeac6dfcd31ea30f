import type { ReactElement } from 'react'
import { useState } from 'react'
import { AnsiText } from '../code/ansi-text.tsx'
import { clip } from '../code/clip.ts'
import { LongText, type TextPart } from '../transcript/long-text.tsx'
import type { ToolProps } from './fields.ts'
import css from './tools.module.css'

/** What a call gave back, as a terminal would show it. */
export function Output({ step }: ToolProps): ReactElement | null {
  const { result, resultKey } = step
  if (result === null || resultKey === null || result.length === 0) return null
  return (
    <LongText cut={result} entry={resultKey} part="result" tool={step.id}>
      {(text, part) => <OutputText text={text} part={part} failed={step.status === 'error'} />}
    </LongText>
  )
}

export interface OutputTextProps {
  readonly text: string
  readonly part: TextPart
  readonly failed?: boolean
}

/** Text of a terminal; of a long one the beginning, then all. Where that has to be asked for, one button does both. */
export function OutputText({ text, part, failed = false }: OutputTextProps): ReactElement {
  const [isOpened, setOpened] = useState(false)
  const isWhole = isOpened || part.isAsked
  const shown = clip(text, isWhole ? { lines: 20_000, signs: 1_000_000 } : { lines: 24, signs: 8000 })
  return (
    <>
      <pre className={failed ? `${css.output} ${css.failed}` : css.output} tabIndex={0}>
        <AnsiText text={shown.text} />
      </pre>
      {shown.signs > 0 && !isWhole && !part.isCut && (
        <button type="button" className="quiet-button" onClick={() => setOpened(true)}>
          {shown.lines.toLocaleString()} more {shown.lines === 1 ? 'line' : 'lines'}
        </button>
      )}
    </>
  )
}
