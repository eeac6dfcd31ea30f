import type { ExportQuery } from '@skein/server'
import { useState, type ReactElement } from 'react'
import { apiUrl } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import css from './edit.module.css'

/** The session as a file to give away or keep. */
export function ExportDialog({
  session,
  onClose,
}: {
  readonly session: string
  readonly onClose: () => void
}): ReactElement {
  const [format, setFormat] = useState<ExportQuery['format']>('html')
  const [redact, setRedact] = useState(true)
  const href = apiUrl('/api/sessions/:session/export', { session }, { format, redact: String(redact) })
  return (
    <Dialog
      title="Export"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <a className={css.download} href={href} download>
            Download
          </a>
        </>
      }
    >
      <div className={css.body}>
        <fieldset className={css.presets}>
          <legend>Format</legend>
          {FORMATS.map(({ name, label, what }) => (
            <label key={name} className={classes(css.preset, name === format && css.chosen)}>
              <input type="radio" name="format" checked={name === format} onChange={() => setFormat(name)} />
              <span className={css.presetName}>{label}</span>
              <span className={css.hint}>{what}</span>
            </label>
          ))}
        </fieldset>
        <label className={css.check}>
          <input type="checkbox" checked={redact} onChange={(event) => setRedact(event.target.checked)} />
          Without folders, names and pictures
        </label>
        <p className={css.hint}>
          {redact
            ? 'Folders of the project, your home folder and your name are replaced, pictures are left out.'
            : 'Folders, names and pictures stand in it as they were.'}{' '}
          Keys, tokens and passwords that are recognised are masked in any case. Read it before you give it
          away.
        </p>
      </div>
    </Dialog>
  )
}

const FORMATS = [
  { name: 'html', label: 'Web page', what: 'one file, to be read in any browser' },
  { name: 'md', label: 'Markdown', what: 'plain text' },
  { name: 'json', label: 'JSON', what: 'for programs' },
] as const
