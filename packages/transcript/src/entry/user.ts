import type { Content } from './content-block.ts'
import { readRowContent } from './content-block.ts'
import { readChainRow } from './envelope.ts'
import type { ChainRow, Place } from './envelope.ts'
import { objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * A chain row of role user, in all versions. It is one of: a human's prompt (string or array content), a tool's
 * result (one row a tool), text the program injects (`isMeta`), the summary after a compaction
 * (`isCompactSummary`), an interruption (`[Request interrupted by user…]`), a command or IDE tag, or a
 * `<task-notification>`. The shape of the content says nothing about which; newer rows say it in `originKind` and
 * `promptSource`, and for older ones the turns decide.
 */
export interface UserEntry extends ChainRow {
  readonly kind: 'user'
  readonly message: JsonObject | null
  readonly content: Content
  /**
   * The structured result of the tool, for screens: an object, a list (MCP) or, on errors, a string; undefined where
   * the row has none. The model never sees it.
   */
  readonly toolUseResult: unknown
  /** The row of the tool_use that this result answers (since 2.1.1). */
  readonly sourceToolAssistantUuid: string | null
  /** On meta rows that a tool injected, such as a skill's text: the id of the tool_use (since 2.0.67). */
  readonly sourceToolUseId: string | null
  /** Carries the compacted history. Follows a `compact_boundary`, not always as its direct child (since 2.1.5). */
  readonly isCompactSummary: boolean
  /** Hidden on the program's own screen, but sent on resume all the same. */
  readonly isVisibleInTranscriptOnly: boolean
  /** `origin.kind`: `human`, `task-notification`, … (since 2.1.128). */
  readonly originKind: string | null
  /** `typed`, `queued`, `sdk`, `system` (since 2.1.178). */
  readonly promptSource: string | null
  /** Shared by the rows that one prompt caused (since 2.1.76). */
  readonly promptId: string | null
  /** On every ordinary prompt of newer versions (since 2.1.15), not only the first. */
  readonly permissionMode: string | null
  /** `user-rejected`, `interrupted`, `permission-rule` (since 2.1.224). */
  readonly toolDenialKind: string | null
  /** On an interruption: the `message.id` that was cut off (since 2.1.224). */
  readonly interruptedMessageId: string | null
}

export function readUser(type: string | null, value: JsonObject, place: Place): UserEntry {
  return {
    kind: 'user',
    ...readChainRow(type, value, place),
    message: objectOf(value.message),
    content: readRowContent(value),
    toolUseResult: value.toolUseResult,
    sourceToolAssistantUuid: stringOf(value.sourceToolAssistantUUID),
    sourceToolUseId: stringOf(value.sourceToolUseID),
    isCompactSummary: value.isCompactSummary === true,
    isVisibleInTranscriptOnly: value.isVisibleInTranscriptOnly === true,
    originKind: stringOf(objectOf(value.origin)?.kind),
    promptSource: stringOf(value.promptSource),
    promptId: stringOf(value.promptId),
    permissionMode: stringOf(value.permissionMode),
    toolDenialKind: stringOf(value.toolDenialKind),
    interruptedMessageId: stringOf(value.interruptedMessageId),
  }
}
