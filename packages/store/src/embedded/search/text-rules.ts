/**
 * What of a row is text that people search, as one table for both readers of it: `entryTexts`, which
 * defines it on parsed rows, and the signer, which walks their bytes.
 *
 * Contract: every string value is text except under the keys that are left out here. So what new
 * versions add is found, and what is left out is listed: ids, signatures, base64.
 */
export interface TextRule {
  /** Keys whose values hold no text, at any depth the rule reaches. */
  readonly leftOut: readonly string[]
  /** Keys under which another rule begins. */
  readonly inside: Readonly<Record<string, RuleName>>
}

export type RuleName = 'everything' | 'block' | 'row'

export const TEXT_RULES: Readonly<Record<RuleName, TextRule>> = {
  /** Inputs of tools: any tool may name its keys as it likes. */
  everything: { leftOut: [], inside: {} },
  /** A content block of a message, and the blocks inside a tool's result. */
  block: {
    leftOut: [
      'type',
      'id',
      'tool_use_id',
      'signature',
      'cache_control',
      'source',
      'data',
      'caller',
      'encrypted_content',
      'encrypted_index',
      'media_type',
    ],
    inside: { input: 'everything' },
  },
  /** A row that is no message: system rows, attachments, titles, queued prompts, and types yet unknown. */
  row: {
    leftOut: [
      'type',
      'subtype',
      'uuid',
      'parentUuid',
      'logicalParentUuid',
      'sessionId',
      'session_id',
      'sessionKind',
      'timestamp',
      'cwd',
      'version',
      'gitBranch',
      'userType',
      'entrypoint',
      'slug',
      'agentId',
      'requestId',
      'requestID',
      'headers',
      'id',
      'tool_use_id',
      'toolUseId',
      'toolUseID',
      'parentToolUseID',
      'sourceToolAssistantUUID',
      'sourceToolUseID',
      'source_uuid',
      'leafUuid',
      'messageId',
      'message_id',
      'promptId',
      'promptSource',
      'origin',
      'forkedFrom',
      'permissionMode',
      'commandMode',
      'operation',
      'level',
      'role',
      'signature',
      'source',
      'base64',
      'media_type',
      'rendered',
      'renderedRole',
    ],
    inside: {},
  },
}

/** How a row is read: as content blocks, whole, or not at all. */
export type RowReading = 'blocks' | 'whole' | 'nothing'

/**
 * `kind` is the row's type (or, where it has none, its role); `subtype` the type of its payload.
 * Rows that repeat what stands elsewhere, that the program writes for itself, and listings that every
 * session begins with are not searched: they would bury what somebody saw.
 */
export function rowReading(kind: string, subtype: string): RowReading {
  if (kind === 'user' || kind === 'assistant') return 'blocks'
  if (kind === 'attachment' && LISTINGS.has(subtype)) return 'nothing'
  return NOT_SEARCHED.has(kind) ? 'nothing' : 'whole'
}

const LISTINGS: ReadonlySet<string> = new Set([
  'prompt_snapshot',
  'skill_listing',
  'agent_listing_delta',
  'deferred_tools_delta',
  'deferred_tools_record',
  'mcp_instructions_delta',
])

const NOT_SEARCHED: ReadonlySet<string> = new Set([
  // What it shows for a moment ends up in a tool's result or a sub-agent's transcript.
  'progress',
  'last-prompt',
  'mode',
  'permission-mode',
  'agent-color',
  'tools-used',
  'cost-state',
  'worktree-state',
  'atis-latch',
  'file-history-snapshot',
  'file-history-delta',
  'bridge-session',
  'content-replacement',
  'history-suppression',
  'api-request',
  'api-request-shape',
  'api-request-blob',
])
