import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { httpsHref } from '../markdown/safe-href.ts'
import { SafeLink } from '../markdown/safe-link.tsx'
import { LongText } from '../transcript/long-text.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import { foundPages } from './found-pages.ts'
import css from './tools.module.css'

/** A page that was fetched, or pages that were found. Only `https:` addresses are links. */
export function WebTool({ step }: ToolProps): ReactElement {
  const { url, prompt } = fieldsOf(step.input)
  const address = textOf(url)
  const href = httpsHref(address)
  return (
    <>
      {/* What was looked for stands in the head. */}
      {address !== '' && (
        <p className={css.said}>
          {href !== null ? (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              <PlainText text={address.slice(0, 500)} />
            </a>
          ) : (
            <PlainText text={address.slice(0, 500)} />
          )}
        </p>
      )}
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
            {(text) => <Found text={text} />}
          </LongText>
        </div>
      )}
    </>
  )
}

/** Pages that were found as a list; what is said about them, or in a page, below. */
function Found({ text }: { readonly text: string }): ReactElement {
  const { pages, prose } = foundPages(text)
  return (
    <>
      {pages.length > 0 && (
        <ul className={css.pages}>
          {pages.slice(0, MOST_PAGES).map(({ title, url }, i) => (
            <li key={i}>
              <SafeLink href={url}>
                <PlainText text={title.slice(0, 300)} />
              </SafeLink>
              <span className={css.note}>
                <PlainText text={hostOf(url)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {prose !== '' && <Markdown text={prose} />}
    </>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

const MOST_PAGES = 50
