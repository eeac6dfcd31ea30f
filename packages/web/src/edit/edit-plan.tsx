import type { EditAnswer } from '@skein/server'
import { inertLine, tokens, whole } from '@skein/view'
import type { ReactElement } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { percent } from '../usage/cache.ts'
import { EditChanges } from './edit-changes.tsx'
import css from './edit.module.css'

/** Before and after, what makes the difference, and what to know. */
export function EditPlan({
  plan,
  older,
}: {
  readonly plan: EditAnswer
  readonly older: boolean
}): ReactElement {
  const { tokensBefore, tokensAfter, entriesBefore, entriesAfter, steps, changes, warnings } = plan
  const saved = tokensBefore > 0 ? 1 - tokensAfter / tokensBefore : 0
  return (
    <div className={classes(css.plan, older && css.older)}>
      <dl className={css.figures}>
        <Pair name="Tokens a resume sends" before={tokens(tokensBefore)} after={tokens(tokensAfter)} />
        <Pair name="Entries" before={whole(entriesBefore)} after={whole(entriesAfter)} />
      </dl>
      <svg
        className={css.bars}
        viewBox="0 0 100 14"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${tokens(tokensBefore)} tokens before, ${tokens(tokensAfter)} after`}
      >
        <rect className={css.before} width="100" height="6" />
        <rect
          className={css.after}
          y="8"
          width={tokensBefore > 0 ? Math.min(100, (100 * tokensAfter) / tokensBefore) : 100}
          height="6"
        />
      </svg>
      {saved > 0.005 && <p className={css.saved}>{percent(saved)} less</p>}
      {steps.length > 0 && (
        <table className={css.steps}>
          <caption className="sr-only">Steps</caption>
          <tbody>
            {steps.slice(0, 100).map(({ text, tokens: freed }, i) => (
              <tr key={`${text} ${i}`}>
                <th scope="row">{inertLine(text).slice(0, 200)}</th>
                <td>{freed === 0 ? '' : `${freed > 0 ? '−' : '+'}${tokens(Math.abs(freed))}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {steps.length === 0 && entriesBefore === entriesAfter && (
        <p className={css.hint}>There is nothing to change: the new session would be the same.</p>
      )}
      {changes.length > 0 && <EditChanges changes={changes} more={plan.moreChanges} />}
      {warnings.length > 0 && (
        <ul className={css.warnings}>
          {warnings.slice(0, 50).map((warning, i) => (
            <li key={`${warning} ${i}`}>
              <Icon name="warning" /> <span>{inertLine(warning).slice(0, 400)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Pair({
  name,
  before,
  after,
}: {
  readonly name: string
  readonly before: string
  readonly after: string
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={css.was}>{before}</span>
        <span aria-hidden="true">→</span>
        <span className="sr-only">becomes</span>
        <strong>{after}</strong>
      </dd>
    </div>
  )
}
