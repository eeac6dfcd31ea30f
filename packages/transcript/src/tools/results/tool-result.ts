import { readContent } from '../../entry/content-block.ts'
import type { Content } from '../../entry/content-block.ts'
import { isObject } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'
import { readAgent, readSkill } from './agent-tools.ts'
import type { AgentResult, SkillResult } from './agent-tools.ts'
import { readAskUserQuestion, readExitPlanMode } from './ask-tools.ts'
import type { AskUserQuestionResult, ExitPlanModeResult } from './ask-tools.ts'
import { readEdit, readMultiEdit, readNotebookEdit, readRead, readWrite } from './file-tools.ts'
import type {
  EditResult,
  MultiEditResult,
  NotebookEditResult,
  ReadResult,
  WriteResult,
} from './file-tools.ts'
import { readGlob, readGrep, readToolSearch, readWebFetch, readWebSearch } from './search-tools.ts'
import type {
  GlobResult,
  GrepResult,
  ToolSearchResult,
  WebFetchResult,
  WebSearchResult,
} from './search-tools.ts'
import { readBash, readBashOutput, readKillShell, readTaskOutput, readTaskStop } from './shell-tools.ts'
import type {
  BashOutputResult,
  BashResult,
  KillShellResult,
  TaskOutputResult,
  TaskStopResult,
} from './shell-tools.ts'
import { readTaskCreate, readTaskGet, readTaskList, readTaskUpdate, readTodoWrite } from './task-tools.ts'
import type { TaskListResult, TodoWriteResult } from './task-tools.ts'

/**
 * The structured result of a tool call, told apart by `tool`: the name of the tool today, whatever it was called when
 * the row was written (`Task` → `Agent`, `KillBash` → `KillShell`, `SlashCommand` → `Skill`, `mcp__…` → `MCP`).
 */
export type ToolResult =
  | ReadResult
  | WriteResult
  | EditResult
  | MultiEditResult
  | NotebookEditResult
  | BashResult
  | BashOutputResult
  | KillShellResult
  | TaskOutputResult
  | TaskStopResult
  | GlobResult
  | GrepResult
  | WebSearchResult
  | WebFetchResult
  | ToolSearchResult
  | AgentResult
  | SkillResult
  | TodoWriteResult
  | TaskListResult
  | AskUserQuestionResult
  | ExitPlanModeResult
  | McpResult
  | OtherResult

/** A tool of an MCP server, named `mcp__<server>__<name>`. */
export interface McpResult {
  readonly tool: 'MCP'
  readonly server: string
  readonly name: string
  readonly content: Content
}

/** Unknown tools, errors and refusals (a string), and shapes that are not what the tool's name promises. */
export interface OtherResult {
  readonly tool: 'other'
  readonly name: string
  /** `toolUseResult` as written, or the content of the tool_result block where the row has none. */
  readonly value: unknown
}

/**
 * Reads the `toolUseResult` of a row.
 *
 * Contract: never throws. `content` is the content of the row's tool_result block; it is what the model saw and often
 * all there is, since rows of sub-agents and of other programs have no `toolUseResult`.
 */
export function readToolResult(name: string, toolUseResult: unknown, content: Content): ToolResult {
  if (name.startsWith('mcp__')) return readMcp(name, toolUseResult, content)
  const known = isObject(toolUseResult) ? READERS.get(name)?.(toolUseResult) : null
  return known ?? { tool: 'other', name, value: toolUseResult === undefined ? content.value : toolUseResult }
}

const READERS: ReadonlyMap<string, (value: JsonObject) => ToolResult | null> = new Map<
  string,
  (value: JsonObject) => ToolResult | null
>([
  ['Read', readRead],
  ['Write', readWrite],
  ['Edit', readEdit],
  ['MultiEdit', readMultiEdit],
  ['NotebookEdit', readNotebookEdit],
  ['Bash', readBash],
  ['BashOutput', readBashOutput],
  ['KillBash', readKillShell],
  ['KillShell', readKillShell],
  ['TaskOutput', readTaskOutput],
  ['TaskStop', readTaskStop],
  ['Glob', readGlob],
  ['Grep', readGrep],
  ['WebSearch', readWebSearch],
  ['WebFetch', readWebFetch],
  ['ToolSearch', readToolSearch],
  ['Task', readAgent],
  ['Agent', readAgent],
  ['Skill', readSkill],
  ['SlashCommand', readSkill],
  ['TodoWrite', readTodoWrite],
  ['TaskCreate', readTaskCreate],
  ['TaskUpdate', readTaskUpdate],
  ['TaskList', readTaskList],
  ['TaskGet', readTaskGet],
  ['AskUserQuestion', readAskUserQuestion],
  ['ExitPlanMode', readExitPlanMode],
])

function readMcp(fullName: string, toolUseResult: unknown, content: Content): McpResult {
  const rest = fullName.slice('mcp__'.length)
  // A server's name can hold single underscores, a tool's name double ones: the first `__` parts them.
  const split = rest.indexOf('__')
  const result = isObject(toolUseResult) ? toolUseResult.content : toolUseResult
  return {
    tool: 'MCP',
    server: split < 0 ? rest : rest.slice(0, split),
    name: split < 0 ? '' : rest.slice(split + 2),
    content: Array.isArray(result) || typeof result === 'string' ? readContent(result) : content,
  }
}
