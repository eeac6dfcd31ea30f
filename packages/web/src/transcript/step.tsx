import type { StepView } from '@skein/view'
import { bytes, inertLine, tokens } from '@skein/view'
import type { ReactElement } from 'react'
import { memo, useState } from 'react'
import { RevealContext } from '../markdown/plain-text.tsx'
import { ToolCard } from '../tools/tool-card.tsx'
import { Chip } from '../ui/chip.tsx'
import { injectedLabel } from '../format/injected-label.ts'
import { OpeningChip } from './opening-chip.tsx'
import { RawEntries } from './raw-entries.tsx'
import { Said } from './said.tsx'
import css from './transcript.module.css'

export interface StepProps {
  readonly step: StepView
  /** Whether what can be folded in it is open. */
  readonly open: boolean
  /** Loads so many steps from one on with their secrets. */
  readonly onReveal: (from: number, count: number) => void
}

/** One thing that happened in a turn. */
export const Step = memo(function Step({ step, open, onReveal }: StepProps): ReactElement {
  return (
    <RevealContext value={() => onReveal(step.at, 1)}>
      <StepBody step={step} open={open} />
    </RevealContext>
  )
})

function StepBody({ step, open }: { readonly step: StepView; readonly open: boolean }): ReactElement {
  switch (step.kind) {
    case 'text':
    case 'thinking':
      return <Said step={step} open={open} />
    case 'tool':
      return <ToolCard step={step} open={open || (step.open && OPEN_TOOLS.has(step.name))} />
    case 'note':
      return (
        <div className={css.chips}>
          <OpeningChip label={injectedLabel(step.note)} text={step.text} />
        </div>
      )
    case 'compaction':
      return (
        <div className={css.compaction} role="separator">
          <span>
            Compacted{step.trigger === null ? '' : ` (${inertLine(step.trigger).slice(0, 20)})`}
            {step.preTokens !== null && ` · ${tokens(step.preTokens)}`}
            {step.postTokens !== null && ` → ${tokens(step.postTokens)}`}
            {(step.preTokens ?? step.postTokens) !== null && ' tokens'}
          </span>
        </div>
      )
    case 'unknown':
      return <Unknown step={step} />
  }
}

/** What is read at once, and not only that it happened. */
const OPEN_TOOLS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

function Unknown({ step }: { readonly step: Extract<StepView, { kind: 'unknown' }> }): ReactElement {
  const [isRaw, setRaw] = useState(false)
  return (
    <div className={css.unknown}>
      <div className={css.chips}>
        <Chip tone="warn" title="Nobody has seen this kind of entry yet: it is kept and shown as it stands">
          unknown: {inertLine(step.type).slice(0, 60)}
        </Chip>
        <OpeningChip label={bytes(step.bytes)} text={step.text} />
        <button type="button" className="quiet-button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Raw
        </button>
      </div>
      {isRaw && <RawEntries keys={[step.key]} />}
    </div>
  )
}
