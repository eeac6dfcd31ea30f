import { randomUUID } from 'node:crypto'
import {
  cloneSession,
  compressSession,
  DEFAULT_BANDS,
  EditError,
  forkSession,
  Ledger,
  openEditSession,
  prepareEdit,
  repairSession,
  textChanges,
  TRIM_PRESETS,
  trimSession,
  type Draft,
  type EditPlan,
  type EditSession,
  type TrimPreset,
} from '@skein/edit'
import { shownValue } from '@skein/redact'
import type { CataloguedTranscript } from '@skein/store'
import { inertLine } from '@skein/view'
import type { EditAnswer, EditRequest } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { badRequest } from '../routes/failure.ts'
import { findRow } from '../sessions/find-row.ts'
import type { ReportDesk } from '../reports/report-desk.ts'
import type { EditWork } from '../reports/work.ts'
import { familyOf } from '../sessions/session-family.ts'
import { sessionKeys } from '../sessions/session-keys.ts'

/** Plans an edit and, unless it is a dry run, writes the new session beside the old one. */
export async function editSession(
  context: ServerContext,
  file: CataloguedTranscript,
  { edit, signal }: { readonly edit: EditRequest; readonly signal: AbortSignal },
): Promise<EditAnswer> {
  const { store, home, reports } = context
  const { session: id, path, root, project } = file
  const { sessions } = await store.list({ ids: [id] })
  const title = sessions.find((one) => one.path === path)?.title.text ?? ''
  const family = await familyOf(context, file)
  const work = { report: 'edit', file, family, edit, title, ledger: home } as const
  // What `makeEdit` made in the thread.
  const { answer, session } = JSON.parse(await reports.edit(work, signal)) as EditMade
  if (session === null) return answer
  await store.refresh()
  const keyOf = await sessionKeys(store, [session])
  const key = keyOf({ id: session, root, project })
  return { ...answer, session: key, resumeCommand: `claude --resume ${session}` }
}

interface EditMade {
  readonly answer: EditAnswer
  /** The id of the session that was written; null for a dry run. */
  readonly session: string | null
}

/** The part of it that takes as long as the session is large: for a thread. */
export async function makeEdit(
  { home }: ReportDesk,
  { file, edit, title, ledger: place }: EditWork,
): Promise<EditMade> {
  const { root, project } = file
  const session = await openEditSession(home, { root, project, session: file.session, agent: null })
  try {
    const draft = await draftOf(session, edit)
    draft.title = title === '' ? null : `${title} (${CALLED[edit.kind]})`
    const target = { sessionId: randomUUID(), root, folder: session.folder, cwd: null }
    const prepared = prepareEdit(draft, target, edit.dryRun ? 'apart' : 'beside')
    try {
      if (edit.dryRun)
        return { answer: { ...answerOf(prepared.plan), ...shownChanges(draft) }, session: null }
      const ledger = Ledger.open(place)
      try {
        const { dryRun: _dryRun, ...options } = edit
        await prepared.publish(ledger, options)
      } finally {
        ledger.close()
      }
    } finally {
      prepared.discard()
    }
    return { answer: answerOf(prepared.plan), session: prepared.plan.target.session }
  } finally {
    session.close()
  }
}

const CALLED: Readonly<Record<EditRequest['kind'], string>> = {
  fork: 'fork',
  trim: 'trimmed',
  compress: 'compressed',
  repair: 'repaired',
  clone: 'clone',
}

async function draftOf(session: EditSession, request: EditRequest): Promise<Draft> {
  switch (request.kind) {
    case 'fork':
      return forkSession(session, { at: namedRow(session, request.entry) })
    case 'trim':
      return trimSession(session, {
        preset: presetOf(request.preset),
        ...(request.targetTokens === undefined ? {} : { targetTokens: request.targetTokens }),
      })
    case 'compress':
      return compressSession(session, { bands: DEFAULT_BANDS })
    case 'repair':
      return repairSession(session, { orphans: 'result', clock: false }).draft
    case 'clone':
      return cloneSession(session)
  }
}

function presetOf(name: string): TrimPreset {
  const preset = TRIM_PRESETS.find((one) => one === name)
  if (preset === undefined) throw badRequest('preset', `is none of ${TRIM_PRESETS.join(', ')}`)
  return preset
}

/** The entry with this byte offset or uuid. */
function namedRow({ main }: EditSession, name: string): number {
  const row = findRow(main.transcript, name)
  if (row >= 0) return row
  throw new EditError('not-found', 'no such entry in the session', { remedy: 'load the session anew' })
}

function answerOf({ context, rows, steps, warnings }: EditPlan): EditAnswer {
  return {
    tokensBefore: context.before,
    tokensAfter: context.after,
    entriesBefore: rows.kept + rows.changed + rows.dropped,
    entriesAfter: rows.kept + rows.changed + rows.added,
    steps: steps
      .slice(0, MOST_TOLD)
      .map(({ what, count, tokens }) => ({ text: `${count} × ${what}`, tokens })),
    changes: [],
    moreChanges: false,
    warnings: warnings.slice(0, MOST_TOLD).map(({ message }) => message),
    session: null,
    resumeCommand: null,
  }
}

/** The first texts that the edit changes; secrets are masked before anything is cut. */
function shownChanges({ main }: Draft): Pick<EditAnswer, 'changes' | 'moreChanges'> {
  const { changes, more } = textChanges(main, MOST_CHANGES)
  return {
    changes: shownValue(changes).map(({ line, what, before, after }) => ({
      line,
      what: inertLine(what).slice(0, MOST_WORD),
      before: before.slice(0, MOST_TEXT),
      after: after === null ? null : after.slice(0, MOST_TEXT),
    })),
    moreChanges: more,
  }
}

const MOST_TOLD = 100
const MOST_CHANGES = 40
const MOST_TEXT = 1500
const MOST_WORD = 80
