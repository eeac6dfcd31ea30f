import { shownValue } from '@skein/redact'
import { resumeView, type Readable } from '@skein/transcript'
import { cutString, leftOutEntries, type LeftOutPage } from '@skein/view'
import type { LeftOutQuery } from '../api/api.ts'

/** Some of the entries that a resume leaves out; none where nothing can be resumed. */
export function leftOutPage(session: Readable, { reason, after }: LeftOutQuery): LeftOutPage {
  const view = resumeView(session.transcript, session.source, {})
  if (view.kind !== 'conversation') return { entries: [], next: null }
  const page = leftOutEntries(session, view, { reason, after, most: MOST_ENTRIES })
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, ...shown(entry) })) }
}

const MOST_ENTRIES = 50
const MOST_READ = 5000
const MOST_TEXT = 160
const MOST_KIND = 60

/** Masked before it is cut: half a secret is not detected any more. */
function shown({ kind, text }: { readonly kind: string; readonly text: string }): {
  readonly kind: string
  readonly text: string
} {
  const masked = shownValue({ kind: kind.slice(0, MOST_READ), text: text.slice(0, MOST_READ) })
  return { kind: cutString(masked.kind, MOST_KIND), text: cutString(masked.text, MOST_TEXT) }
}
