import { assistant, callBlock, result, say, user } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

/** Tools that older versions had under these names; 2.1 sends some of them under the name they have now. */
const oldNames = [
  'Task',
  'Agent',
  'AgentOutputTool',
  'BashOutput',
  'BashOutputTool',
  'KillShell',
  'KillBash',
  'TaskOutput',
  'TodoWrite',
  'LS',
  'MultiEdit',
  'NotebookRead',
  'SlashCommand',
  'exit_plan_mode',
  'View',
  'GlobTool',
  'GrepTool',
  'Brief',
  'bash',
]

export const toolNames: WrittenCase[] = oldNames.map((name) =>
  writtenCase(`called-${name}`, '§4.8: the name of a tool that has changed', [
    user('a', 'a'),
    assistant('b', [callBlock('t1', name, {})]),
    result('c', 't1'),
    say('d', 'd'),
  ]),
)
