import type { Hunk } from '@skein/view'
import { counted, inertLine } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { memo, useMemo } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Runs } from './code-block.tsx'
import type { DiffRow } from './diff-rows.ts'
import { MOST_LINE, diffRows } from './diff-rows.ts'
import type { Run } from './highlight.ts'
import { splitRuns } from './split-runs.ts'
import { useHighlighted } from './use-highlighted.ts'
import './code.css'

export interface DiffViewProps {
  readonly hunks: readonly Hunk[]
  /** Of a grammar; null for plain text. */
  readonly language: string | null
  /** Lines were left out before they came here. */
  readonly cut?: boolean
  readonly label: string
}

/** A change with line numbers; where a line was changed, the part that is new is marked. */
export const DiffView = memo(function DiffView({ hunks, language, cut, label }: DiffViewProps): ReactElement {
  const { rows, omitted } = useMemo(() => diffRows(hunks), [hunks])
  // One text for the grammar, whatever side a line is on: nearly always right, and one question to the worker.
  const text = useMemo(
    () => rows.map((row) => (row.text.length > MOST_LINE ? '' : row.text)).join('\n'),
    [rows],
  )
  const lines = useHighlighted(text, language)
  const isNumbered = rows.some(({ before, after }) => before !== null || after !== null)
  return (
    <div className="diff" role="region" aria-label={inertLine(label).slice(0, 300)} tabIndex={0}>
      <table className={isNumbered ? undefined : 'diff-unnumbered'}>
        <tbody>
          {rows.map((row, i) => (
            <Row key={i} row={row} runs={lines?.[i] ?? null} />
          ))}
        </tbody>
      </table>
      {(omitted > 0 || cut === true) && (
        <p className="diff-cut">
          {omitted > 0 ? `${counted(omitted, 'more line')}` : 'More lines are left out'}
        </p>
      )}
    </div>
  )
})

function Row({ row, runs }: { row: DiffRow; runs: readonly Run[] | null }): ReactElement {
  if (row.sign === 'gap')
    return (
      <tr className="diff-gap">
        <td colSpan={4}>⋯</td>
      </tr>
    )
  return (
    <tr className={CLASSES[row.sign]}>
      <td className="diff-number" data-line={row.before ?? ''} />
      <td className="diff-number" data-line={row.after ?? ''} />
      <td className="diff-sign" data-sign={row.sign === ' ' ? '' : row.sign}>
        {SAID[row.sign] !== undefined && <span className="sr-only">{SAID[row.sign]}</span>}
      </td>
      <td className="diff-text">{content(row, runs)}</td>
    </tr>
  )
}

const CLASSES = { '+': 'diff-added', '-': 'diff-removed', ' ': undefined, '\\': 'diff-note' }
const SAID: Readonly<Record<string, string>> = { '+': 'added: ', '-': 'removed: ' }

function content({ text, mark, sign }: DiffRow, runs: readonly Run[] | null): ReactNode {
  if (text.length > MOST_LINE)
    return (
      <>
        <PlainText text={text.slice(0, MOST_LINE)} />
        <span className="diff-cut"> … {(text.length - MOST_LINE).toLocaleString()} more signs</span>
      </>
    )
  const line: readonly Run[] = runs ?? [['', text]]
  if (mark !== null && mark.end > mark.start) {
    const Tag = sign === '+' ? 'ins' : 'del'
    const { before, part, behind } = splitRuns(line, mark)
    return (
      <>
        <Runs runs={before} />
        <Tag>
          <Runs runs={part} />
        </Tag>
        <Runs runs={behind} />
      </>
    )
  }
  return <Runs runs={line} />
}
