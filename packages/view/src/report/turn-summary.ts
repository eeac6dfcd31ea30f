import type { CompactionStepView, StepView, ToolStepView } from '../session/step-view.ts'
import type { WholeTurn } from '../session/whole-session.ts'
import { inertLine } from '../text/inert.ts'

/** What a turn came to. */
export interface TurnSummary {
  /** The last text the model wrote; null where there is none. */
  readonly final: string | null
  /** What a slash command or a `!` line printed; null where nothing did. */
  readonly output: string | null
  /** In the order in which they happened. */
  readonly errors: readonly ErrorReport[]
  readonly compactions: readonly Compaction[]
}

export interface ErrorReport {
  readonly kind: 'api' | 'error' | 'denied' | 'interrupted'
  /** The tool, and what it was asked in short; null for a failure of the API. */
  readonly tool: string | null
  readonly asked: string | null
  readonly text: string
}

export type Compaction = Omit<CompactionStepView, 'kind'>

export function turnSummary(turn: WholeTurn): TurnSummary {
  let final: string | null = null
  const output: string[] = []
  const errors: ErrorReport[] = []
  const compactions: Compaction[] = []
  for (const step of turn.steps('brief')) {
    errors.push(...errorOf(step))
    switch (step.kind) {
      case 'text':
        if (step.at === turn.head.final) final = step.text.text
        break
      case 'note':
        if (step.note === 'output') output.push(step.text.text.trim())
        break
      case 'compaction': {
        const { trigger, preTokens, postTokens } = step
        compactions.push({ trigger, preTokens, postTokens })
      }
    }
  }
  return {
    final,
    output: output.length === 0 ? null : output.filter((text) => text !== '').join('\n'),
    errors,
    compactions,
  }
}

function errorOf(step: StepView): ErrorReport[] {
  if (step.kind === 'text' && step.apiError)
    return [{ kind: 'api', tool: null, asked: null, text: step.text.text }]
  if (step.kind !== 'tool') return []
  const { status } = step
  if (status !== 'error' && status !== 'denied' && status !== 'interrupted') return []
  return [{ kind: status, tool: step.name, asked: inertLine(step.asked), text: resultText(step) }]
}

/** What the model saw, without the tags that the program put around it. */
export function resultText({ result }: ToolStepView): string {
  return (result?.text ?? '').replaceAll(/<\/?tool_use_error>/g, '')
}
