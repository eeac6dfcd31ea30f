import type { ChangedFile, SessionFiles } from '@skein/server'
import { counted, inertLine, whole } from '@skein/view'
import type { ReactElement } from 'react'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { Chip, LinkChip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import { FilePath, Lines } from './file-path.tsx'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { withPanel } from './panel-place.ts'
import { useFiles } from './reports.ts'
import { TurnButton } from './turn-button.tsx'
import css from './inspector.module.css'

/** What the session did to files, from before it to after it; and what was committed. */
export function FilesPanel({ session, place }: PanelProps): ReactElement {
  const files = useFiles(session)
  const cwd = useQuery(sessionQuery(session)).data?.cwd ?? ''
  return (
    <Loaded of={files} label="files">
      {(data) =>
        data.files.length + data.commits.length + data.pullRequests.length === 0 ? (
          <EmptyState icon="file" title="No file was changed">
            <p>Changes that shell commands made are not known.</p>
          </EmptyState>
        ) : (
          <div className={css.panel}>
            <Summary files={data} />
            <ul className={css.rows}>
              {data.files.map((file) => (
                <li key={file.path} className={css.fileRow}>
                  <Link className={css.file} to={withPanel(place, 'diff', { file: file.path })}>
                    <FilePath path={file.path} cwd={cwd} />
                    <Lines added={file.added} removed={file.removed} />
                  </Link>
                  <FileFacts file={file} session={session} />
                </li>
              ))}
            </ul>
            {data.omitted > 0 && (
              <p className={css.note}>{counted(data.omitted, 'more file')} are left out.</p>
            )}
            <Commits files={data} session={session} />
          </div>
        )
      }
    </Loaded>
  )
}

function Summary({ files: { files, omitted } }: { readonly files: SessionFiles }): ReactElement {
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <p className={css.summary}>
      <strong>{counted(files.length + omitted, 'file')}</strong>
      <Lines added={added} removed={removed} />
    </p>
  )
}

function FileFacts({
  file,
  session,
}: {
  readonly file: ChangedFile
  readonly session: string
}): ReactElement {
  return (
    <p className={css.facts}>
      {file.created && <Chip tone="good">new</Chip>}
      {file.changedElsewhere && (
        <Chip tone="warn" title="Something else changed it in between: a command, an editor">
          also changed elsewhere
        </Chip>
      )}
      <span>{counted(file.edits, 'edit')}</span>
      {file.agents.length > 0 && <span>by {counted(file.agents.length, 'sub-agent')}</span>}
      {file.turns.length > 0 && (
        <span className={css.turns}>
          in turn
          {file.turns.slice(0, 8).map((turn) => (
            <TurnButton key={turn} session={session} turn={turn} />
          ))}
          {file.turns.length > 8 && ` and ${whole(file.turns.length - 8)} more`}
        </span>
      )}
    </p>
  )
}

function Commits({
  files,
  session,
}: {
  readonly files: SessionFiles
  readonly session: string
}): ReactElement {
  return (
    <>
      {files.commits.length > 0 && (
        <section className={css.part} aria-label="Commits">
          <h3 className={css.heading}>Commits</h3>
          <ul className={css.rows}>
            {files.commits.slice(0, 200).map(({ hash, message, turn }, i) => (
              <li key={`${hash} ${i}`} className={css.commit}>
                <code>{hash === null ? '·······' : inertLine(hash).slice(0, 8)}</code>
                <span className={css.message}>{inertLine(message).slice(0, 300)}</span>
                <TurnButton session={session} turn={turn} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.pullRequests.length > 0 && (
        <section className={css.part} aria-label="Pull requests">
          <h3 className={css.heading}>Pull requests</h3>
          <p className={css.chips}>
            {files.pullRequests.slice(0, 50).map((url) => (
              <LinkChip key={url} icon="pull" href={url}>
                {inertLine(url.replace(/^https:\/\/(?:www\.)?/, '')).slice(0, 80)}
              </LinkChip>
            ))}
          </p>
        </section>
      )}
    </>
  )
}
