import { counted, duration, inertLine } from '@skein/view'
import type { PromptView } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { clip } from '../code/clip.ts'
import { PlainText } from '../markdown/plain-text.tsx'
import { Chip } from '../ui/chip.tsx'
import { LongText } from './long-text.tsx'
import { injectedLabel } from '../format/injected-label.ts'
import { OpeningChip } from './opening-chip.tsx'
import { Pictures } from './pictures.tsx'
import css from './transcript.module.css'

/** What a human typed, with what the program put beside it as chips. */
export function Prompt({ prompt }: { readonly prompt: PromptView }): ReactElement {
  const { text, command, injected, images, queued, resumedAfterMs, kind } = prompt
  const hasText = text.length > 0
  return (
    <div className={css.prompt} data-prompt="">
      {hasText && (
        <LongText cut={text} entry={prompt.key} part="text">
          {(whole) =>
            command !== null ? (
              <CommandText name={command} text={whole} />
            ) : kind === 'bash' ? (
              <p className={css.bash}>
                <span aria-hidden="true">! </span>
                <PlainText text={whole} />
              </p>
            ) : (
              <Typed text={whole} />
            )
          }
        </LongText>
      )}
      {images.length > 0 && <Pictures images={images} />}
      {(injected.length > 0 || queued || resumedAfterMs !== null || !hasText) && (
        <div className={css.chips}>
          {!hasText && injected.length === 0 && <Chip>{injectedLabel(kind)}</Chip>}
          {injected.slice(0, 30).map((one, i) => (
            <OpeningChip key={i} label={injectedLabel(one.kind)} text={one.text} />
          ))}
          {queued && <Chip title="Typed while the turn before was running">queued</Chip>}
          {resumedAfterMs !== null && <Chip icon="clock">after {duration(resumedAfterMs)}</Chip>}
        </div>
      )}
    </div>
  )
}

function CommandText({ name, text }: { readonly name: string; readonly text: string }): ReactElement {
  const full = `/${name}`
  const rest = text.startsWith(full) ? text.slice(full.length).trim() : text
  return (
    <div className={css.typed}>
      <code className={css.slash}>{inertLine(full).slice(0, 200)}</code>
      {rest !== '' && (
        <>
          {' '}
          <Typed text={rest} />
        </>
      )}
    </div>
  )
}

/** Typed text as it stands; of a long paste the beginning. */
function Typed({ text }: { readonly text: string }): ReactElement {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? { text, lines: 0, signs: 0 } : clip(text, { lines: 16, signs: 2400 })
  // A few lines more are shown at once: nothing is gained by hiding them.
  const isCut = shown.signs > 400 || shown.lines > 4
  return (
    <div className={css.typed}>
      <PlainText text={isCut ? shown.text : text} />
      {isCut && (
        <button type="button" className="quiet-button" onClick={() => setWhole(true)}>
          … {counted(shown.lines, 'more line')}
        </button>
      )}
    </div>
  )
}
