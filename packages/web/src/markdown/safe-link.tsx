import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { PlainText } from './plain-text.tsx'
import { safeHref } from './safe-href.ts'

/** A link of a transcript. One that may lead nowhere is its words and its address as text. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  const safe = safeHref(href)
  if (safe === null)
    return (
      <span className="md-dead-link">
        {children}{' '}
        <code>
          <PlainText text={href.slice(0, 500)} />
        </code>
      </span>
    )
  const pull = PULL_REQUEST.exec(safe)
  if (pull !== null)
    return (
      <a className="pull-link" href={safe} target="_blank" rel="noopener noreferrer nofollow" title={safe}>
        <Icon name="pull" size={12} />
        {pull[1]}#{pull[2]}
      </a>
    )
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow" title={safe.slice(0, 500)}>
      {children}
    </a>
  )
}

const PULL_REQUEST = /^https:\/\/[\w.-]{1,100}\/([\w.-]{1,100}\/[\w.-]{1,100})\/pull\/(\d{1,9})$/
