import { createHash } from 'node:crypto'
import { chainLines, estimateTokens, isBoundary, type JsonObject, type Transcript } from '@skein/transcript'
import type { Draft } from '../../draft/draft.ts'
import { EditError } from '../../errors.ts'
import type { ContextTurn } from './context-turns.ts'
import type { ShortTexts } from './short-texts.ts'
import { summaryOf } from './summary.ts'

/**
 * How many turns a boundary can hide, `end` at most: it stands before a prompt, behind the last compaction there is,
 * and between no call and its result.
 */
export function cutOf(transcript: Transcript, turns: readonly ContextTurn[], end: number): number {
  if (end >= turns.length)
    throw new EditError('option', 'a boundary needs a turn behind it', {
      remedy: 'end the first band earlier, for example --band 0-50%:35%',
    })
  const reach = reaches(transcript, turns)
  let cut = end
  while (cut > 0 && reach[cut - 1] >= turns[cut].from) cut--
  if (cut === 0)
    throw new EditError('nothing-to-do', 'the first band has no turn that a boundary could hide', {
      remedy: 'end the first band later, or leave the boundary out',
    })
  if (turns[cut].from < lastBoundary(transcript))
    throw new EditError(
      'out-of-reach',
      'an earlier compaction preserved turns of the first band and later ones',
      {
        remedy: 'end the first band later, or leave the boundary out',
      },
    )
  return cut
}

/** For each turn how far on the live path the results of its calls, and of those before, are. */
function reaches({ path }: Transcript, turns: readonly ContextTurn[]): number[] {
  let far = -1
  return turns.map(({ calls }) => {
    for (const { resultRow } of calls) if (resultRow >= 0) far = Math.max(far, path.positionOf(resultRow))
    return far
  })
}

function lastBoundary({ path, scan }: Transcript): number {
  for (let at = path.length - 1; at >= 0; at--) if (isBoundary(scan, path.at(at))) return at
  return -1
}

/** Hides turns behind a compaction boundary, and puts their summary in their place. Their rows stay in the file. */
export function putBoundary(
  draft: Draft,
  {
    hidden,
    next,
    texts,
  }: { readonly hidden: readonly ContextTurn[]; readonly next: ContextTurn; readonly texts: ShortTexts },
): void {
  const { transcript, source } = draft.session.main
  const { columns, ids } = transcript.scan
  const row = transcript.path.at(next.from)
  const before = next.from === 0 ? -1 : transcript.path.at(next.from - 1)
  const uuid = ids.text(columns.uuid[row])
  const head = {
    sessionId: draft.session.id,
    cwd: ids.text(columns.cwd[row]),
    version: ids.text(columns.version[row]),
    gitBranch: ids.text(columns.gitBranch[row]),
  }
  const { text, characters } = summaryOf(draft, hidden, texts)
  const boundary = newUuid(draft.session.id, uuid, 'boundary')
  const summary = newUuid(draft.session.id, uuid, 'summary')
  const [first, second] = timesBetween(latestBefore(transcript, next.from), columns.time[row])
  const lines = chainLines(
    head,
    { kind: 'compaction', trigger: 'manual', preTokens: estimateTokens(transcript, source), summary: text },
    {
      uuids: [boundary, summary],
      times: [first, second],
      parentUuid: before < 0 ? null : ids.text(columns.uuid[before]),
    },
  )
  // Behind the row that the model saw last, so that what follows is known to be changed by it.
  const place = before >= 0 && before < row ? before : row - 1
  for (const line of lines) draft.main.insertAfter(place, JSON.parse(line) as JsonObject)
  draft.main.link(row, summary)
  draft.step('turns put behind a boundary', hidden.length, Math.round((characters - text.length) / 4))
}

/** The same edit of the same session gives the same rows. */
function newUuid(session: string, row: string, what: string): string {
  const hex = createHash('sha256').update(`${session}\0${row}\0compress-${what}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16], 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The latest time on the path before a position; -Infinity where none is told. */
function latestBefore({ path, scan }: Transcript, position: number): number {
  let latest = -Infinity
  for (let at = 0; at < position; at++) {
    const time = scan.columns.time[path.at(at)]
    if (time > latest) latest = time
  }
  return latest
}

/** Two times for rows between others: rising if there is room, and never earlier than anything before them. */
function timesBetween(latest: number, next: number): readonly [number, number] {
  const end = Number.isNaN(next) ? Math.max(latest, 0) + 3 : next
  return [Math.max(latest, end - 2), Math.max(latest, end - 1)]
}
