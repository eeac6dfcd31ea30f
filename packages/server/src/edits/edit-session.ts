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
import { sessionKeys } from '../sessions/session-keys.ts'

/** Plans an edit and, unless it is a dry run, writes the new session beside the old one. */
export async function editSession(
  { store, home }: ServerContext,
  { session: id, path, root, project }: CataloguedTranscript,
  request: EditRequest,
): Promise<EditAnswer> {
  const title = store.sessions({ ids: [id] }).find((one) => one.path === path)?.title.text ?? ''
  const session = await openEditSession(store.home, { root, project, session: id, agent: null })
  try {
    const draft = await draftOf(session, request)
    draft.title = title === '' ? null : `${title} (${CALLED[request.kind]})`
    const target = { sessionId: randomUUID(), root, folder: session.folder, cwd: null }
    const prepared = prepareEdit(draft, target, request.dryRun ? 'apart' : 'beside')
    try {
      if (request.dryRun) return { ...answerOf(prepared.plan, null), ...shownChanges(draft) }
      const ledger = Ledger.open(home)
      try {
        const { dryRun: _dryRun, ...options } = request
        await prepared.publish(ledger, options)
      } finally {
        ledger.close()
      }
    } finally {
      prepared.discard()
    }
    await store.refresh()
    const made = prepared.plan.target.session
    return answerOf(prepared.plan, sessionKeys(store.db, [made])({ id: made, root, project }))
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

function answerOf({ context, rows, steps, warnings, target }: EditPlan, key: string | null): EditAnswer {
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
    session: key,
    resumeCommand: key === null ? null : `claude --resume ${target.session}`,
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
