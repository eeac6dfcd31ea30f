export type { Agent, AgentFile, AgentMeta, AgentTree, Readable } from './agents/agents.ts'
export { joinAgents } from './agents/agents.ts'
export type { ByteRange, ByteSource, JsonObject } from './bytes/bodies.ts'
export { bytesInMemory, loadBodies, rangeOf } from './bytes/bodies.ts'
export type { Diagnostic, DiagnosticCode } from './diagnostic.ts'
export type { Content, ContentBlock } from './entry/content-block.ts'
export { readBlock, textOf } from './entry/content-block.ts'
export type * from './entry/entry.ts'
export { isKnownType } from './entry/entry.ts'
export { EntryStream } from './bytes/entry-stream.ts'
export { readEntry } from './entry/read-entry.ts'
export { serialiseValue } from './entry/serialise.ts'
export type { Branch, BranchReason } from './graph/forks.ts'
export { branches, branchesAt, branchesFrom, isSaidBranch, saidBranches } from './graph/forks.ts'
export { fullView } from './graph/full-view.ts'
export { emptyThinking } from './messages/empty-thinking.ts'
export { lineTo } from './graph/line-to.ts'
export { TurnMemory } from './turns/homes.ts'
export type { Message } from './messages/messages.ts'
export { allMessages, messageOf, messagesIn } from './messages/messages.ts'
export type { PromptKind } from './turns/prompts.ts'
export { isHuman, isQueuedCommand, promptKind, startsTurn } from './turns/prompts.ts'
export { isQuietFork } from './graph/quiet-fork.ts'
export type { Prompt } from './turns/read-prompt.ts'
export { CONTEXT_TAGS, readPrompt, readPrompts } from './turns/read-prompt.ts'
export { blocksIn, readBlocks, readRows, uuidOf } from './bytes/read-rows.ts'
export type { Conversation, ResumeRequest, ResumeView } from './resume/resume-view.ts'
export { resumeRequest, resumeView, resumeWalk, toApiMessages } from './resume/resume-view.ts'
export type { ApiBlock, ApiMessage } from './resume/api-types.ts'
export { isBoundary } from './resume/compaction.ts'
export { isReadable } from './resume/loaded-rows.ts'
export type {
  FoundSession,
  LookupRefusal,
  SessionFile,
  SessionListing,
  LookupPlace,
  SessionRequest,
} from './resume/lookup.ts'
export { findSession } from './resume/lookup.ts'
export { sessionFacts } from './resume/lookup-facts.ts'
export { NEWEST_VERSION, OBSERVED, rulesFor } from './resume/rules.ts'
export { INTERRUPTED_CALL } from './resume/texts.ts'
export { BLOCK, BLOCK_FLAG, Columns, FLAG, KIND, US_ONLY, USAGE, USAGE_WIDTH } from './scan/columns.ts'
export { Interner } from './scan/interner.ts'
export { PlainWalker } from './scan/plain-walker.ts'
export type { ScannerOptions, ScannerState } from './scan/scanner.ts'
export { Scanner } from './scan/scanner.ts'
export type { Walker } from './scan/walker.ts'
export { wasmWalker } from './scan/wasm-walker.ts'
export { sendable } from './resume/sendable.ts'
export { slugMatches, slugOf } from './slug.ts'
export type { Weight } from './messages/tokens.ts'
export {
  blockWeight,
  contextTokens,
  entryWeight,
  estimateTokens,
  isWeighed,
  tokensOf,
} from './messages/tokens.ts'
export type { ReadToolCall, ToolCall, ToolStatus } from './tools/tool-calls.ts'
export { fileChanges, readToolCalls, toolCallOf, toolCalls, toolCallsOf } from './tools/tool-calls.ts'
export type { FileChange } from './tools/results/file-changes.ts'
export type { ToolResult } from './tools/results/tool-result.ts'
export { readToolResult } from './tools/results/tool-result.ts'
export { readTranscript, Transcript } from './transcript.ts'
export { Tree } from './graph/tree.ts'
export type { TurnPlace } from './turns/turn-places.ts'
export { turnName, turnPlaces } from './turns/turn-places.ts'
export type { Turn, TurnText } from './turns/turns.ts'
export { turnAt, turnCount, turnOfPosition, turns, turnTexts } from './turns/turns.ts'
export type { MessageUsage, TokenUsage } from './messages/usage.ts'
export {
  addUsage,
  NO_USAGE,
  sumUsage,
  TOKEN_KINDS,
  usageOf,
  usageOfMessages,
  writeTokens,
} from './messages/usage.ts'
export { PlainUsageScan } from './usage-scan/plain-usage-scan.ts'
export { UsageReader } from './usage-scan/usage-reader.ts'
export { USAGE_FLAG, UsageRows } from './usage-scan/usage-rows.ts'
export type { UsageCounts, UsageScan } from './usage-scan/usage-scan.ts'
export type { ChainOptions, Proposal } from './writer/chain.ts'
export { ChainWriter } from './writer/chain.ts'
export type { Interruption } from './writer/interruption.ts'
export type { SessionHead } from './writer/lines.ts'
export { chainLines } from './writer/lines.ts'
export type { NewRow } from './writer/new-row.ts'
