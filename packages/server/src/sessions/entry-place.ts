import { StoreError } from '@skein/store'
import { lineHolding } from '@skein/view'
import type { EntryPlace } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { unknown } from '../routes/failure.ts'
import { openAgentFile } from './agent-file.ts'
import { findRow } from './find-row.ts'
import type { OpenSession } from './open-session.ts'

export interface NamedEntry {
  readonly session: string
  readonly entry: string
  readonly agent?: string
}

/** Where an entry is shown: on the live line, on a branch, or in a sub-agent. */
export async function entryPlace(context: ServerContext, named: NamedEntry): Promise<EntryPlace> {
  const { sessions } = context
  const file = await sessions.find(named.session, named.agent)
  const place = await sessions.use(file, async (session) => {
    const row = findRow(session.model.transcript, named.entry)
    return row < 0 ? null : placeIn(context, session, row)
  })
  if (place !== null) return { ...place, agent: named.agent ?? null }
  const agent = named.agent === undefined ? await agentWith(context, named) : null
  if (agent === null) throw unknown('entry')
  return entryPlace(context, { ...named, agent })
}

async function placeIn(
  { sessions }: ServerContext,
  session: OpenSession,
  row: number,
): Promise<Omit<EntryPlace, 'agent'>> {
  const { model } = session
  const { transcript } = model
  const key = transcript.scan.columns.offset[row]
  const live = model.find(key)
  if (live !== null) return { key, ...live, tip: null }
  const { branch } = lineHolding(transcript, row)
  if (branch !== null) {
    const tip = transcript.scan.columns.offset[branch.tip]
    const found = await sessions.use(session.file, (other) => other.model.find(key), { tip })
    if (found !== null) return { key, ...found, tip }
  }
  return { key, ...(nearest(session, row) ?? { turn: null, step: null }), tip: null }
}

/** An entry that is not shown: what was said last before it. */
function nearest(
  { model }: OpenSession,
  row: number,
): { readonly turn: number; readonly step: number } | null {
  const { path, scan } = model.transcript
  for (let before = row - 1; before >= Math.max(0, row - MOST_BACK); before--) {
    if (path.positionOf(before) < 0) continue
    const found = model.find(scan.columns.offset[before])
    if (found !== null) return found
  }
  return null
}

const MOST_BACK = 1000
const MOST_AGENTS = 200

/** The sub-agent that has an entry of this uuid. Offsets are those of the session's own file. */
async function agentWith(
  { store, sessions }: ServerContext,
  { session, entry }: NamedEntry,
): Promise<string | null> {
  if (/^\d+$/.test(entry)) return null
  const { agents } = await sessions.familyOf(await sessions.find(session))
  for (const file of agents.slice(0, MOST_AGENTS)) {
    try {
      if (findRow(openAgentFile(store.home, file).transcript, entry) >= 0) return file.agent
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }
  return null
}
