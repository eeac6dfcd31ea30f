import { serialiseValue } from '../entry/serialise.ts'

/**
 * The lines of a transcript, for those who write one. Every builder gives exactly one whole line, newline included,
 * with its keys in the order in which Claude Code 2.1.325 writes them; keys whose value is undefined are left out.
 *
 * The builders know nothing of the chain. Use `ChainWriter`, which keeps its rules.
 */

/** What every chain row of a session has in common. */
export interface SessionHead {
  readonly sessionId: string
  readonly cwd: string
  readonly version: string
  readonly gitBranch: string
  /** `cli` unless said otherwise. */
  readonly entrypoint?: string
  /** Set for a sub-agent's transcript: its rows are side lines. */
  readonly agentId?: string
  readonly slug?: string
}

/** A row's place in the chain. */
export interface RowHead {
  readonly uuid: string
  readonly parentUuid: string | null
  /** Milliseconds since the epoch. */
  readonly time: number
}

export interface UserPrompt {
  /** A string for plain text; blocks for images and the like. */
  readonly content: string | readonly object[]
  readonly promptId?: string
  readonly permissionMode?: string
  /** Injected by the program: sent, but no turn of the human. */
  readonly isMeta?: boolean
  readonly origin?: { readonly kind: string }
  readonly promptSource?: string
}

export interface AssistantBlock {
  readonly messageId: string
  readonly model: string
  /** One content block of the message, as the API sent it. */
  readonly block: object
  readonly usage: object
  readonly stopReason?: string | null
  readonly requestId?: string
}

export interface ToolResultLine {
  readonly toolUseId: string
  /** What the model sees. */
  readonly content: string | readonly object[]
  readonly isError?: boolean
  /** The structured twin for screens; on errors a string. */
  readonly toolUseResult?: unknown
  /** The row of the tool_use. */
  readonly sourceToolAssistantUuid: string
  readonly promptId?: string
}

export interface SystemLine {
  readonly subtype: string
  readonly content?: string
  readonly level?: string
  /** The subtype's own keys: `durationMs`, `retryAttempt`, … */
  readonly fields?: object
}

export interface CompactBoundaryLine {
  /** The row before the boundary; `parentUuid` of a boundary is null. */
  readonly logicalParentUuid: string | null
  readonly trigger: 'auto' | 'manual'
  readonly preTokens: number
  readonly postTokens?: number
  readonly preservedSegment?: {
    readonly headUuid: string
    readonly anchorUuid: string
    readonly tailUuid: string
  }
}

export interface AttachmentLine {
  readonly attachment: { readonly type: string }
  /** The texts that are sent, and the role they are sent as. */
  readonly rendered?: readonly { readonly content: string }[]
  readonly renderedRole?: 'user' | 'system'
}

export function userPromptLine(session: SessionHead, row: RowHead, prompt: UserPrompt): string {
  return serialiseValue({
    ...linkOf(session, row),
    promptId: prompt.promptId,
    ...agentOf(session),
    type: 'user',
    message: { role: 'user', content: prompt.content },
    isMeta: prompt.isMeta === true ? true : undefined,
    ...identityOf(row),
    permissionMode: prompt.permissionMode,
    origin: prompt.origin,
    promptSource: prompt.promptSource,
    ...surroundingsOf(session),
  })
}

export function assistantBlockLine(session: SessionHead, row: RowHead, block: AssistantBlock): string {
  return serialiseValue({
    ...linkOf(session, row),
    ...agentOf(session),
    message: {
      model: block.model,
      id: block.messageId,
      type: 'message',
      role: 'assistant',
      content: [block.block],
      stop_reason: block.stopReason ?? null,
      stop_sequence: null,
      usage: block.usage,
    },
    requestId: block.requestId,
    type: 'assistant',
    ...identityOf(row),
    ...surroundingsOf(session),
  })
}

