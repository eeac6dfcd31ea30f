import { saidBranches, turnAt, turnCount, turns } from '@skein/transcript'
import type { TurnRange } from '../commands/options.ts'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { readAgents } from '../session/agents.ts'
import type { BranchReport } from '../session/branch-report.ts'
import { branchReports } from '../session/branch-report.ts'
import { titleOf } from '../session/title.ts'
import { isoTime } from '../terminal/figures.ts'
import { steps } from './steps.ts'
import { toldAgents } from './told-agents.ts'
import type { ToldAgent, TurnReport, TurnSurroundings } from './turn-report.ts'
import { turnReport } from './turn-report.ts'

/** What `skein show --json` prints; docs/cli-json.md describes it, so a change here is a change there. */
export interface SessionReport {
  readonly file: string
  /** Its title, else its first prompt; empty where it has neither. */
  readonly title: string
  readonly bytes: number
  readonly entries: number
  readonly turnCount: number
  readonly firstTime: string | null
  readonly lastTime: string | null
  /** In the order of their numbers, from 1. */
  readonly branches: readonly BranchReport[]
  /** Sub-agents whose call is not in the transcript. */
  readonly unattachedAgents: readonly ToldAgent[]
  /** Each is worked out when it is reached, so that a session of any size can be shown. */
  readonly turns: Iterable<TurnReport>
}

export interface SessionReportOptions {
  /** What to call it, where its own rows do not tell: a branch has no title rows. */
  readonly title?: string
  /** Only these turns, from 1; all unless said. */
  readonly turns?: TurnRange
  /** `none`: no steps. `folded`: steps, with the results of failures and changes only. `full`: everything. */
  readonly steps: 'none' | 'folded' | 'full'
  /** With the turns of sub-agents, all of them. */
  readonly agentTurns?: true
  /** A row that must be among the steps. */
  readonly at?: number
}

export function sessionReport(opened: OpenTranscript, options: SessionReportOptions): SessionReport {
  const { transcript } = opened
  const { columns } = transcript.scan
  const count = turnCount(transcript)
  if (options.turns !== undefined && options.turns.from > count)
    throw new SkeinError('usage', `no turn ${options.turns.from} in ${shownFile(opened)}`, {
      remedy: `it has ${count}`,
    })
  const found = saidBranches(transcript)
  const agents = options.agentTurns
    ? toldAgents(opened, (agent, own) =>
        reports(agent, { steps: options.steps }, { agents: own, branchesAt: NONE }),
      )
    : readAgents(opened)
  const branchesAt = new Map<number, number[]>()
  for (const [i, branch] of found.entries()) {
    if (branch.at < 0) continue
    // A reader meets the choice at the entry behind the fork.
    const position = Math.min(transcript.path.positionOf(branch.at) + 1, transcript.path.length - 1)
    if (position > 0) branchesAt.set(position, [...(branchesAt.get(position) ?? []), i + 1])
  }
  let [first, last] = [Infinity, -Infinity]
  for (let row = 0; row < columns.count; row++) {
    if (columns.time[row] < first) first = columns.time[row]
    if (columns.time[row] > last) last = columns.time[row]
  }
  return {
    file: shownFile(opened),
    title: options.title ?? titleOf(opened),
    bytes: opened.size,
    entries: columns.count,
    turnCount: count,
    firstTime: isoTime(first),
    lastTime: isoTime(last),
    branches: branchReports(opened, found),
    unattachedAgents: agents.unattached,
    turns: reports(opened, options, { agents, branchesAt }),
  }
}

const NONE: TurnSurroundings['branchesAt'] = new Map()

function* reports(
  opened: OpenTranscript,
  options: SessionReportOptions,
  around: TurnSurroundings,
): Generator<TurnReport> {
  for (const turn of wantedTurns(opened, options.turns)) {
    const report = turnReport(opened, turn, around)
    yield options.steps === 'none'
      ? report
      : { ...report, allSteps: steps(opened, turn, { full: options.steps === 'full', at: options.at }) }
  }
}

function* wantedTurns(
  { transcript }: OpenTranscript,
  range: TurnRange | undefined,
): ReturnType<typeof turns> {
  if (range === undefined) return yield* turns(transcript)
  const to = Math.min(range.to, turnCount(transcript))
  for (let turn = range.from; turn <= to; turn++) yield turnAt(transcript, turn - 1)
}
