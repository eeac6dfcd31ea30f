import type { SaidStepView, StepPlace } from '@skein/view'
import { inertLine, tokens } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { PlainText } from '../markdown/plain-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { LongText } from './long-text.tsx'
import css from './transcript.module.css'

export type SaidStep = StepPlace & SaidStepView

/** What the model said or thought, or what the program said when a request failed. */
export function Said({ step, open }: { readonly step: SaidStep; readonly open: boolean }): ReactElement {
  if (step.apiError)
    return (
      <div className={css.apiError} role="note">
        <Icon name="error" />
        <div>
          <PlainText text={step.text.text} />
        </div>
      </div>
    )
  if (step.kind === 'thinking') return <Thinking step={step} open={open} />
  return (
    <LongText cut={step.text} entry={step.key} part="text" block={step.block}>
      {(text) => <Markdown text={text} />}
    </LongText>
  )
}

function Thinking({ step, open }: { readonly step: SaidStep; readonly open: boolean }): ReactElement {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? open
  const isEmpty = step.text.length === 0
  return (
    <div className={css.thinking}>
      <button
        type="button"
        className={css.thinkingHead}
        aria-expanded={isOpen}
        disabled={isEmpty}
        onClick={() => setChoice(!isOpen)}
      >
        <span className={css.thinkingWord}>Thinking</span>
        {isEmpty ? (
          <span>not kept in the transcript</span>
        ) : (
          !isOpen && (
            <span className={css.thinkingLine}>{inertLine(step.text.text.slice(0, 400)).slice(0, 160)}</span>
          )
        )}
        {!isEmpty && (
          <span className={css.thinkingSize}>≈{tokens(Math.ceil(step.text.length / 4))} tokens</span>
        )}
      </button>
      {isOpen && !isEmpty && (
        <div className={css.thought}>
          <LongText cut={step.text} entry={step.key} part="thinking" block={step.block}>
            {(text) => <Markdown text={text} />}
          </LongText>
        </div>
      )}
    </div>
  )
}
