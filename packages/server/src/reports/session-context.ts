import { shownValue } from '@skein/redact'
import { isBoundary, KIND, turnOfPosition, usageOf, type Readable, type Transcript } from '@skein/transcript'
import { allTokens, contextView } from '@skein/view'
import type { ContextPoint, SessionContext } from '../api/api.ts'
import { ApiFailure } from '../errors.ts'

/** What fills the window when the session is resumed now, and how it came to that. */
export function sessionContext(
  session: Readable,
  options: { readonly as?: string; readonly now: number },
): SessionContext {
  const view = contextView(session, {
    now: options.now,
    ...(options.as === undefined ? {} : { version: options.as }),
  })
  if (view.kind === 'no-context')
    throw new ApiFailure(409, 'no-context', 'nothing would be sent on a resume', {
      remedy: '`doctor` says what is wrong with the session',
    })
  const { parts, ...rest } = view
  const bounded = parts.map((part) => ({ ...part, tools: part.tools.slice(0, MOST_TOOLS) }))
  return { context: shownValue({ ...rest, parts: bounded }), timeline: thinned(points(session.transcript)) }
}

const MOST_TOOLS = 50
const MOST_POINTS = 500

/** Tokens of the window after each answer on the live path, and where it was compacted. */
function points(transcript: Transcript): ContextPoint[] {
  const { path, scan, messages } = transcript
  const { columns } = scan
  const found: ContextPoint[] = []
  const turnOf = (position: number): number => Math.max(0, turnOfPosition(transcript, position))
  let last = -1
  for (let at = 0; at < path.length; at++) {
    const row = path.at(at)
    const time = Number.isNaN(columns.time[row]) ? null : columns.time[row]
    if (isBoundary(scan, row)) {
      found.push({ turn: turnOf(at), time, tokens: found.at(-1)?.tokens ?? 0, compaction: true })
      continue
    }
    if (columns.kind[row] !== KIND.assistant || !messages.isReal(row)) continue
    const key = columns.messageId[row]
    const usage = usageOf(transcript, key)
    const tokens = usage === null ? 0 : allTokens(usage.tokens)
    if (tokens === 0) continue
    const point = { turn: turnOf(at), time, tokens, compaction: false }
    // Rows of one message count once.
    if (key === last) found[found.length - 1] = point
    else found.push(point)
    last = key
  }
  return found
}

/** Compactions stay; of the answers between, as many as there is room for, evenly, the last among them. */
function thinned(all: readonly ContextPoint[]): ContextPoint[] {
  if (all.length <= MOST_POINTS) return [...all]
  const fixed = all.filter(({ compaction }) => compaction).slice(-MOST_POINTS / 2)
  const others = all.filter(({ compaction }) => !compaction)
  const room = MOST_POINTS - fixed.length
  const kept = new Set<ContextPoint>(fixed)
  for (let i = 1; i <= room; i++) kept.add(others[Math.ceil((i * others.length) / room) - 1])
  return all.filter((point) => kept.has(point))
}
