import type { ComparedLine, Comparison } from '@skein/server'
import type { BranchView, TurnView } from '@skein/view'
import { counted, formatMoney, inertLine, minute, tokens } from '@skein/view'
import { useId, type ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import { FilePath, Lines } from './file-path.tsx'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { inTranscript, withPanel } from './panel-place.ts'
import { useComparison, useTree } from './reports.ts'
import css from './compare-panel.module.css'
import shared from './inspector.module.css'

/** Two lines of the conversation side by side, from where they part. `a=` and `b=` are tips; without one, the live line. */
export function ComparePanel({ session, place }: PanelProps): ReactElement {
  const tree = useTree(session)
  return (
    <Loaded of={tree} label="branches">
      {({ branches }) =>
        branches.length === 0 ? (
          <EmptyState icon="branch" title="There is only one line">
            <p>Nothing was taken back or tried again in this session, so there is nothing to compare.</p>
          </EmptyState>
        ) : (
          <Picked session={session} place={place} branches={branches} />
        )
      }
    </Loaded>
  )
}

function Picked({
  session,
  place,
  branches,
}: {
  readonly session: string
  readonly place: SessionPlace
  readonly branches: readonly BranchView[]
}): ReactElement {
  const a = tipOf(place.more['a'])
  const b = tipOf(place.more['b']) ?? (a === null ? (place.tip ?? branches[branches.length - 1].tip) : null)
  const comparison = useComparison(session, { a, b })
  const pick = (tips: { readonly a: number | null; readonly b: number | null }): void =>
    navigate(
      withPanel(place, 'compare', {
        ...(tips.a === null ? {} : { a: String(tips.a) }),
        ...(tips.b === null ? {} : { b: String(tips.b) }),
      }),
      { replace: true },
    )
  return (
    <div className={shared.panel}>
      <div className={css.picks}>
        <Pick label="One line" value={a} branches={branches} onPick={(tip) => pick({ a: tip, b })} />
        <Pick label="The other" value={b} branches={branches} onPick={(tip) => pick({ a, b: tip })} />
      </div>
      {a === b ? (
        <p className={shared.note}>Both are the same line.</p>
      ) : (
        <Loaded of={comparison} label="comparison">
          {(data) => <Compared comparison={data} place={place} />}
        </Loaded>
      )}
    </div>
  )
}

function Pick({
  label,
  value,
  branches,
  onPick,
}: {
  readonly label: string
  readonly value: number | null
  readonly branches: readonly BranchView[]
  readonly onPick: (tip: number | null) => void
}): ReactElement {
  const id = useId()
  return (
    <p className={css.pick}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onPick(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">The live line</option>
        {branches.map((branch) => (
          <option key={branch.tip} value={branch.tip}>
            {`${branch.reason.replaceAll('-', ' ')}: ${inertLine(branch.prompt ?? '').slice(0, 60) || 'no prompt'} (${minute(branch.lastTime)})`}
          </option>
        ))}
        {value !== null && !branches.some(({ tip }) => tip === value) && (
          <option value={value}>Byte {value}</option>
        )}
      </select>
    </p>
  )
}

function Compared({
  comparison,
  place,
}: {
  readonly comparison: Comparison
  readonly place: SessionPlace
}): ReactElement {
  const { shared: last, a, b } = comparison
  const rows = Math.max(a.turns.length, b.turns.length)
  return (
    <>
      <p className={shared.note}>
        {last < 0
          ? 'They share no turn.'
          : `They share ${counted(last + 1, 'turn')} and part after turn ${last + 1}.`}
      </p>
      <div className={css.grid}>
        <LineHead name="One line" line={a} />
        <LineHead name="The other" line={b} />
        {Array.from({ length: rows }, (_, at) => [
          <TurnCell key={`a${at}`} side="a" turn={a.turns[at]} tip={a.tip} place={place} />,
          <TurnCell key={`b${at}`} side="b" turn={b.turns[at]} tip={b.tip} place={place} />,
        ])}
        <LineFoot line={a} side="a" />
        <LineFoot line={b} side="b" />
      </div>
    </>
  )
}

function LineHead({ name, line }: { readonly name: string; readonly line: ComparedLine }): ReactElement {
  return (
    <header className={css.head}>
      <h3 className={css.title}>
        {name} <span className={shared.quiet}>{line.tip === null ? 'live' : ''}</span>
      </h3>
      <p className={css.facts}>
        <span>{counted(line.turns.length + line.omitted, 'turn')}</span>
        <span>{tokens(line.tokens)} tokens</span>
        <span>{formatMoney(line.nanoDollars)}</span>
      </p>
    </header>
  )
}

function TurnCell({
  turn,
  tip,
  place,
  side,
}: {
  readonly turn: TurnView | undefined
  readonly tip: number | null
  readonly place: SessionPlace
  readonly side: string
}): ReactElement {
  if (turn === undefined) return <div className={css.none} data-side={side} aria-hidden="true" />
  const final = turn.steps.find(({ at }) => at === turn.final)
  return (
    <article className={css.turn} data-side={side}>
      <h4 className={css.prompt}>
        <Link to={inTranscript(place, { agent: null, tip, at: String(turn.key) })}>
          <span className={css.number}>{turn.index + 1}</span>
          <PlainText text={(turn.prompt?.text.text ?? 'no prompt').slice(0, 400)} />
        </Link>
      </h4>
      {final?.kind === 'text' && (
        <p className={css.answer}>
          <PlainText text={final.text.text.slice(0, 1200)} />
          {final.text.length > 1200 && ' …'}
        </p>
      )}
      <p className={css.facts}>
        <span>{counted(turn.stepCount, 'step')}</span>
        {(turn.added > 0 || turn.removed > 0) && <Lines added={turn.added} removed={turn.removed} />}
        {turn.errors > 0 && <span>{counted(turn.errors, 'error')}</span>}
        {turn.cost.nanoDollars !== null && <span>{formatMoney(turn.cost.nanoDollars)}</span>}
      </p>
    </article>
  )
}

function LineFoot({ line, side }: { readonly line: ComparedLine; readonly side: string }): ReactElement {
  return (
    <footer className={css.foot} data-side={side}>
      {line.omitted > 0 && <p className={shared.note}>{counted(line.omitted, 'more turn')} left out</p>}
      <h4 className={shared.heading}>{line.files.length === 0 ? 'No files changed' : 'Files'}</h4>
      <ul className={css.files}>
        {line.files.slice(0, 100).map((file) => (
          <li key={file.path}>
            <FilePath path={file.path} cwd="" />
            <Lines added={file.added} removed={file.removed} />
          </li>
        ))}
      </ul>
    </footer>
  )
}

function tipOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
