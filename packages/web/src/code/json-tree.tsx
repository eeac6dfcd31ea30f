import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import './code.css'

/** Any JSON value as a tree that opens; what is closed has no elements. */
export function JsonTree({ value }: { readonly value: unknown }): ReactElement {
  return (
    <div className="json">
      <Node name={null} value={value} depth={0} />
    </div>
  )
}

interface NodeProps {
  readonly name: string | null
  readonly value: unknown
  readonly depth: number
}

function Node({ name, value, depth }: NodeProps): ReactElement {
  const label =
    name === null ? null : <span className="json-name">{<PlainText text={name.slice(0, 200)} />}</span>
  if (typeof value !== 'object' || value === null)
    return (
      <div className="json-leaf">
        {label}
        <Leaf value={value} />
      </div>
    )
  const entries = Array.isArray(value)
    ? value.map((item: unknown, i): [string, unknown] => [String(i), item])
    : Object.entries(value)
  return <Branch label={label} entries={entries} isList={Array.isArray(value)} depth={depth} />
}

interface BranchProps {
  readonly label: ReactNode
  readonly entries: readonly [string, unknown][]
  readonly isList: boolean
  readonly depth: number
}

function Branch({ label, entries, isList, depth }: BranchProps): ReactElement {
  const [isOpen, setOpen] = useState(depth < 2 && entries.length <= 20)
  const [shown, setShown] = useState(STEP)
  const [open, close] = isList ? '[]' : '{}'
  if (entries.length === 0)
    return (
      <div className="json-leaf">
        {label}
        {open}
        {close}
      </div>
    )
  return (
    <details className="json-branch" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className="json-count">
          {open}
          {entries.length}
          {close}
        </span>
      </summary>
      {isOpen && (
        <div className="json-inside">
          {entries.slice(0, shown).map(([name, value]) => (
            <Node key={name} name={name} value={value} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <button type="button" className="quiet-button" onClick={() => setShown(shown + STEP)}>
              {entries.length - shown} more
            </button>
          )}
        </div>
      )}
    </details>
  )
}

const STEP = 100

function Leaf({ value }: { readonly value: unknown }): ReactElement {
  const [isWhole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span className="json-value">{String(value)}</span>
  const most = isWhole ? 50_000 : 400
  return (
    <span className="json-string">
      <PlainText text={value.slice(0, most)} />
      {value.length > most && (
        <button type="button" className="quiet-button" disabled={isWhole} onClick={() => setWhole(true)}>
          … {(value.length - most).toLocaleString()} more signs
        </button>
      )}
    </span>
  )
}
