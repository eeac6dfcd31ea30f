import { inertLine } from '@skein/view'
import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Chip } from '../ui/chip.tsx'
import { askedOf } from './answers.ts'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import css from './tools.module.css'

/** What the model asked, what could be chosen and what was. */
export function QuestionTool({ step }: ToolProps): ReactElement {
  const questions = askedOf(step.input, step.result?.text ?? '')
  if (questions.length === 0) return <Output step={step} />
  return (
    <>
      {questions.map(({ header, question, options, answer, own }, i) => (
        <div key={i} className={css.question}>
          <p className={css.asked}>
            {header !== '' && <Chip tone="accent">{inertLine(header).slice(0, 60)}</Chip>}{' '}
            <PlainText text={question.slice(0, 4000)} />
          </p>
          <ul className={css.options}>
            {options.map((option, j) => (
              <li key={j} data-chosen={option.chosen}>
                <span className={css.optionMark} aria-hidden="true">
                  {option.chosen ? '✓' : ''}
                </span>
                <span>
                  <strong>
                    <PlainText text={option.label.slice(0, 400)} />
                  </strong>
                  {option.chosen && <span className="sr-only"> (chosen)</span>}
                  {option.description !== '' && (
                    <span className={css.note}>
                      <PlainText text={option.description.slice(0, 1000)} />
                    </span>
                  )}
                </span>
              </li>
            ))}
            {own && (
              <li data-chosen="true">
                <span className={css.optionMark} aria-hidden="true">
                  ✓
                </span>
                <span>
                  <PlainText text={answer.slice(0, 4000)} />
                </span>
              </li>
            )}
          </ul>
        </div>
      ))}
      {step.status !== 'ok' && <Output step={step} />}
    </>
  )
}
