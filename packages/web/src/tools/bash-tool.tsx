import type { ReactElement } from 'react'
import { CodeLines } from '../code/code-block.tsx'
import { PlainText } from '../markdown/plain-text.tsx'
import { Chip } from '../ui/chip.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import css from './tools.module.css'

/** A command, what it printed, and how it ended. */
export function BashTool({ step }: ToolProps): ReactElement {
  const { command, description, run_in_background } = fieldsOf(step.input)
  return (
    <>
      {textOf(description) !== '' && (
        <p className={css.said}>
          <PlainText text={textOf(description)} />
        </p>
      )}
      <div className={css.command}>
        <CodeLines text={textOf(command) || step.asked} language="bash" most={30} />
      </div>
      <Output step={step} />
      {(step.exitCode !== null && step.exitCode !== 0) || run_in_background === true ? (
        <p className={css.facts}>
          {step.exitCode !== null && step.exitCode !== 0 && <Chip tone="bad">exit {step.exitCode}</Chip>}
          {run_in_background === true && <Chip>in the background</Chip>}
        </p>
      ) : null}
    </>
  )
}
