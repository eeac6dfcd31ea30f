import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { httpsHref } from '../markdown/safe-href.ts'
import { LongText } from '../transcript/long-text.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import css from './tools.module.css'

/** A page that was fetched, or pages that were found. Only `https:` addresses are links. */
export function WebTool({ step }: ToolProps): ReactElement {
  const { url, query, prompt } = fieldsOf(step.input)
  const address = textOf(url)
  const href = httpsHref(address)
  return (
    <>
      <p className={css.said}>
        {href !== null ? (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            <PlainText text={address.slice(0, 500)} />
          </a>
        ) : (
          <PlainText text={(address || textOf(query)).slice(0, 500)} />
        )}
      </p>
      {textOf(prompt) !== '' && (
        <p className={css.note}>
          <PlainText text={textOf(prompt).slice(0, 2000)} />
        </p>
      )}
      {step.status !== 'ok' || step.result === null || step.resultKey === null ? (
        <Output step={step} />
      ) : (
        <div className={css.paper}>
          <LongText cut={step.result} entry={step.resultKey} part="result" tool={step.id}>
            {(text) => <Markdown text={text} />}
          </LongText>
        </div>
      )}
    </>
  )
}
