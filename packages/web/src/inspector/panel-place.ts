import { fetchView } from '../api/queries.ts'
import { currentPlace, navigate } from '../url/location.ts'
import { sessionPlace, type Panel, type SessionPlace } from '../url/place.ts'

/** Parts of the address that panels keep for themselves. */
const OWN = ['file', 'turn', 'entry', 'a', 'b'] as const
export type PanelState = Partial<Record<(typeof OWN)[number], string>>

/** The same session with a panel in some state; what other parts of the page keep in the address stays. */
export function withPanel(place: SessionPlace, panel: Panel, state: PanelState = {}): SessionPlace {
  const kept = Object.entries(place.more).filter(([name]) => !OWN.some((own) => own === name))
  return { ...place, panel, more: { ...Object.fromEntries(kept), ...state } }
}

/** The panel over the session, where it has all the room there is. */
export function overSession(place: SessionPlace): SessionPlace {
  return { ...place, more: { ...place.more, full: '1' } }
}

/** Somewhere in the transcript, seen from a panel: one that lies over the transcript makes way. */
export function inTranscript(
  place: SessionPlace,
  to: Partial<Pick<SessionPlace, 'agent' | 'tip' | 'at'>>,
): SessionPlace {
  const { full: _full, ...more } = place.more
  const isBeside = window.matchMedia('(min-width: 1100px)').matches
  return { ...place, ...to, panel: isBeside ? place.panel : null, more }
}

/** Goes to a turn of the live line. Links name entries, so the turn's is asked for first. */
export async function goToTurn(session: string, turn: number): Promise<void> {
  const view = await fetchView({ session, agent: null, project: null }, { around: turn, steps: 'folded' })
  const found = view.turns.find(({ index }) => index === turn)
  const place = currentPlace()
  const base = place.page === 'session' && place.session === session ? place : sessionPlace(session)
  if (found) navigate(inTranscript(base, { agent: null, tip: null, at: String(found.key) }))
}
