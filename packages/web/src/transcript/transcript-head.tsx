import type { SessionHead } from '@skein/view'
import type { ReactElement, RefObject } from 'react'
import { useId, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import type { Density, SessionPlace } from '../url/place.ts'
import { FindBar } from './find-bar.tsx'
import { MissingInResume, missingWords, useMissingInResume } from './missing-in-resume.tsx'
import { Note } from './note.tsx'
import type { Source } from './source.ts'
import { Toolbar } from './toolbar.tsx'
import type { Target } from './turn-list.tsx'
import css from './transcript.module.css'

export interface TranscriptHeadProps {
  readonly source: Source
  readonly place: SessionPlace
  readonly head: SessionHead
  readonly density: Density
  readonly onDensity: (to: Density) => void
  readonly column: RefObject<HTMLDivElement | null>
  readonly target: Target | null
  /** Why the link could not be followed. */
  readonly problem: string | null
}

/** What stands above the turns. It becomes higher only by what the reader does. */
export function TranscriptHead(props: TranscriptHeadProps): ReactElement {
  const { source, place, head, density, onDensity, column, target, problem } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const missing = useMissingInResume(place.session, place.tip === null && source.agent === null)
  const note =
    problem !== null ? (
      <Note text={problem}>
        <Link className="quiet-button" to={{ ...place, at: null }} replace>
          Close
        </Link>
      </Note>
    ) : missing !== null ? (
      <Note text={missingWords(missing)}>
        <button
          type="button"
          className="quiet-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'What is missing'}
        </button>
      </Note>
    ) : null
  return (
    <>
      <Toolbar place={place} density={density} head={head} onDensity={onDensity} note={note} />
      <FindBar source={source} place={place} column={column} target={target} />
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
      {isOpen && missing !== null && <MissingInResume id={id} place={place} missing={missing} />}
    </>
  )
}

function reasonOf(head: SessionHead, tip: number): string {
  const branch = head.branches.find((one) => one.tip === tip)
  return branch === undefined ? '' : ` (${branch.reason.replaceAll('-', ' ')})`
}
