import type { ToolStepView } from '@skein/view'
import type { ReactElement } from 'react'
import { useSource } from '../transcript/source.ts'
import { Chip } from '../ui/chip.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { ToolProps } from './fields.ts'

/** How a call ended, where it did not just end well. */
export function Status({ step: { status: told, exitCode } }: ToolProps): ReactElement | null {
  const { atWork } = useSource()
  const status = told === 'pending' && !atWork ? 'orphaned' : told
  if (status === 'ok') return null
  const [tone, text, title] = SAID[status]
  return (
    <Chip tone={tone} title={title}>
      {status === 'pending' && <Spinner />}
      {status === 'error' && exitCode !== null ? `exit ${exitCode}` : text}
    </Chip>
  )
}

const SAID: Readonly<
  Record<
    Exclude<ToolStepView['status'], 'ok'>,
    readonly ['bad' | 'warn' | 'accent' | 'plain', string, string]
  >
> = {
  error: ['bad', 'failed', 'The tool answered with an error'],
  denied: ['warn', 'denied', 'It was not allowed to run'],
  interrupted: ['warn', 'interrupted', 'It was stopped before it ended'],
  pending: ['accent', 'running', 'No answer yet'],
  orphaned: ['plain', 'no answer', 'The transcript has no answer to this call'],
}
