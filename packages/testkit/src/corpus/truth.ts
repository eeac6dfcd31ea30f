import type { Writer } from './writer.ts'
import { livePath } from './live-path.ts'
import type { LivePath } from './live-path.ts'
import type { BranchReason, DamageRecord, PromptKind, ResultStatus, RowRecord, Usage } from './records.ts'

export type UsageByModel = Readonly<Record<string, Usage>>

/** What a reader must find in one transcript. Computed from the generator's records, never by a parser. */
export interface TranscriptTruth {
  readonly sessionId: string
  readonly versions: readonly string[]
  readonly lines: number
  readonly bytes: number
  /** Chain rows that can be read, in file order (a duplicated line counts once, at its first place). */
  readonly rows: number
  /** What a resume continues from, by the rule of the newest version and by that of 2.0.x. */
  readonly live: { readonly newest: LivePath; readonly v2_0: LivePath }
  /** API messages in order of first appearance, all branches; usage once per message, the largest row's. */
  readonly messages: { readonly count: number; readonly ids: readonly string[] }
  readonly usage: Usage
  /** The same by model: a session can go on with another version of the program, and another model. */
  readonly models: UsageByModel
  readonly turns: readonly TurnTruth[]
  /** Prompts the running turn absorbed (`queued_command` attachments). */
  readonly absorbed: readonly { readonly uuid: string; readonly text: string }[]
  readonly toolCalls: readonly ToolCallTruth[]
  /** Results whose tool_use row is gone. */
  readonly strayResults: readonly string[]
  readonly branches: readonly BranchTruth[]
  readonly damage: readonly DamageRecord[]
}

export interface SessionTruth extends TranscriptTruth {
  readonly project: string
  readonly agents: readonly AgentTruth[]
  /** Tool outputs kept out of the transcript, by file name. */
  readonly toolResults: readonly string[]
  readonly forkOf?: ForkTruth
}

export interface ForkTruth {
  readonly sessionId: string
  readonly kind: 'fork-session' | 'branch'
  readonly copiedRows: number
  /** Usage of the copied messages: counted with the session they came from, not again here. */
  readonly copiedUsage: Usage
  readonly copiedModels: UsageByModel
}

export interface AgentTruth {
  readonly id: string
  readonly agentType: string
  /** `in-file` rows stand in the session's own transcript. */
  readonly place: 'in-file' | 'flat' | 'subagents'
  readonly toolUseId: string
  readonly parentAgentId?: string
  readonly depth: number
  readonly truth?: TranscriptTruth
  /** Root row of an in-file sidechain. */
  readonly root?: string
}

export interface TurnTruth {
  readonly prompt: string
  readonly kind: PromptKind
  readonly text: string
  /** On the path a resume sends, before a compaction of it, or on another branch. */
  readonly place: 'live' | 'compacted' | 'branch' | 'sidechain'
}

export interface ToolCallTruth {
  readonly id: string
  readonly name: string
  readonly status: ResultStatus | 'pending' | 'orphaned'
  readonly agentId?: string
}

export interface BranchTruth {
  /** The row the branch leaves from; null for another root. */
  readonly at: string | null
  readonly root: string
  readonly rows: number
  readonly reason: BranchReason
  readonly lastTime: string
}

export function transcriptTruth(writer: Writer): TranscriptTruth {
  const rows = readable(writer.records)
  const agent = writer.agentId !== undefined
  const newest = livePath({ rows, lastPrompts: writer.lastPrompts, rule: 'newest', agent })
  const old = livePath({ rows, lastPrompts: [], rule: '2.0', agent })
  const live = new Set([...newest.path, ...newest.siblings, ...newest.preserved])
  const compacted = new Set(newest.compacted)
  return {
    sessionId: writer.sessionId,
    versions: writer.versions,
    lines: writer.lines,
    bytes: writer.bytes,
    rows: rows.length,
    live: { newest, v2_0: old },
    ...messageTruth(rows),
    turns: turnTruth(rows, { live, compacted, agent }),
    absorbed: rows.flatMap((row) =>
      row.prompt && row.type === 'attachment' ? [{ uuid: row.uuid, text: row.prompt.text }] : [],
    ),
    ...toolTruth(rows, newest),
    branches: branchTruth(writer, rows, new Set([...live, ...compacted])),
    damage: writer.damage,
  }
}

