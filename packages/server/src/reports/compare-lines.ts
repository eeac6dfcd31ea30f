import type { AgentFile, Transcript } from '@skein/transcript'
import { turnAt, turnCount } from '@skein/transcript'
import { agentFigures, allTokens } from '@skein/view'
import { MOST_PAGE, type ComparedLine, type CompareQuery, type Comparison } from '../api/api.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import { useShown } from '../sessions/shown-session.ts'
import { shownFiles } from './changed-files.ts'
import { agentFilesOf, joined } from './joined-agents.ts'
import type { ReportDesk, ReportSubject } from './report-desk.ts'

/** Two lines of a conversation from where they part. */
export async function compareLines(
  desk: ReportDesk,
  { file, family }: ReportSubject,
  { a, b }: CompareQuery,
): Promise<Comparison> {
  const agents = await agentFilesOf(desk.home, family.agents)
  return useShown(desk, { file, family, tip: a }, (first) =>
    useShown(desk, { file, family, tip: b }, (second) => compared(desk, agents, [first, second], [a, b])),
  )
}

function compared(
  { prices }: ReportDesk,
  agents: readonly AgentFile[],
  [first, second]: readonly [OpenSession, OpenSession],
  [a, b]: readonly [number | undefined, number | undefined],
): Comparison {
  const common = commonPath(first.model.transcript, second.model.transcript)
  const shared = Math.min(
    lastWhole(first.model.transcript, common),
    lastWhole(second.model.transcript, common),
  )
  const line = (session: OpenSession, tip: number | undefined): ComparedLine => {
    const { model, source } = session
    const { transcript } = model
    const main = { transcript, source }
    const { turns } = model.view({ around: shared + 1, maxBytes: MOST_PAGE / 4 })
    const shown = turns.filter(({ index }) => index > shared)
    const rows = Array.from(transcript.path.rows(common))
    const { tokens, cost } = agentFigures(transcript, prices, rows)
    return {
      tip: tip ?? null,
      turns: shown,
      omitted: Math.max(0, turnCount(transcript) - 1 - shared - shown.length),
      files: shownFiles(main, joined(main, agents), {
        such: ({ turn }) => turn !== null && turn - 1 > shared,
      }).files,
      nanoDollars: cost.nanoDollars,
      tokens: allTokens(tokens),
    }
  }
  return { shared, a: line(first, a), b: line(second, b) }
}

/** How many rows both begin with. Both are of one file, so rows are the same. */
function commonPath(a: Transcript, b: Transcript): number {
  const most = Math.min(a.path.length, b.path.length)
  let common = 0
  while (common < most && a.path.at(common) === b.path.at(common)) common++
  return common
}

/** The last turn that stands in the common part as a whole; -1 for none. */
function lastWhole(transcript: Transcript, common: number): number {
  let [low, high] = [0, turnCount(transcript)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (turnAt(transcript, middle).to <= common) low = middle + 1
    else high = middle
  }
  return low - 1
}
