import { parseTime, readBase } from './envelope.ts'
import type { EntryBase, Place } from './envelope.ts'
import { isObject, numberOf, objectOf, objectsOf, stringOf, stringsOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * Rows beside the chain: a type and a payload, normally without uuid, never a parent. They say something about the
 * session, and a later row of a type replaces the earlier ones, except where it is said otherwise.
 */
export type SideRow =
  | LastPromptRow
  | ModeRow
  | PermissionModeRow
  | CustomTitleRow
  | AiTitleRow
  | AgentNameRow
  | AgentColorRow
  | TagRow
  | SummaryRow
  | ToolsUsedRow
  | CostStateRow
  | WorktreeStateRow
  | AtisLatchRow
  | PrLinkRow
  | QueueOperationRow
  | FileHistorySnapshotRow
  | FileHistoryDeltaRow
  | BridgeSessionRow
  | ContentReplacementRow
  | HistorySuppressionRow
  | FrameLinkRow
  | ArtifactRow
  | ApiRequestRow
  | ApiRequestShapeRow
  | ApiRequestBlobRow

/**
 * Where the conversation stands: written with each prompt and at exit (since 2.1.76; `leafUuid` since 2.1.121).
 * It can override the tip that a resume would choose by itself. After a rewind `leafUuid` is all zeros, or null, and
 * `explicit` is true.
 */
export interface LastPromptRow extends EntryBase {
  readonly kind: 'last-prompt'
  readonly lastPrompt: string | null
  readonly leafUuid: string | null
  readonly explicit: boolean
}

/** `normal` or `coordinator` (since 2.1.159). */
export interface ModeRow extends EntryBase {
  readonly kind: 'mode'
  readonly mode: string | null
}

/** `default`, `acceptEdits`, `auto`, `plan`, `bypassPermissions` (since 2.1.110). */
export interface PermissionModeRow extends EntryBase {
  readonly kind: 'permission-mode'
  readonly permissionMode: string | null
}

/** The title that the user gave (`/rename`, `--name`, an SDK fork). */
export interface CustomTitleRow extends EntryBase {
  readonly kind: 'custom-title'
  readonly title: string | null
}

/** The title that the program made (since 2.1.123). A custom title goes before it. */
export interface AiTitleRow extends EntryBase {
  readonly kind: 'ai-title'
  readonly title: string | null
}

/** The session's name among agents (since 2.1.226). */
export interface AgentNameRow extends EntryBase {
  readonly kind: 'agent-name'
  readonly agentName: string | null
}

export interface AgentColorRow extends EntryBase {
  readonly kind: 'agent-color'
  readonly agentColor: string | null
}

/** The session's tag; an empty one removes it. */
export interface TagRow extends EntryBase {
  readonly kind: 'tag'
  readonly tag: string | null
}

/**
 * A title for the conversation that ends at `leafUuid`, which is often in another file (1.0.0–2.1.29). Not the
 * summary of a compaction, and it hides nothing.
 */
export interface SummaryRow extends EntryBase {
  readonly kind: 'summary'
  readonly summary: string | null
  readonly leafUuid: string | null
}

/** The names of the tools used so far (seen in 2.1.325). */
export interface ToolsUsedRow extends EntryBase {
  readonly kind: 'tools-used'
  readonly tools: readonly string[]
}

/** The program's own totals of cost, time and lines, at exit (seen in 2.1.325). */
export interface CostStateRow extends EntryBase {
  readonly kind: 'cost-state'
  readonly totalCostUsd: number | null
  readonly totalDurationMs: number | null
  readonly totalApiDurationMs: number | null
  readonly linesAdded: number | null
  readonly linesRemoved: number | null
}

/** The git worktree that the session works in; null after it left (seen in 2.1.325). */
export interface WorktreeStateRow extends EntryBase {
  readonly kind: 'worktree-state'
  readonly worktree: JsonObject | null
}

/** An opaque value that the program keeps for itself (seen in 2.1.325). */
export interface AtisLatchRow extends EntryBase {
  readonly kind: 'atis-latch'
  readonly atis: string | null
}

/** A pull request made in the session (since 2.1.36). Each stands for itself. */
export interface PrLinkRow extends EntryBase {
  readonly kind: 'pr-link'
  readonly prNumber: number | null
  readonly prUrl: string | null
  readonly prRepository: string | null
}

/**
 * The queue of prompts typed while a turn ran: `enqueue`, `dequeue`, `remove`, `popAll` (since 2.1.19). A log, in file
 * order. A queued prompt that is never dequeued was never sent, and stands nowhere else.
 */
export interface QueueOperationRow extends EntryBase {
  readonly kind: 'queue-operation'
  readonly operation: string | null
  /** The prompt; `enqueue` has it, `remove` may. */
  readonly content: string | null
}

/**
 * Which file backups belong to a prompt (since 2.0.64). It holds the names of backups in `file-history/`, never file
 * contents. `isSnapshotUpdate` amends the snapshot of the same `messageId`. A log: one for each prompt.
 */
export interface FileHistorySnapshotRow extends EntryBase {
  readonly kind: 'file-history-snapshot'
  readonly messageId: string | null
  readonly isSnapshotUpdate: boolean
  readonly snapshotTime: number | null
  readonly backups: readonly FileBackup[]
}

/** One more file for the snapshot `snapshotMessageId` (since 2.1.223). A log. */
export interface FileHistoryDeltaRow extends EntryBase {
  readonly kind: 'file-history-delta'
  readonly messageId: string | null
  readonly snapshotMessageId: string | null
  readonly backup: FileBackup | null
}

export interface FileBackup {
  /** As the program tracks it: relative to the project, or absolute. */
  readonly path: string
  /** `<hash>@v<n>` under `file-history/<sessionId>/`; null where the file did not exist yet. */
  readonly backupFileName: string | null
  readonly version: number | null
  readonly backupTime: number | null
}

/** The session is bridged to a remote one. */
export interface BridgeSessionRow extends EntryBase {
  readonly kind: 'bridge-session'
}

/** Large results that are sent shortened from here on. Each adds to the earlier ones. */
export interface ContentReplacementRow extends EntryBase {
  readonly kind: 'content-replacement'
  readonly replacements: readonly JsonObject[]
}

/** The session is kept out of history that is shared elsewhere; the file itself hides nothing. */
export interface HistorySuppressionRow extends EntryBase {
  readonly kind: 'history-suppression'
  readonly cause: string | null
}

export interface FrameLinkRow extends EntryBase {
  readonly kind: 'frame-link'
}

/** `artifact-autoreact-ledger`, `artifact-comment-monitor` and whatever else begins with `artifact-`. */
export interface ArtifactRow extends EntryBase {
  readonly kind: 'artifact'
}

/**
 * A request to the API, kept as differences: `base` names an earlier request of which the first `keep` messages are
 * the same, `tail` the hashes of the blobs that follow (seen in 2.1.325). A log.
 */
export interface ApiRequestRow extends EntryBase {
  readonly kind: 'api-request'
  readonly id: string | null
  readonly base: string | null
  readonly keep: number | null
  readonly tail: readonly string[]
  readonly shapeHash: string | null
  readonly model: string | null
  readonly querySource: string | null
  readonly agentId: string | null
}

/** System prompt and tools of requests, by hash (seen in 2.1.325). A log. */
export interface ApiRequestShapeRow extends EntryBase {
  readonly kind: 'api-request-shape'
  readonly shapeHash: string | null
  readonly agentId: string | null
}

/**
 * A message of requests, by hash (seen in 2.1.325). A log. It has `message.role`, often `user`, and is no part of
 * the conversation: whoever classifies rows by role takes it for a prompt.
 */
export interface ApiRequestBlobRow extends EntryBase {
  readonly kind: 'api-request-blob'
  readonly hash: string | null
  readonly role: string | null
  readonly agentId: string | null
}

/** Null where the type is no side row. */
export function readSideRow(type: string, value: JsonObject, place: Place): SideRow | null {
  const read = READERS.get(type) ?? (type.startsWith('artifact-') ? readArtifact : null)
  return read === null ? null : read(readBase(type, value, place), value)
}

type SideRowReader = (base: EntryBase, value: JsonObject) => SideRow

const readArtifact: SideRowReader = (base) => ({ kind: 'artifact', ...base })

const READERS: ReadonlyMap<string, SideRowReader> = new Map<string, SideRowReader>([
  [
    'last-prompt',
    (base, value) => ({
      kind: 'last-prompt',
      ...base,
      lastPrompt: stringOf(value.lastPrompt),
      leafUuid: stringOf(value.leafUuid),
      explicit: value.explicit === true,
    }),
  ],
  ['mode', (base, value) => ({ kind: 'mode', ...base, mode: stringOf(value.mode) })],
  [
    'permission-mode',
    (base, value) => ({ kind: 'permission-mode', ...base, permissionMode: stringOf(value.permissionMode) }),
  ],
  ['custom-title', (base, value) => ({ kind: 'custom-title', ...base, title: stringOf(value.customTitle) })],
  ['ai-title', (base, value) => ({ kind: 'ai-title', ...base, title: stringOf(value.aiTitle) })],
  ['agent-name', (base, value) => ({ kind: 'agent-name', ...base, agentName: stringOf(value.agentName) })],
  [
    'agent-color',
    (base, value) => ({ kind: 'agent-color', ...base, agentColor: stringOf(value.agentColor) }),
  ],
  ['tag', (base, value) => ({ kind: 'tag', ...base, tag: stringOf(value.tag) })],
  [
    'summary',
    (base, value) => ({
      kind: 'summary',
      ...base,
      summary: stringOf(value.summary),
      leafUuid: stringOf(value.leafUuid),
    }),
  ],
  ['tools-used', (base, value) => ({ kind: 'tools-used', ...base, tools: stringsOf(value.tools) })],
  [
    'cost-state',
    (base, value) => ({
      kind: 'cost-state',
      ...base,
      totalCostUsd: numberOf(value.totalCostUSD),
      totalDurationMs: numberOf(value.totalDuration),
      totalApiDurationMs: numberOf(value.totalAPIDuration),
      linesAdded: numberOf(value.totalLinesAdded),
      linesRemoved: numberOf(value.totalLinesRemoved),
    }),
  ],
  [
    'worktree-state',
    (base, value) => ({ kind: 'worktree-state', ...base, worktree: objectOf(value.worktreeSession) }),
  ],
  ['atis-latch', (base, value) => ({ kind: 'atis-latch', ...base, atis: stringOf(value.atis) })],
  [
    'pr-link',
    (base, value) => ({
      kind: 'pr-link',
      ...base,
      prNumber: numberOf(value.prNumber),
      prUrl: stringOf(value.prUrl),
      prRepository: stringOf(value.prRepository),
    }),
  ],
  [
    'queue-operation',
    (base, value) => ({
      kind: 'queue-operation',
      ...base,
      operation: stringOf(value.operation),
      content: stringOf(value.content),
    }),
  ],
  ['file-history-snapshot', readSnapshot],
  [
    'file-history-delta',
    (base, value) => ({
      kind: 'file-history-delta',
      ...base,
      messageId: stringOf(value.messageId),
      snapshotMessageId: stringOf(value.snapshotMessageId),
      backup: typeof value.trackingPath === 'string' ? readBackup(value.trackingPath, value.backup) : null,
    }),
  ],
  ['bridge-session', (base) => ({ kind: 'bridge-session', ...base })],
  [
    'content-replacement',
    (base, value) => ({
      kind: 'content-replacement',
      ...base,
      replacements: objectsOf(value.replacements),
    }),
  ],
  [
    'history-suppression',
    (base, value) => ({ kind: 'history-suppression', ...base, cause: stringOf(value.cause) }),
  ],
  ['frame-link', (base) => ({ kind: 'frame-link', ...base })],
  [
    'api-request',
    (base, value) => ({
      kind: 'api-request',
      ...base,
      id: stringOf(value.id),
      base: stringOf(value.base),
      keep: numberOf(value.keep),
      tail: stringsOf(value.tail),
      shapeHash: stringOf(value.shapeHash),
      model: stringOf(objectOf(value.params)?.model),
      querySource: stringOf(value.querySource),
      agentId: stringOf(value.agentId),
    }),
  ],
  [
    'api-request-shape',
    (base, value) => ({
      kind: 'api-request-shape',
      ...base,
      shapeHash: stringOf(value.shapeHash),
      agentId: stringOf(value.agentId),
    }),
  ],
  [
    'api-request-blob',
    (base, value) => ({
      kind: 'api-request-blob',
      ...base,
      hash: stringOf(value.hash),
      role: stringOf(objectOf(value.message)?.role),
      agentId: stringOf(value.agentId),
    }),
  ],
])

function readSnapshot(base: EntryBase, value: JsonObject): FileHistorySnapshotRow {
  const snapshot = objectOf(value.snapshot)
  const backups = snapshot?.trackedFileBackups
  const time = snapshot?.timestamp
  return {
    kind: 'file-history-snapshot',
    ...base,
    messageId: stringOf(value.messageId),
    isSnapshotUpdate: value.isSnapshotUpdate === true,
    snapshotTime: typeof time === 'string' ? parseTime(time) : null,
    backups: isObject(backups)
      ? Object.entries(backups).map(([path, backup]) => readBackup(path, backup))
      : [],
  }
}

function readBackup(path: string, value: unknown): FileBackup {
  const backup = objectOf(value)
  const time = backup?.backupTime
  return {
    path,
    backupFileName: stringOf(backup?.backupFileName),
    version: numberOf(backup?.version),
    backupTime: typeof time === 'string' ? parseTime(time) : null,
  }
}
