/**
 * The keys the scanner reads, by the object they stand in; everything else stays bytes.
 *
 * One list serves every walker: the plain one looks keys up in it, the WASM one gets a copy of it
 * in its memory. A code is unique over all objects and stays under 128; the codes of one object
 * lie within 32 of each other (a walker notices repeated keys with one 32-bit mask).
 */
export const F = {
  type: 1,
  uuid: 2,
  parentUuid: 3,
  logicalParentUuid: 4,
  isSidechain: 5,
  isMeta: 6,
  isCompactSummary: 7,
  isVisibleInTranscriptOnly: 8,
  isApiErrorMessage: 9,
  timestamp: 10,
  sessionId: 11,
  agentId: 12,
  version: 13,
  cwd: 14,
  gitBranch: 15,
  requestId: 16,
  subtype: 17,
  message: 18,
  content: 19,
  toolUseResult: 20,
  leafUuid: 21,
  snapshotMessageId: 22,
  explicit: 23,
  forkedFrom: 24,
  promptSource: 25,
  origin: 26,
  toolUseId: 27,
  parentToolUseId: 28,
  sourceAssistant: 29,
  data: 30,
  attachment: 31,

  messageId: 34,
  messageRole: 35,
  messageModel: 36,
  messageContent: 37,
  messageUsage: 38,
  messageStopReason: 39,
  messageTimestamp: 40,

  /** One element of a content array; not a key. */
  block: 44,
  blockType: 45,
  blockId: 46,
  blockToolUseId: 47,
  blockName: 48,
  blockError: 49,
  blockText: 50,
  blockThinking: 51,
  blockContent: 52,
  blockSignature: 53,
  resultText: 56,

  inputTokens: 60,
  outputTokens: 61,
  cacheReadTokens: 62,
  cacheWriteTokens: 63,
  cacheWrite5mTokens: 64,
  cacheWrite1hTokens: 65,
  webSearches: 66,
  webFetches: 67,
  cacheCreation: 68,
  serverToolUse: 69,
  serviceTier: 70,
  speed: 71,

  originKind: 72,
  forkSession: 73,
  dataType: 74,
  inferenceGeo: 75,
} as const

/** How a walker reads the value of a key. */
export const READ = {
  /** Skip it; its range is the event. */
  skip: 0,
  /** Skip it, and hash it if it is a string: it will be interned. */
  id: 1,
  /** Walk it if it is an object, else skip it. */
  object: 2,
  /** Walk every element if it is an array (each a `F.block`), else skip it. */
  blocks: 3,
  /** Walk the first element if it is an array that begins with an object, else skip it. */
  firstElement: 4,
} as const

export interface FieldKey {
  readonly name: string
  readonly code: number
  readonly read: number
  /** The keys of the object(s) inside, as an index into `OBJECTS`. */
  readonly inside: number
  /** The code of the key whose last value this one most likely repeats. */
  readonly like: number
}

const MESSAGE = 1
const BLOCK = 2
const RESULT = 3
const USAGE = 4
const CACHE_CREATION = 5
const SERVER_TOOLS = 6
const ORIGIN = 7
const FORK = 8
const DATA = 9

/** The keys that are read, by kind of object. The first is the entry itself. */
export const OBJECTS: readonly (readonly FieldKey[])[] = [
  [
    id('type', F.type),
    id('uuid', F.uuid),
    { ...id('parentUuid', F.parentUuid), like: F.uuid },
    id('logicalParentUuid', F.logicalParentUuid),
    plain('isSidechain', F.isSidechain),
    plain('isMeta', F.isMeta),
    plain('isCompactSummary', F.isCompactSummary),
    plain('isVisibleInTranscriptOnly', F.isVisibleInTranscriptOnly),
    plain('isApiErrorMessage', F.isApiErrorMessage),
    plain('timestamp', F.timestamp),
    id('sessionId', F.sessionId),
    id('agentId', F.agentId),
    id('version', F.version),
    id('cwd', F.cwd),
    id('gitBranch', F.gitBranch),
    id('requestId', F.requestId),
    id('subtype', F.subtype),
    object('message', F.message, MESSAGE),
    { ...object('content', F.content, BLOCK), read: READ.blocks },
    plain('toolUseResult', F.toolUseResult),
    id('leafUuid', F.leafUuid),
    id('messageId', F.snapshotMessageId),
    plain('explicit', F.explicit),
    object('forkedFrom', F.forkedFrom, FORK),
    id('promptSource', F.promptSource),
    object('origin', F.origin, ORIGIN),
    id('toolUseID', F.toolUseId),
    id('parentToolUseID', F.parentToolUseId),
    { ...id('sourceToolAssistantUUID', F.sourceAssistant), like: F.parentUuid },
    object('data', F.data, DATA),
    object('attachment', F.attachment, DATA),
  ],
  [
    id('id', F.messageId),
    id('role', F.messageRole),
    id('model', F.messageModel),
    { ...object('content', F.messageContent, BLOCK), read: READ.blocks },
    object('usage', F.messageUsage, USAGE),
    id('stop_reason', F.messageStopReason),
    plain('timestamp', F.messageTimestamp),
  ],
  [
    id('type', F.blockType),
    id('id', F.blockId),
    { ...id('tool_use_id', F.blockToolUseId), like: F.blockId },
    id('name', F.blockName),
    plain('is_error', F.blockError),
    plain('text', F.blockText),
    plain('thinking', F.blockThinking),
    { ...object('content', F.blockContent, RESULT), read: READ.firstElement },
    plain('signature', F.blockSignature),
  ],
  [plain('text', F.resultText)],
  [
    plain('input_tokens', F.inputTokens),
    plain('output_tokens', F.outputTokens),
    plain('cache_read_input_tokens', F.cacheReadTokens),
    plain('cache_creation_input_tokens', F.cacheWriteTokens),
    object('cache_creation', F.cacheCreation, CACHE_CREATION),
    object('server_tool_use', F.serverToolUse, SERVER_TOOLS),
    id('service_tier', F.serviceTier),
    id('speed', F.speed),
    id('inference_geo', F.inferenceGeo),
  ],
  [
    plain('ephemeral_5m_input_tokens', F.cacheWrite5mTokens),
    plain('ephemeral_1h_input_tokens', F.cacheWrite1hTokens),
  ],
  [plain('web_search_requests', F.webSearches), plain('web_fetch_requests', F.webFetches)],
  [id('kind', F.originKind)],
  [id('sessionId', F.forkSession)],
  [id('type', F.dataType)],
]

function plain(name: string, code: number): FieldKey {
  return { name, code, read: READ.skip, inside: 0, like: code }
}

function id(name: string, code: number): FieldKey {
  return { name, code, read: READ.id, inside: 0, like: code }
}

function object(name: string, code: number, inside: number): FieldKey {
  return { name, code, read: READ.object, inside, like: code }
}
