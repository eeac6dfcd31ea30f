import type { LastPromptRecord, RowRecord } from './records.ts'

/**
 * Which rows a resume continues from, computed over the generator's records by the observed rules (FORMAT §4). This is
 * the test oracle: it is written apart from the transcript package and shares nothing with it.
 */
export interface LivePath {
  /** Null when no row can be resumed from. */
  readonly tip: string | null
  /** Parent walk from the root (or the last compaction boundary) to the tip. */
  readonly path: readonly string[]
  /** Rows off the walk that the newest rule merges back: same message id, and their results. In file order. */
  readonly siblings: readonly string[]
  /** Rows a compaction on the path preserved, read after its anchor. */
  readonly preserved: readonly string[]
  /** Rows before the compactions on the path, stitched through `logicalParentUuid`; oldest first. */
  readonly compacted: readonly string[]
  /** The walk met a cycle: 2.0.x hangs here. */
  readonly cycle: boolean
  /** Why a careful reader could still differ: a bridged gap, or a doubtful row on the path. */
  readonly doubts: readonly string[]
}

export interface LiveQuestion {
  readonly rows: readonly RowRecord[]
  readonly lastPrompts: readonly LastPromptRecord[]
  readonly rule: 'newest' | '2.0'
  /** Inside a sub-agent's file every row is a sidechain row. */
  readonly agent: boolean
}

export function livePath(question: LiveQuestion): LivePath {
  const { rows, rule } = question
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const tip = chosenTip(question, byUuid)
  if (!tip) return NOTHING
  const walked = walk(tip, byUuid, rule === 'newest' ? rows : undefined)
  const onPath = new Set(walked.path.map((row) => row.uuid))
  const boundary = walked.path[0]?.boundary
  return {
    tip: tip.uuid,
    path: [...onPath],
    siblings: rule === 'newest' ? siblingsOf(walked.path, onPath, rows) : [],
    preserved: rule === 'newest' ? preservedBy(boundary, byUuid) : [],
    compacted: compactedBefore(boundary, byUuid),
    cycle: walked.cycle,
    doubts: walked.doubts,
  }
}

const NOTHING: LivePath = {
  tip: null,
  path: [],
  siblings: [],
  preserved: [],
  compacted: [],
  cycle: false,
  doubts: [],
}
/** A dangling parent is bridged to the newest earlier row within this time (2.1.112 and later). */
const BRIDGE_MS = 5000

function chosenTip(question: LiveQuestion, byUuid: ReadonlyMap<string, RowRecord>): RowRecord | undefined {
  const { rows, rule, agent, lastPrompts } = question
  const parents = new Set(rows.map((row) => row.parent))
  const leaves = rows.filter(
    (row) => row.type !== 'progress' && (agent || !row.sidechain) && !parents.has(row.uuid),
  )
  const last = leaves.at(-1)
  if (!last) return undefined
  if (rule === '2.0') return leaves.reduce((a, b) => (b.time > a.time ? b : a))
  const named = byUuid.get(lastPrompts.at(-1)?.leafUuid ?? '')
  if (!named) return last
  const reached = walk(last, byUuid, rows).path.some((row) => row.uuid === named.uuid)
  return reached ? last : named
}

/** From the tip up; `bridges` are the rows a gap may be bridged to, absent where the version never bridges. */
function walk(
  tip: RowRecord,
  byUuid: ReadonlyMap<string, RowRecord>,
  bridges: readonly RowRecord[] | undefined,
) {
  const path: RowRecord[] = []
  const seen = new Set<string>()
  const doubts: string[] = []
  let cycle = false
  let at: RowRecord | undefined = tip
  while (at) {
    if (seen.has(at.uuid)) {
      cycle = true
      break
    }
    seen.add(at.uuid)
    path.push(at)
    if (at.doubtful) doubts.push(`doubtful row ${at.uuid}`)
    if (at.parent === null) break
    const parent: RowRecord | undefined = byUuid.get(at.parent)
    if (!parent) {
      doubts.push(`gap above ${at.uuid}`)
      at = bridges && newestBefore(at, bridges)
    } else at = parent
  }
  return { path: path.reverse(), cycle, doubts }
}

function newestBefore(row: RowRecord, rows: readonly RowRecord[]): RowRecord | undefined {
  for (let i = rows.indexOf(row) - 1; i >= 0; i--) {
    if (rows[i].sidechain !== row.sidechain) continue
    const gap = row.time - rows[i].time
    return gap >= 0 && gap <= BRIDGE_MS ? rows[i] : undefined
  }
  return undefined
}

function siblingsOf(
  path: readonly RowRecord[],
  onPath: ReadonlySet<string>,
  rows: readonly RowRecord[],
): string[] {
  const messages = new Set(path.flatMap((row) => row.message?.id ?? []))
  const isSibling = (row: RowRecord) => row.message !== undefined && messages.has(row.message.id)
  const uses = new Set(rows.filter(isSibling).flatMap((row) => row.toolUses?.map((use) => use.id) ?? []))
  return rows
    .filter((row) => !onPath.has(row.uuid) && (isSibling(row) || (row.result && uses.has(row.result.id))))
    .map((row) => row.uuid)
}

function preservedBy(
  boundary: RowRecord['boundary'],
  byUuid: ReadonlyMap<string, RowRecord>,
): readonly string[] {
  const uuids = boundary?.preserved?.uuids ?? []
  // One missing uuid and nothing is preserved.
  return uuids.every((uuid) => byUuid.has(uuid)) ? uuids : []
}

function compactedBefore(boundary: RowRecord['boundary'], byUuid: ReadonlyMap<string, RowRecord>): string[] {
  const stretches: string[][] = []
  const seen = new Set<string>()
  let above = boundary
  while (above?.logicalParent) {
    const from = byUuid.get(above.logicalParent)
    if (!from || seen.has(from.uuid)) break
    seen.add(from.uuid)
    const { path } = walk(from, byUuid, undefined)
    stretches.unshift(path.map((row) => row.uuid))
    above = path[0]?.boundary
  }
  return stretches.flat()
}
