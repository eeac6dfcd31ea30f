import type { FunctionComponent } from 'react'
import type { IconName } from '../ui/icon.tsx'
import { AgentTool } from './agent-tool.tsx'
import { BashTool } from './bash-tool.tsx'
import { EditTool } from './edit-tool.tsx'
import type { ToolProps } from './fields.ts'
import { JsonTool } from './json-tool.tsx'
import { PlanTool } from './plan-tool.tsx'
import { QuestionTool } from './question-tool.tsx'
import { ReadTool } from './read-tool.tsx'
import { SearchTool } from './search-tool.tsx'
import { TodoTool } from './todo-tool.tsx'
import { WebTool } from './web-tool.tsx'

/** How calls of one tool are shown. */
export interface ToolLook {
  readonly icon: IconName
  readonly Body: FunctionComponent<ToolProps>
}

export function lookOf(name: string): ToolLook {
  return LOOKS.get(name) ?? (name.startsWith('mcp__') ? MCP : UNKNOWN)
}

const UNKNOWN: ToolLook = { icon: 'info', Body: JsonTool }
const MCP: ToolLook = { icon: 'external', Body: JsonTool }
const TODO: ToolLook = { icon: 'list', Body: TodoTool }
const EDIT: ToolLook = { icon: 'edit', Body: EditTool }
const SEARCH: ToolLook = { icon: 'search', Body: SearchTool }
const SHELL: ToolLook = { icon: 'terminal', Body: BashTool }
const WEB: ToolLook = { icon: 'external', Body: WebTool }
const PLAN: ToolLook = { icon: 'list', Body: PlanTool }
const AGENT: ToolLook = { icon: 'agent', Body: AgentTool }

/** A map: a transcript may name a tool `constructor`. Sub-agents have a card of their own around this. */
const LOOKS: ReadonlyMap<string, ToolLook> = new Map([
  ['Read', { icon: 'file', Body: ReadTool }],
  ['Write', EDIT],
  ['Edit', EDIT],
  ['MultiEdit', EDIT],
  ['NotebookEdit', EDIT],
  ['Bash', SHELL],
  ['PowerShell', SHELL],
  ['BashOutput', SHELL],
  ['Grep', SEARCH],
  ['Glob', SEARCH],
  ['LS', SEARCH],
  ['TodoWrite', TODO],
  ['TaskCreate', TODO],
  ['TaskUpdate', TODO],
  ['WebSearch', WEB],
  ['WebFetch', WEB],
  ['AskUserQuestion', { icon: 'info', Body: QuestionTool }],
  ['ExitPlanMode', PLAN],
  // As older versions named it.
  ['exit_plan_mode', PLAN],
  ['Task', AGENT],
  ['Agent', AGENT],
])
