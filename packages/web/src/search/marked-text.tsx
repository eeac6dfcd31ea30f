import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { markedPieces } from './hit-groups.ts'

/** A text with its matches marked. Texts of transcripts: shown, never obeyed. */
export function MarkedText({
  text,
  matches,
}: {
  readonly text: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}): ReactElement {
  return (
    <>
      {markedPieces(text, matches.slice(0, MOST_MARKS)).map((piece, i) =>
        piece.hit ? (
          <mark key={i}>
            <PlainText text={piece.text} />
          </mark>
        ) : (
          <PlainText key={i} text={piece.text} />
        ),
      )}
    </>
  )
}

const MOST_MARKS = 200
