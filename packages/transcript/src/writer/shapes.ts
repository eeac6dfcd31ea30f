import { serialiseValue } from '../entry/serialise.ts'

/**
 * The keys of each kind of line in the order in which Claude Code 2.1.325 writes them; `*` stands for all keys that a list
 * does not name. The order means nothing to a reader; it makes our lines the program's, byte for byte, which is how a
 * test knows that none of their keys is missing.
 */
const TAIL = 'userType entrypoint cwd sessionId version gitBranch slug'

const SHAPES = {
  user: `parentUuid isSidechain promptId agentId type message isMeta uuid timestamp permissionMode origin promptSource
    turnOrigin turnPosition interruptedMessageId imagePasteIds ${TAIL}`,
  result: `parentUuid isSidechain promptId agentId type message uuid timestamp toolUseResult toolDenialKind
    holdsPersonsWords sandboxed sourceToolAssistantUUID permissionDecision ${TAIL}`,
  assistant: `parentUuid isSidechain agentId message thinkingDurationMs thinkingDisplay toolInputStreamMs apiBlockIndex
    requestId requestRef requestedModel promptCacheRequested attributionAgent attributionMcpServer attributionMcpTool
    type uuid timestamp isAbortedMidStream effort perTurnEffort madeBy ${TAIL}`,
  synthetic: `parentUuid isSidechain agentId type uuid timestamp message apiError error isApiErrorMessage
    apiErrorStatus apiErrorType perTurnEffort failedResponseHadNoToolCall madeBy ${TAIL}`,
  attachment: `parentUuid isSidechain agentId attachment type uuid timestamp rendered renderedRole
    renderedBesideToolResult ${TAIL}`,
  system: `parentUuid isSidechain agentId type subtype content level * timestamp uuid isMeta commandRun toolUseID ${TAIL}`,
  informational: `parentUuid isSidechain agentId type subtype content isMeta timestamp uuid level * ${TAIL}`,
  'manual boundary': `parentUuid logicalParentUuid isSidechain agentId type subtype content isMeta timestamp uuid level
    compactMetadata ${TAIL}`,
  'auto boundary': `parentUuid logicalParentUuid isSidechain agentId type subtype content level compactMetadata uuid
    timestamp ${TAIL}`,
  'compact summary': `parentUuid isSidechain promptId agentId type message isVisibleInTranscriptOnly isCompactSummary uuid
    timestamp turnPosition ${TAIL}`,
  'last-prompt': 'type lastPrompt leafUuid sessionId explicit',
  summary: 'type summary leafUuid',
  'queue-operation': 'type operation timestamp sessionId content reason commandUuid',
  'file-history-snapshot': 'type messageId snapshot isSnapshotUpdate',
  'file-history-delta': 'type messageId snapshotMessageId trackingPath backup timestamp',
  'cost-state': 'type sessionId *',
  'side row': 'type * sessionId',
} as const

export type Shape = keyof typeof SHAPES

/** One whole line, newline included; keys whose value is undefined are left out. */
export function lineOf(shape: Shape, values: Readonly<Record<string, unknown>>): string {
  const keys = ORDERS.get(shape) ?? []
  const line: Record<string, unknown> = {}
  for (const key of keys)
    if (key !== '*') line[key] = values[key]
    else for (const other of Object.keys(values)) if (!keys.includes(other)) line[other] = values[other]
  return serialiseValue(line)
}

export function hasShape(kind: string): kind is Shape {
  return ORDERS.has(kind)
}

const ORDERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(SHAPES).map(([shape, keys]) => [shape, keys.split(/\s+/)]),
)
