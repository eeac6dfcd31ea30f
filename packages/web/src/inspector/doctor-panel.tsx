import type { LeftOut } from '@skein/view'
import { bytes, counted, inertLine, whole } from '@skein/view'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { useChangeable } from '../edit/use-changeable.ts'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { useDoctor } from './reports.ts'
import css from './inspector.module.css'

const RepairDialog = lazy(async () => ({ default: (await import('../edit/repair-dialog.tsx')).RepairDialog }))

/** What is wrong with the file, and what a resume would lose by it. */
export function DoctorPanel({ session }: PanelProps): ReactElement {
  const doctor = useDoctor(session)
  const [repairing, setRepairing] = useState(false)
  const { reason } = useChangeable(session)
  return (
    <Loaded of={doctor} label="findings">
      {({ findings, wouldLose }) => (
        <div className={css.panel}>
          {findings.length === 0 ? (
            <p className={css.healthy}>
              <Icon name="check" /> Nothing is wrong with this file.
            </p>
          ) : (
            <>
              <p className={css.summary}>
                <strong>{counted(findings.length, 'kind')} of damage</strong>
                <Button
                  disabled={reason !== null}
                  title={reason ?? undefined}
                  onClick={() => setRepairing(true)}
                >
                  Repair …
                </Button>
              </p>
              <ul className={css.rows}>
                {findings.slice(0, 200).map(({ kind, count, text }) => (
                  <li key={`${kind} ${text}`} className={css.finding}>
                    <Chip tone="warn" icon="warning">
                      {inertLine(kind).replaceAll('-', ' ').slice(0, 60)}
                    </Chip>
                    {count > 1 && <span className={css.quiet}>{whole(count)} times</span>}
                    <p>{inertLine(text).slice(0, 600)}</p>
                  </li>
                ))}
              </ul>
            </>
          )}
          <LeftOutList title="What a resume would not send" leftOut={wouldLose} />
          {repairing && (
            <Suspense fallback={null}>
              <RepairDialog session={session} onClose={() => setRepairing(false)} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Entries that stand in the file and do not reach the model on a resume, by reason. */
export function LeftOutList({
  title,
  leftOut,
}: {
  readonly title: string
  readonly leftOut: readonly LeftOut[]
}): ReactElement | null {
  if (leftOut.length === 0) return null
  return (
    <section className={css.part} aria-label={title}>
      <h3 className={css.heading}>{title}</h3>
      <ul className={css.rows}>
        {leftOut.map(({ reason, entries, bytes: size }) => (
          <li key={reason} className={css.leftOut}>
            <span>{WORDS[reason]}</span>
            <span className={css.quiet}>
              {counted(entries, 'entry', 'entries')} · {bytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const WORDS: Readonly<Record<LeftOut['reason'], string>> = {
  'other-branch': 'On other branches',
  compacted: 'Before the last compaction',
  cut: 'Cut away',
  unreadable: 'Unreadable lines',
  replaced: 'Replaced by a later entry',
  'sub-agent': 'Of sub-agents',
  'api-error': 'Failed requests',
  'thinking-only': 'Thoughts without an answer',
  'unanswered-call': 'Calls without an answer',
  'not-conversation': 'Bookkeeping',
}
