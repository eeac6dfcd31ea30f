import type { SpanView } from '@skein/server'
import { duration, formatMoney, inertLine, minute, tokens } from '@skein/view'
import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import css from './trace-panel.module.css'

/** Everything about one span, and the way to where it stands. */
export function SpanDetail({
  span,
  onOpen,
  onTurn,
  onClose,
}: {
  readonly span: SpanView
  readonly onOpen: (() => void) | null
  readonly onTurn: (() => void) | null
  readonly onClose: () => void
}): ReactElement {
  return (
    <section className={css.detail} aria-label="The chosen span">
      <header className={css.detailHead}>
        <Chip>{span.kind}</Chip>
        <strong className={css.words}>{inertLine(span.name).slice(0, 300)}</strong>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <p className={css.detailFacts}>
        <span>{minute(span.start)}</span>
        <span>{duration(Math.max(0, span.end - span.start))}</span>
        {span.tokens > 0 && <span>{tokens(span.tokens)} tokens</span>}
        {span.nanoDollars !== null && <span>{formatMoney(span.nanoDollars)}</span>}
        {span.incomplete && <Chip tone="warn">not finished</Chip>}
      </p>
      {span.error !== null && (
        <p className={css.detailError}>
          <PlainText text={span.error.slice(0, 1000)} />
        </p>
      )}
      <p className={css.detailFacts}>
        {onOpen && (
          <Button icon="forward" onClick={onOpen}>
            {span.key === null ? 'Go to the turn' : 'Go to the entry'}
          </Button>
        )}
        {onTurn && <Button onClick={onTurn}>Only this turn</Button>}
      </p>
    </section>
  )
}
