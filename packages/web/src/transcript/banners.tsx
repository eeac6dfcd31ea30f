import type { SessionHead } from '@skein/view'
import type { ReactElement } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import { ResumeBanner } from './resume-banner.tsx'
import type { Source } from './source.ts'
import css from './transcript.module.css'

export interface BannersProps {
  readonly source: Source
  readonly place: SessionPlace
  readonly head: SessionHead
  /** Why the link could not be followed. */
  readonly problem: string | null
}

/** What one has to know before believing what is below. */
export function Banners({ source, place, head, problem }: BannersProps): ReactElement {
  return (
    <>
      {problem !== null && (
        <p className={css.banner} role="status">
          <Icon name="warning" /> <span>{problem}</span>
          <Link to={{ ...place, at: null }} replace>
            Close
          </Link>
        </p>
      )}
      {place.tip !== null && (
        <p className={css.banner} role="status">
          <Icon name="branch" />
          <span>
            A branch that is not live
            {reasonOf(head, place.tip)}: a resume does not continue it.
          </span>
          <Link to={{ ...place, tip: null, at: null }}>To the live line</Link>
        </p>
      )}
      {place.tip === null && source.agent === null && <ResumeBanner place={place} />}
    </>
  )
}

function reasonOf(head: SessionHead, tip: number): string {
  const branch = head.branches.find((one) => one.tip === tip)
  return branch === undefined ? '' : ` (${branch.reason.replaceAll('-', ' ')})`
}
