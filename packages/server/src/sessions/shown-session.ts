import type { Readable } from '@skein/transcript'
import { maskedSource, secretsHidden } from '@skein/view'
import type { ReportSubject } from '../reports/report-desk.ts'
import { unknown } from '../routes/failure.ts'
import { findRow } from './find-row.ts'
import type { OpenSession, Variant } from './open-session.ts'
import type { OpenSessions } from './open-sessions.ts'

export interface Shown extends ReportSubject, Variant {}

/** Works with a transcript for a page of it, with its sub-agents as they are now. */
export async function useShown<T>(
  { sessions }: { readonly sessions: OpenSessions },
  { file, family, ...variant }: Shown,
  work: (session: OpenSession) => T | Promise<T>,
): Promise<T> {
  const withAgents = (session: OpenSession): T | Promise<T> => {
    const { transcript } = session.model
    if (variant.tip !== undefined && transcript.pinnedTip < 0) throw unknown('branch')
    sessions.agentsOf(file).refresh(family, { transcript, source: session.source })
    return work(session)
  }
  return sessions.use(file, withAgents, variant)
}

/** A transcript to read bodies from: masked entry by entry, as views are, unless secrets are asked for. */
export function readable({ model, source }: OpenSession, reveal = false): Readable {
  const { transcript } = model
  return { transcript, source: reveal ? source : maskedSource(source, secretsHidden) }
}

/** The row of an entry that must be there. */
export function rowNamed({ model }: OpenSession, name: string): number {
  const row = findRow(model.transcript, name)
  if (row < 0) throw unknown('entry')
  return row
}
