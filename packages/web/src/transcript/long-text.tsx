import { bytes } from '@skein/view'
import type { CutText } from '@skein/view'
import type { TextQuery } from '@skein/server'
import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { fetchText, useSource } from './source.ts'

export interface LongTextProps {
  readonly cut: CutText
  /** Which text of which entry it is. */
  readonly entry: number
  readonly part: TextQuery['part']
  /** Of the entry; null: the one text that it has. */
  readonly block?: number | null
  readonly tool?: string
  readonly children: (text: string, part: TextPart) => ReactNode
}

/** How much of it there is. */
export interface TextPart {
  /** There is more that can be asked for. */
  readonly isCut: boolean
  /** More was asked for: somebody wants to see it. */
  readonly isAsked: boolean
}

/** A text that may have come cut, with what brings the rest of it, a page at a time. */
export function LongText({ cut, entry, part, block, tool, children }: LongTextProps): ReactElement {
  const source = useSource()
  const [more, setMore] = useState<{ of: string; text: string; next: number | null } | null>(null)
  const [state, setState] = useState<{ readonly is: 'idle' | 'loading' | 'failed'; readonly why: string }>(
    IDLE,
  )
  // What was loaded belongs to the text it was loaded for: a live session may bring another.
  const known = more !== null && more.of === cut.text ? more : null
  const text = known === null ? cut.text : known.text
  const left = known === null ? cut.length > cut.text.length : known.next !== null
  const load = async (): Promise<void> => {
    setState({ is: 'loading', why: '' })
    try {
      const page = await fetchText(source, entry, {
        part,
        block: block ?? undefined,
        tool,
        from: known?.next ?? 0,
      })
      setMore({ of: cut.text, text: (known?.text ?? '') + page.text, next: page.next })
      setState(IDLE)
    } catch (error) {
      setState({ is: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      {children(text, { isCut: left, isAsked: known !== null })}
      {left && text.length < MOST_SIGNS && (
        <button
          type="button"
          className="quiet-button"
          disabled={state.is === 'loading'}
          onClick={() => void load()}
        >
          {state.is === 'loading'
            ? 'Loading …'
            : `Show all (${bytes(cut.length)}, ${bytes(text.length)} shown)`}
        </button>
      )}
      {left && text.length >= MOST_SIGNS && <p className="cut-note">The rest is in the Raw panel.</p>}
      {state.is === 'failed' && <p className="cut-note">{state.why}</p>}
    </>
  )
}

/** A page is no place for more. */
const MOST_SIGNS = 1_000_000
const IDLE = { is: 'idle', why: '' } as const
