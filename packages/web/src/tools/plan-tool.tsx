import type { ReactElement } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { Chip } from '../ui/chip.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import css from './tools.module.css'

/** A plan that the model wants to carry out, and what the human said to it. */
export function PlanTool({ step }: ToolProps): ReactElement {
  const plan = textOf(fieldsOf(step.input).plan)
  return (
    <>
      <p className={css.facts}>
        {step.status === 'ok' ? (
          <Chip tone="good" icon="check">
            approved
          </Chip>
        ) : step.status === 'denied' || step.status === 'error' ? (
          <Chip tone="bad" icon="close">
            rejected
          </Chip>
        ) : (
          <Chip tone="warn">not answered</Chip>
        )}
      </p>
      {plan !== '' && (
        <div className={css.plan}>
          <Markdown text={plan} />
        </div>
      )}
      {step.status !== 'ok' && <Output step={step} />}
      {plan === '' && step.status === 'ok' && <Output step={step} />}
    </>
  )
}
