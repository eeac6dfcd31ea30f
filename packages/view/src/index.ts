export { isoTime } from './iso-time.ts'
export type { ContextCategory, ContextItem } from './context/context-item.ts'
export { CONTEXT_CATEGORIES } from './context/context-item.ts'
export type { Context, ContextOptions, ContextPart, ContextView } from './context/context-view.ts'
export { contextView } from './context/context-view.ts'
export type { ImageSize } from './context/image-size.ts'
export { imageSize } from './context/image-size.ts'
export type { LeftOut, LeftOutReason } from './context/left-out.ts'
export { leftOut } from './context/left-out.ts'
export type { LeftOutEntry, LeftOutPage } from './context/left-out-entries.ts'
export { leftOutEntries } from './context/left-out-entries.ts'
export { windowOf } from './context/model-limits.ts'
export type { NetDiff } from './diff/net-diff.ts'
export { diffOf, lineCounts, netDiff } from './diff/net-diff.ts'
export type { ToolPatch } from './diff/tool-patch.ts'
export { toolPatch } from './diff/tool-patch.ts'
export type { Hunk, Touch } from './diff/touch.ts'
export { isFileTool, touchOfCall } from './diff/touch.ts'
export type { Hide } from './mask/masked-source.ts'
export { maskedSource, secretsHidden } from './mask/masked-source.ts'
export type { Diagnosis, Finding, FindingKind } from './doctor/diagnose.ts'
export { diagnose } from './doctor/diagnose.ts'
export { MENDABLE, SERIOUS, WORDS } from './doctor/words.ts'
export type { JoinedAgents, Made } from './files/session-calls.ts'
export type { ChangedFile, FilesOptions, FilesSource, SessionFiles } from './files/session-files.ts'
export { sessionFiles } from './files/session-files.ts'
export { normalisePath } from './path/normalise-path.ts'
export { CLAUDE_PRICES } from './prices/claude-prices.ts'
export type { Priced } from './prices/cost.ts'
export { allTokens, costOf, Pricer, promptTokens } from './prices/cost.ts'
export type { PricedUsage } from './prices/cost-of-usage.ts'
export { costOfUsage } from './prices/cost-of-usage.ts'
export type { ModelName } from './prices/model-name.ts'
export { canonicalModel } from './prices/model-name.ts'
export { formatMoney } from './prices/money.ts'
export type { PriceDiagnostic, PriceOverrides } from './prices/overrides.ts'
export { parsePriceOverrides, withOverrides } from './prices/overrides.ts'
export type { ModelPrice, PriceTable, TokenPrices } from './prices/price-table.ts'
export { longPromptOver, priceOf } from './prices/price-table.ts'
export type { SnippetPart, SnippetRange } from './search/snippet-parts.ts'
export { snippetParts } from './search/snippet-parts.ts'
export type { FilterName, NameFilter, RowTrait, TextField } from './search/query-words.ts'
export { FILTERS, NAME_FILTERS, ROW_TRAITS, TEXT_FIELDS } from './search/query-words.ts'
export { toolSummary, withoutFolder } from './tool-line.ts'
export type { ToolShare } from './usage/share-by-tool.ts'
export { NO_TOOL, shareByTool } from './usage/share-by-tool.ts'
export type { SessionUsage, TurnUsage } from './usage/usage-by-turn.ts'
export { usageByTurn } from './usage/usage-by-turn.ts'
export type { UsageReport } from './usage/usage-report.ts'
export { usageReport } from './usage/usage-report.ts'
export type { BurnRate, Projection, UsageBlock, UsageBy, UsageOptions, UsageRow } from './usage/usage-row.ts'
export { NO_TIME } from './usage/usage-row.ts'
export type { UsageSlice } from './usage/usage-slice.ts'
export type { ModelUsage, UsageSummary } from './usage/usage-sum.ts'
export { dateOf, isTimeZone, LOCAL_ZONE, startOfDate, ZoneDays } from './usage/zone-days.ts'
export type { MeetingPlace } from './place/meeting-place.ts'
export { lineHolding, meetingPlace, turnHolding } from './place/meeting-place.ts'
export { rowAtLine, rowsNamed } from './place/named-rows.ts'
export type { RawPlace } from './raw/raw-entry.ts'
export { placeOfRow, placesBefore, rawText } from './raw/raw-entry.ts'
export type { ResumeReport } from './resume/resume-report.ts'
export { resumeReport } from './resume/resume-report.ts'
export type { BranchTurnRows, TreeRows } from './tree/session-tree.ts'
export { sessionTree } from './tree/session-tree.ts'
export type { ProjectItem, PullRequestLink, RunningState, SessionItem } from './list/session-item.ts'
export { fold, prepend, withSteps } from './live/fold.ts'
export type * from './live/live-event.ts'
export { sessionOfTopic, sessionTopic } from './live/topic.ts'
export type { TurnDelta, ViewDelta, ViewUpdate } from './live/view-delta.ts'
export type { AgentFigures } from './session/agent-figures.ts'
export { agentFigures } from './session/agent-figures.ts'
export { cutInput, cutString, cutText } from './session/cut.ts'
export type { TextPart } from './session/full-text.ts'
export { fullText } from './session/full-text.ts'
export { base64Bytes, imagesOf } from './session/image-view.ts'
export { unreadLines } from './session/unread-lines.ts'
export type { SessionModelOptions, ViewPlace, ViewWindow } from './session/model-options.ts'
export { DEFAULT_WINDOW } from './session/model-options.ts'
export type { TurnSteps } from './session/session-model.ts'
export { SessionModel } from './session/session-model.ts'
export type {
  BranchView,
  Cost,
  CutText,
  ForkView,
  ImageView,
  PromptView,
  SessionHead,
  SessionView,
  TurnHead,
  TurnView,
} from './session/session-view.ts'
export { MOST_BRANCHES } from './session/session-view.ts'
export type {
  AgentHead,
  CompactionStepView,
  NoteStepView,
  PatchView,
  SaidStepView,
  StepPlace,
  StepView,
  ToolStepView,
  UnknownStepView,
} from './session/step-view.ts'
export { CUT_INPUT, CUT_RESULT, CUT_TEXT, MOST_PATCH_LINES } from './session/step-view.ts'
export type { MarkedToken } from './markdown/parse-markdown.ts'
export { known, parseMarkdown, withoutEntities } from './markdown/parse-markdown.ts'
export { bytes, counted, duration, minute, span, tokens, whole } from './text/figures.ts'
export { DIRECTION, inert, inertLine } from './text/inert.ts'
