import { useQueries, useQuery } from '@tanstack/react-query'
import { formatMoney, inertLine, tokens, whole, type UsageRow } from '@skein/view'
import { useState, type ReactElement, type ReactNode } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { projectName } from '../format/names.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { tabPanelId, Tabs } from '../ui/tabs.tsx'
import { Link } from '../url/link.tsx'
import { sessionPlace } from '../url/place.ts'
import { cacheShare, percent } from './cache.ts'
import { usageQuery } from './usage-queries.ts'
import { TABLES, type Table, type UsagePlace } from './usage-place.ts'
import css from './usage.module.css'

const FIRST = 15

/** What used how much: by model, project, session or tool, the costliest first. */
export function UsageTable({
  place,
  since,
  onTable,
}: {
  readonly place: UsagePlace
  readonly since: string | undefined
  readonly onTable: (table: Table) => void
}): ReactElement {
  const { table, zone } = place
  const report = useQuery(usageQuery({ by: table, since, timeZone: zone }))
  const [shown, setShown] = useState<{ table: Table; rows: number }>({ table, rows: FIRST })
  const count = shown.table === table ? shown.rows : FIRST
  const data = report.data?.by === table ? report.data : undefined
  return (
    <section className={css.tables} aria-label="Tables">
      <Tabs
        of="usage"
        label="Usage by"
        tabs={TABLES.map((name) => ({ name, label: LABELS[name] }))}
        current={table}
        onSelect={onTable}
      />
      <div role="tabpanel" id={tabPanelId('usage', table)} aria-labelledby={`usage-tab-${table}`}>
        {report.isError ? (
          <ErrorState error={report.error} onRetry={() => void report.refetch()} />
        ) : data === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <>
            <Rows rows={data.rows.slice(0, count)} table={table} most={data.rows[0]} />
            <p className={css.below}>
              {data.rows.length > count && (
                <Button onClick={() => setShown({ table, rows: count + 50 })}>
                  {whole(data.rows.length - count)} more
                </Button>
              )}
              {data.omitted > 0 && <span>{whole(data.omitted)} smaller ones are only in the totals.</span>}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

const LABELS: Readonly<Record<Table, string>> = {
  model: 'Models',
  project: 'Projects',
  session: 'Sessions',
  tool: 'Tools',
}

function Rows({
  rows,
  table,
  most,
}: {
  readonly rows: readonly UsageRow[]
  readonly table: Table
  readonly most: UsageRow | undefined
}): ReactElement {
  const names = useNames(rows, table)
  if (rows.length === 0) return <p className={css.quiet}>Nothing was used in this time.</p>
  return (
    <div className={css.tableBox} tabIndex={0} role="region" aria-label={LABELS[table]}>
      <table className={css.table}>
        <caption className="sr-only">Usage by {table}</caption>
        <thead>
          <tr>
            <th scope="col">{LABELS[table].slice(0, -1)}</th>
            <th scope="col" className={css.figures}>
              Cost
            </th>
            <th scope="col" className={css.figures}>
              Tokens
            </th>
            <th scope="col" className={css.figures}>
              Output
            </th>
            <th scope="col" className={css.figures}>
              Cached
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const share = cacheShare(row.tokens)
            return (
              <tr key={row.key}>
                <th scope="row">
                  {names[at]}
                  <Share part={row} of={most} />
                </th>
                <td className={css.figures}>
                  {formatMoney(row.cost)}
                  {row.cost !== null && row.unpricedTokens > 0 && (
                    <span className={css.quiet}> + {tokens(row.unpricedTokens)} tokens without a price</span>
                  )}
                </td>
                <td className={css.figures}>{tokens(row.totalTokens)}</td>
                <td className={css.figures}>{tokens(row.tokens.output)}</td>
                <td className={css.figures}>{share === null ? '–' : percent(share)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** How much that is beside the largest; the figures say it too. */
function Share({ part, of }: { readonly part: UsageRow; readonly of: UsageRow | undefined }): ReactElement {
  const byCost = of !== undefined && (of.cost ?? 0) > 0
  const value = byCost ? (part.cost ?? 0) / (of.cost ?? 1) : part.totalTokens / (of?.totalTokens || 1)
  return (
    <svg className={css.rowBar} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.level0} width="100" height="3" />
      <rect className={css.level3} width={Math.max(0, Math.min(100, value * 100))} height="3" />
    </svg>
  )
}

/** Sessions are told by their titles, projects by their last folder. */
function useNames(rows: readonly UsageRow[], table: Table): ReactNode[] {
  const sessions = useQueries({
    queries:
      table === 'session' ? rows.slice(0, 60).map(({ key }) => ({ ...sessionQuery(key), retry: false })) : [],
  })
  return rows.map(({ key, project }, at): ReactNode => {
    if (table === 'project')
      return (
        <span className={css.name} title={key}>
          {inertLine(projectName(key))} <span className={css.quiet}>{inertLine(key)}</span>
        </span>
      )
    if (table !== 'session')
      return <span className={css.name}>{inertLine(key).slice(0, 120) || '(none)'}</span>
    const item = sessions[at]?.data
    return (
      <span className={css.name}>
        <Link to={sessionPlace(item?.key ?? key)}>{inertLine(item?.title ?? '') || key}</Link>{' '}
        <span className={css.quiet}>{inertLine(projectName(project ?? ''))}</span>
      </span>
    )
  })
}
