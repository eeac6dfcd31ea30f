import type { Agent, AgentFile, AgentTree, Readable, Transcript } from '@skein/transcript'
import { KIND } from '@skein/transcript'
import type { Homes } from './homes.ts'
import { OPENING } from './homes.ts'
import { isGeneration } from './message-owners.ts'
import type { RowTimes } from './times.ts'

/** Where a session's sub-agents belong. */
export interface AgentPlaces {
  /** The agents at the top of a turn, by the turn's home: those its own calls started, and those without a call. */
  readonly byHome: ReadonlyMap<number, readonly Agent[]>
  /** The agents whose rows stand in the main transcript, by row. */
  readonly inFile: ReadonlyMap<number, Agent>
  /** Names that tell agents of a session apart. */
  readonly keyOf: (agent: Agent) => string
  readonly readableOf: (agent: Agent) => Readable
}

export interface MainTables {
  readonly main: Readable
  readonly homes: Homes
  readonly times: RowTimes
}

/** An agent goes to the turn of its call; without one, to the turn that was running when it began. */
export function placeAgents(tree: AgentTree, files: readonly AgentFile[], tables: MainTables): AgentPlaces {
  const { main } = tables
  const all = withChildren([...tree.agents, ...tree.unattached])
  const inFile = new Map<number, Agent>()
  for (const agent of all) for (const row of agent.rows) inFile.set(row, agent)
  const byHome = new Map<number, Agent[]>()
  const running = turnsByTime(tables)
  const homeOfCall = homesOfCalls(new Set(tree.agents), tree.byToolUse, tables)
  for (const agent of [...tree.agents, ...tree.unattached]) {
    const home = homeOfCall.get(agent) ?? homeOfStart(agent, tables, running)
    const there = byHome.get(home)
    if (there === undefined) byHome.set(home, [agent])
    else there.push(agent)
  }
  const readables = new Map<Transcript, Readable>(files.map((file) => [file.transcript, file]))
  return {
    byHome,
    inFile,
    keyOf: keysOf(all, main.transcript),
    readableOf: ({ transcript }) => (transcript === null ? main : (readables.get(transcript) ?? main)),
  }
}

/** The agents and all they started, not recursively: hostile files nest deep. */
export function withChildren(agents: readonly Agent[]): Agent[] {
  const all = [...agents]
  for (let next = 0; next < all.length; next++) for (const child of all[next].children) all.push(child)
  return all
}

function homesOfCalls(
  top: ReadonlySet<Agent>,
  byToolUse: AgentTree['byToolUse'],
  { main, homes }: MainTables,
): Map<Agent, number> {
  const found = new Map<Agent, number>()
  if (top.size === 0) return found
  const { scan, tools, messages } = main.transcript
  for (const use of tools.uses) {
    const agent = byToolUse.get(scan.ids.text(scan.blocks.toolId[use]))
    if (agent === undefined || !top.has(agent) || found.has(agent)) continue
    const key = scan.columns.messageId[scan.blocks.row[use]]
    if (isGeneration(main.transcript, key)) found.set(agent, homes.of[messages.rows(key)[0]])
  }
  return found
}

function homeOfStart(agent: Agent, { homes }: MainTables, running: (time: number) => number): number {
  if (agent.transcript === null) return homes.of[agent.rows[0]]
  const { time, count } = agent.transcript.scan.columns
  for (let row = 0; row < count; row++) if (!Number.isNaN(time[row])) return running(time[row])
  return homes.beginnings.length - 1
}

/** The turn whose prompt was the last before a moment; the first where the moment was before all of them. */
function turnsByTime({ homes, times }: MainTables): (time: number) => number {
  const { beginnings } = homes
  const sorted = beginnings
    .map(({ row }, home) => ({ home, time: times.at(row).time }))
    .sort((a, b) => a.time - b.time || a.home - b.home)
  return (time) => {
    if (sorted.length === 0) return OPENING
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle].time <= time) low = middle + 1
      else high = middle
    }
    return sorted[Math.max(0, low - 1)].home
  }
}

/**
 * Agents of the oldest versions have no id, and damaged files give one to several: their first rows tell them apart. What a
 * call's result says of an agent comes too late to be a part of ids.
 */
function keysOf(agents: readonly Agent[], main: Transcript): (agent: Agent) => string {
  const keys = new Map<Agent, string>()
  const taken = new Set<string>()
  for (const agent of agents) {
    const { own, first } = namesOf(agent, main)
    const wanted = own ?? first
    let key = taken.has(wanted) ? `${wanted}/${first}` : wanted
    for (let count = 2; taken.has(key); count++) key = `${wanted}/${first}#${count}`
    taken.add(key)
    keys.set(agent, key)
  }
  return (agent) => keys.get(agent) ?? ''
}

function namesOf(
  { agentId, transcript, rows }: Agent,
  main: Transcript,
): { own: string | null; first: string } {
  const { columns, ids } = (transcript ?? main).scan
  if (transcript === null) {
    const own = columns.agentId[rows[0]]
    return { own: own === 0 ? null : ids.text(own), first: ids.text(columns.uuid[rows[0]]) }
  }
  for (let row = 0; row < columns.count; row++)
    if (columns.kind[row] !== KIND.other && columns.uuid[row] !== 0)
      return { own: agentId, first: ids.text(columns.uuid[row]) }
  return { own: agentId, first: '' }
}
