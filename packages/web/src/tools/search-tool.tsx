import { withoutFolder } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { LongText } from '../transcript/long-text.tsx'
import { useSource } from '../transcript/source.ts'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import type { FoundLine } from './read-result.ts'
import { foundLines } from './read-result.ts'
import css from './tools.module.css'

/** What a search for files or text found. */
export function SearchTool({ step }: ToolProps): ReactElement | null {
  if (step.result === null || step.resultKey === null) return null
  if (step.status !== 'ok') return <Output step={step} />
  return (
    <LongText cut={step.result} entry={step.resultKey} part="result" tool={step.id}>
      {(text) => <Found lines={foundLines(text)} />}
    </LongText>
  )
}

function Found({ lines }: { readonly lines: readonly FoundLine[] }): ReactElement {
  const { cwd } = useSource()
  const [shown, setShown] = useState(STEP)
  return (
    <>
      <ul className={css.found}>
        {lines.slice(0, shown).map(({ path, line, text }, i) => (
          <li key={i}>
            {path !== '' && (
              <span className={css.path}>
                <PlainText text={withoutFolder(path, cwd).slice(0, 400)} />
                {line !== null && <span className={css.lineNumber}>:{line}</span>}
              </span>
            )}
            {text !== '' && (
              <span className={path === '' ? css.note : css.foundText}>
                <PlainText text={text.slice(0, 400)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <button type="button" className="quiet-button" onClick={() => setShown(shown + STEP * 10)}>
          {(lines.length - shown).toLocaleString()} more
        </button>
      )}
    </>
  )
}

const STEP = 20
