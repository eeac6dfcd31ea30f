import { duration, inertLine, withoutFolder } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { PlainText, RevealContext } from '../markdown/plain-text.tsx'
import { toolTitle } from '../transcript/groups.ts'
import { useSource } from '../transcript/source.ts'
import { Pictures } from '../transcript/pictures.tsx'
import { RawEntries } from '../transcript/raw-entries.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { AgentCard } from './agent-card.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, numberOf } from './fields.ts'
import { lookOf } from './registry.ts'
import { Status } from './status.tsx'
import css from './tools.module.css'

/** A call and its answer: one line that opens. */
export function ToolCard({ step, open }: ToolProps & { readonly open: boolean }): ReactElement {
  const [choice, setChoice] = useState<boolean | null>(null)
  const [isRaw, setRaw] = useState(false)
  const { cwd } = useSource()
  const isOpen = choice ?? open
  const { icon, Body } = lookOf(step.name)
  const keys = [step.key, ...(step.resultKey === null || step.resultKey === step.key ? [] : [step.resultKey])]
  return (
    <section
      className={classes(css.card, isOpen && css.open, step.status === 'error' && css.bad)}
      data-open={isOpen || undefined}
      aria-label={`${inertLine(step.name).slice(0, 80)} ${inertLine(step.asked).slice(0, 120)}`}
    >
      <h3 className={css.head}>
        <button
          type="button"
          className={css.headButton}
          aria-expanded={isOpen}
          onClick={() => setChoice(!isOpen)}
        >
          <span className={css.icon}>
            <Icon name={icon} />
          </span>
          <span className={css.name}>{inertLine(toolTitle(step.name)).slice(0, 80)}</span>
          <span className={css.ask}>
            <RevealContext value={null}>
              <PlainText text={askedLine(step, cwd)} />
            </RevealContext>
          </span>
          {step.patch !== null && (
            <span className={css.counts}>
              {step.patch.created && <span className={css.new}>new</span>}
              {step.patch.added > 0 && <span className={css.plus}>+{step.patch.added}</span>}
              {step.patch.removed > 0 && <span className={css.minus}>−{step.patch.removed}</span>}
            </span>
          )}
          <Status step={step} />
          {step.durationMs !== null && step.durationMs >= 1000 && (
            <span className={css.time}>{duration(step.durationMs)}</span>
          )}
        </button>
        {isOpen && (
          <button type="button" className="quiet-button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw
          </button>
        )}
      </h3>
      {step.agent !== null && <AgentCard agent={step.agent} />}
      {!isOpen && step.images.length > 0 && <Pictures images={step.images} />}
      {isOpen && (
        <div className={css.body}>
          {isRaw ? <RawEntries keys={keys} /> : <Body step={step} />}
          {!isRaw && step.images.length > 0 && <Pictures images={step.images} />}
        </div>
      )}
    </section>
  )
}

/** What it was asked, and which lines of the file. */
function askedLine(step: ToolProps['step'], cwd: string): string {
  // A plan is read below.
  if (step.name === 'ExitPlanMode') return ''
  const asked = inertLine(withoutFolder(step.asked, cwd)).slice(0, 300)
  if (step.name !== 'Read') return asked
  const { offset, limit } = fieldsOf(step.input)
  const from = numberOf(offset)
  const count = numberOf(limit)
  if (from === null && count === null) return asked
  return `${asked} · ${from ?? 1}–${count === null ? '' : (from ?? 1) + count - 1}`
}
