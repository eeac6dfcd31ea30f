import type { AssistantEntry } from './assistant.ts'
import type { AttachmentEntry } from './attachment.ts'
import type { Place } from './envelope.ts'
import type { ProgressEntry } from './progress.ts'
import type { SideRow } from './side-row.ts'
import type { SystemEntry } from './system.ts'
import type { UserEntry } from './user.ts'

/**
 * One line of a transcript, told apart by `kind`. The union is open: a type that is not known is an `UnknownEntry`,
 * which is normal (new versions add types every month), keeps its whole value and costs no one a message.
 *
 * Lines that are not JSON have no entry; they are diagnostics of the scanner.
 */
export type Entry = ChainEntry | SideRow | UnknownEntry

/** The rows that `parentUuid` links. */
export type ChainEntry = UserEntry | AssistantEntry | SystemEntry | AttachmentEntry | ProgressEntry

/** Any other type, and JSON that is not an object (`type` null). May carry a uuid that others name as their parent. */
export interface UnknownEntry {
  readonly kind: 'unknown'
  readonly type: string | null
  readonly place: Place
  readonly value: unknown
  readonly timestamp: number | null
  readonly uuid: string | null
  readonly parentUuid: string | null
  readonly sessionId: string | null
}

export const CHAIN_TYPES = ['user', 'assistant', 'system', 'attachment', 'progress'] as const

export const SIDE_TYPES = [
  'last-prompt',
  'mode',
  'permission-mode',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'tag',
  'summary',
  'tools-used',
  'cost-state',
  'worktree-state',
  'atis-latch',
  'pr-link',
  'queue-operation',
  'file-history-snapshot',
  'file-history-delta',
  'bridge-session',
  'content-replacement',
  'history-suppression',
  'frame-link',
  'artifact-autoreact-ledger',
  'artifact-comment-monitor',
  'api-request',
  'api-request-shape',
  'api-request-blob',
] as const

/** Every type that has a kind of its own. All other types that begin with `artifact-` are known too. */
export const KNOWN_TYPES: readonly string[] = [...CHAIN_TYPES, ...SIDE_TYPES]

export function isKnownType(type: string): boolean {
  return KNOWN.has(type) || type.startsWith('artifact-')
}

export function isChainEntry(entry: Entry): entry is ChainEntry {
  return CHAIN.has(entry.kind)
}

const KNOWN: ReadonlySet<string> = new Set(KNOWN_TYPES)
const CHAIN: ReadonlySet<string> = new Set(CHAIN_TYPES)