/** Readable chain rows in file order, each uuid once. */
function readable(records: readonly RowRecord[]): RowRecord[] {
  const seen = new Set<string>()
  return records.filter((row) => !row.lost && !seen.has(row.uuid) && seen.add(row.uuid))
}

/** Each message once, with its largest usage. */
export function messageTruth(
  rows: readonly RowRecord[],
): Pick<TranscriptTruth, 'messages' | 'usage' | 'models'> {
  const largest = new Map<string, NonNullable<RowRecord['message']>>()
  for (const { message } of rows) {
    if (!message) continue
    const known = largest.get(message.id)
    if (!known || message.usage.output > known.usage.output) largest.set(message.id, message)
  }
  const counted = [...largest.values()]
  return {
    messages: { count: largest.size, ids: [...largest.keys()] },
    usage: sumUsage(counted.map(({ usage }) => usage)),
    models: sumByModel(counted.map(({ model, usage }) => ({ [model]: usage }))),
  }
}

export function sumByModel(all: readonly UsageByModel[]): UsageByModel {
  const names = new Set(all.flatMap((models) => Object.keys(models)))
  return Object.fromEntries(
    Array.from(names, (name) => [name, sumUsage(all.flatMap((models) => models[name] ?? []))] as const),
  )
}

export function sumUsage(all: Iterable<Usage>): Usage {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 }
  for (const usage of all) {
    sum.input += usage.input
    sum.output += usage.output
    sum.cacheRead += usage.cacheRead
    sum.cacheWrite5m += usage.cacheWrite5m
    sum.cacheWrite1h += usage.cacheWrite1h
  }
  return sum
}

function turnTruth(
  rows: readonly RowRecord[],
  known: { live: ReadonlySet<string>; compacted: ReadonlySet<string>; agent: boolean },
): TurnTruth[] {
  const place = (row: RowRecord) => {
    if (known.live.has(row.uuid)) return 'live'
    if (known.compacted.has(row.uuid)) return 'compacted'
    return row.sidechain && !known.agent ? 'sidechain' : 'branch'
  }
  return rows.flatMap((row) =>
    row.prompt && row.type === 'user'
      ? [{ prompt: row.uuid, ...row.prompt, place: place(row) } as const]
      : [],
  )
}

function toolTruth(
  rows: readonly RowRecord[],
  newest: LivePath,
): Pick<TranscriptTruth, 'toolCalls' | 'strayResults'> {
  const results = new Map<string, ResultStatus>()
  for (const { result } of rows) if (result) results.set(result.id, result.status)
  const calls = new Map<string, ToolCallTruth>()
  for (const row of rows) {
    for (const use of row.toolUses ?? []) {
      // A call without a result is pending where the conversation stands still, orphaned where it went on.
      const status = results.get(use.id) ?? (row.uuid === newest.tip ? 'pending' : 'orphaned')
      calls.set(use.id, {
        id: use.id,
        name: use.name,
        status,
        ...(use.agentId ? { agentId: use.agentId } : {}),
      })
    }
  }
  return { toolCalls: [...calls.values()], strayResults: [...results.keys()].filter((id) => !calls.has(id)) }
}

function branchTruth(writer: Writer, rows: readonly RowRecord[], live: ReadonlySet<string>): BranchTruth[] {
  if (writer.forks.length === 0) return []
  const present = new Set(rows.map((row) => row.uuid))
  const children = new Map<string, RowRecord[]>()
  for (const row of rows) {
    if (row.parent === null) continue
    const siblings = children.get(row.parent)
    if (siblings) siblings.push(row)
    else children.set(row.parent, [row])
  }
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  return writer.forks.flatMap((fork) =>
    fork.children
      .filter((child) => present.has(child) && !live.has(child))
      .map((root) => {
        const seen = new Set([root])
        let lastTime = 0
        const open = [root]
        for (let uuid = open.pop(); uuid !== undefined; uuid = open.pop()) {
          lastTime = Math.max(lastTime, byUuid.get(uuid)?.time ?? 0)
          for (const child of children.get(uuid) ?? []) {
            if (seen.has(child.uuid)) continue
            seen.add(child.uuid)
            open.push(child.uuid)
          }
        }
        return {
          at: fork.at,
          root,
          rows: seen.size,
          reason: fork.reason,
          lastTime: new Date(lastTime).toISOString(),
        }
      }),
  )
}
