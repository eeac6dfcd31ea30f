import type { ChangedFile } from '@skein/server'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@skein/view'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { CopyButton } from '../code/copy-button.tsx'
import { DiffView } from '../code/diff-view.tsx'
import { languageOfPath } from '../code/languages.ts'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { FilePath, Lines } from './file-path.tsx'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { patchText } from './patch-text.ts'
import { useFiles } from './reports.ts'
import css from './inspector.module.css'

/** The changes themselves, file by file. `file=` opens one. */
export function DiffPanel({ session, place }: PanelProps): ReactElement {
  const files = useFiles(session)
  const cwd = useQuery(sessionQuery(session)).data?.cwd ?? ''
  const wanted = place.more['file'] ?? null
  return (
    <Loaded of={files} label="diffs">
      {({ files: changed, omitted }) =>
        changed.length === 0 ? (
          <EmptyState icon="diff" title="No file was changed" />
        ) : (
          <div className={css.panel}>
            <div className={css.summary}>
              <strong>{counted(changed.length, 'file')}</strong>
              <Lines
                added={changed.reduce((sum, file) => sum + file.added, 0)}
                removed={changed.reduce((sum, file) => sum + file.removed, 0)}
              />
              <CopyButton
                label="Copy patch of all files"
                words="Copy patch"
                text={() =>
                  changed.map(({ path, created, hunks }) => patchText(path, created, hunks)).join('')
                }
              />
            </div>
            {changed.map((file, at) => (
              <FileDiff
                key={file.path}
                file={file}
                cwd={cwd}
                wanted={file.path === wanted}
                open={
                  wanted === null
                    ? at < OPEN_FILES && file.added + file.removed < OPEN_LINES
                    : file.path === wanted
                }
              />
            ))}
            {omitted > 0 && <p className={css.note}>{counted(omitted, 'more file')} are left out.</p>}
          </div>
        )
      }
    </Loaded>
  )
}

const OPEN_FILES = 5
const OPEN_LINES = 400

function FileDiff({
  file,
  cwd,
  wanted,
  open,
}: {
  readonly file: ChangedFile
  readonly cwd: string
  readonly wanted: boolean
  readonly open: boolean
}): ReactElement {
  const [isOpen, setOpen] = useState(open)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!wanted) return
    setOpen(true)
    box.current?.scrollIntoView({ block: 'start' })
  }, [wanted])
  return (
    <details
      ref={box}
      className={css.diffFile}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={css.diffHead}>
        <FilePath path={file.path} cwd={cwd} />
        {file.created && <Chip tone="good">new</Chip>}
        <Lines added={file.added} removed={file.removed} />
      </summary>
      {isOpen && (
        <>
          {(file.kind === 'steps' || file.changedElsewhere) && (
            <p className={css.note}>
              {file.kind === 'steps'
                ? 'What the file held before is not known: the changes stand one after another.'
                : 'Something else changed the file in between; that is in here too.'}
            </p>
          )}
          <DiffView
            hunks={file.hunks}
            language={languageOfPath(file.path)}
            cut={file.cut}
            label={`Changes of ${file.path}`}
          />
        </>
      )}
    </details>
  )
}
