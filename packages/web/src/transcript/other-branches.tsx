import type { SessionHead } from '@skein/view'
import { counted, inertLine, minute } from '@skein/view'
import type { ReactElement } from 'react'
import { Chip } from '../ui/chip.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import css from './transcript.module.css'

/** Lines of the conversation that are not the live one. */
export function OtherBranches({ head, place }: { head: SessionHead; place: SessionPlace }): ReactElement {
  return (
    <section className={css.branches} aria-label="Other branches">
      <h3>
        {head.branchCount === 0
          ? 'No other branches'
          : counted(head.branchCount, 'other branch', 'other branches')}
      </h3>
      <ul>
        {head.branches.map((branch) => (
          <li key={branch.tip}>
            <Link
              to={{ ...place, tip: branch.tip, at: null }}
              aria-current={place.tip === branch.tip || undefined}
            >
              <Chip>{branch.reason.replaceAll('-', ' ')}</Chip>
              <span className={css.branchPrompt}>
                {branch.prompt === null ? 'no prompt' : inertLine(branch.prompt).slice(0, 160)}
              </span>
              <span className={css.branchFacts}>
                {counted(branch.entries, 'entry', 'entries')} {minute(branch.lastTime)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