export function toolResultLine(session: SessionHead, row: RowHead, result: ToolResultLine): string {
  const { content, toolUseId } = result
  // The program writes an error's keys in another order than a success's, and so do we.
  const block =
    result.isError === true
      ? { type: 'tool_result', content, is_error: true, tool_use_id: toolUseId }
      : { tool_use_id: toolUseId, type: 'tool_result', content }
  return serialiseValue({
    ...linkOf(session, row),
    promptId: result.promptId,
    ...agentOf(session),
    type: 'user',
    message: { role: 'user', content: [block] },
    ...identityOf(row),
    toolUseResult: result.toolUseResult,
    sourceToolAssistantUUID: result.sourceToolAssistantUuid,
    ...surroundingsOf(session),
  })
}

export function systemLine(session: SessionHead, row: RowHead, system: SystemLine): string {
  return serialiseValue({
    ...linkOf(session, row),
    ...agentOf(session),
    type: 'system',
    subtype: system.subtype,
    content: system.content,
    level: system.level,
    ...system.fields,
    ...identityOf(row),
    isMeta: false,
    ...surroundingsOf(session),
  })
}

export function compactBoundaryLine(
  session: SessionHead,
  row: Omit<RowHead, 'parentUuid'>,
  compact: CompactBoundaryLine,
): string {
  const { trigger, preTokens, postTokens, preservedSegment } = compact
  return serialiseValue({
    parentUuid: null,
    logicalParentUuid: compact.logicalParentUuid,
    isSidechain: session.agentId !== undefined,
    ...agentOf(session),
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    level: 'info',
    compactMetadata: { trigger, preTokens, postTokens, preservedSegment },
    ...identityOf(row),
    ...surroundingsOf(session),
  })
}

export function compactSummaryLine(session: SessionHead, row: RowHead, summary: string): string {
  return serialiseValue({
    ...linkOf(session, row),
    ...agentOf(session),
    type: 'user',
    message: { role: 'user', content: summary },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    ...identityOf(row),
    ...surroundingsOf(session),
  })
}

export function attachmentLine(session: SessionHead, row: RowHead, line: AttachmentLine): string {
  return serialiseValue({
    ...linkOf(session, row),
    ...agentOf(session),
    attachment: line.attachment,
    type: 'attachment',
    ...identityOf(row),
    rendered: line.rendered,
    renderedRole: line.renderedRole,
    ...surroundingsOf(session),
  })
}

export interface LastPromptLine {
  readonly lastPrompt?: string
  readonly leafUuid: string
  readonly explicit?: true
}

export function lastPromptLine(sessionId: string, line: LastPromptLine): string {
  const { lastPrompt, leafUuid, explicit } = line
  return serialiseValue({ type: 'last-prompt', lastPrompt, leafUuid, sessionId, explicit })
}

export function customTitleLine(sessionId: string, customTitle: string): string {
  return serialiseValue({ type: 'custom-title', customTitle, sessionId })
}

export function aiTitleLine(sessionId: string, aiTitle: string): string {
  return serialiseValue({ type: 'ai-title', aiTitle, sessionId })
}

/** An empty tag removes the session's tag. */
export function tagLine(sessionId: string, tag: string): string {
  return serialiseValue({ type: 'tag', tag, sessionId })
}

function linkOf(session: SessionHead, row: RowHead) {
  return { parentUuid: row.parentUuid, isSidechain: session.agentId !== undefined }
}

function agentOf(session: SessionHead) {
  return { agentId: session.agentId }
}

function identityOf(row: Omit<RowHead, 'parentUuid'>) {
  return { uuid: row.uuid, timestamp: new Date(row.time).toISOString() }
}

function surroundingsOf(session: SessionHead) {
  return {
    userType: 'external',
    entrypoint: session.entrypoint ?? 'cli',
    cwd: session.cwd,
    sessionId: session.sessionId,
    version: session.version,
    gitBranch: session.gitBranch,
    slug: session.slug,
  }
}
