import { inertLine, withoutFolder } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import type { ToolStep } from '../transcript/groups.ts'
import { runTitle } from '../transcript/groups.ts'
import { useSource } from '../transcript/source.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { lookOf } from './registry.ts'
import { ToolCard } from './tool-card.tsx'
import css from './tools.module.css'

export interface ToolRunProps {
  readonly name: string
  readonly steps: readonly ToolStep[]
  /** Whether its cards are open, not only the run. */
  readonly open: boolean
  /** A step of it that has to be seen. */
  readonly target: number | null
}

/** Calls of one tool in a row: "Read 6 files". */
export function ToolRun({ name, steps, open, target }: ToolRunProps): ReactElement {
  const [choice, setChoice] = useState<boolean | null>(null)
  const { cwd } = useSource()
  const isOpen = choice ?? (open || (target !== null && steps.some(({ at }) => at === target)))
  const names = steps
    .slice(0, 6)
    .map(({ asked }) => inertLine(withoutFolder(asked, cwd)).slice(0, 80))
    .join(', ')
  return (
    <section
      className={classes(css.run, isOpen && css.open)}
      data-open={isOpen || undefined}
      aria-label={inertLine(runTitle(name, steps.length))}
    >
      <h3 className={css.head}>
        <button
          type="button"
          className={css.headButton}
          aria-expanded={isOpen}
          onClick={() => setChoice(!isOpen)}
        >
          <span className={css.icon}>
            <Icon name={lookOf(name).icon} />
          </span>
          <span className={css.name}>{inertLine(runTitle(name, steps.length))}</span>
          <span className={css.ask}>{names}</span>
          <Icon name={isOpen ? 'up' : 'down'} size={12} />
        </button>
      </h3>
      {isOpen && (
        <div className={css.runSteps}>
          {steps.map((step) => (
            <div key={step.at} data-at={step.at} data-key={step.key}>
              <ToolCard step={step} open={open} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
