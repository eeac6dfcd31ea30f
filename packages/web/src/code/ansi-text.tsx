import type { ReactNode } from 'react'
import { memo } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { ansiSpans } from './ansi.ts'
import './code.css'

/** Output of a command, in its colours. */
export const AnsiText = memo(function AnsiText({ text }: { readonly text: string }): ReactNode {
  return ansiSpans(text).map((span, i) =>
    span.className === '' ? (
      <PlainText key={i} text={span.text} />
    ) : (
      <span key={i} className={span.className}>
        <PlainText text={span.text} />
      </span>
    ),
  )
})
