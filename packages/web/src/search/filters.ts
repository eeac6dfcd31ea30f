/** The filters of the query language, as people are offered them. docs/search.md has them all. */
export interface FilterHelp {
  readonly name: string
  readonly help: string
  /** Values that are always possible; others are typed, or come from lists. */
  readonly values: readonly string[]
}

export const FILTERS: readonly FilterHelp[] = [
  { name: 'project', help: 'part of a project’s path', values: [] },
  { name: 'session', help: 'beginning of a session’s id', values: [] },
  { name: 'title', help: 'part of a session’s title', values: [] },
  { name: 'branch', help: 'git branch it was written on', values: ['main', 'master'] },
  { name: 'model', help: 'model that wrote it', values: ['opus', 'sonnet', 'haiku'] },
  {
    name: 'tool',
    help: 'calls of a tool, and their results',
    values: ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob', 'Task', 'WebFetch', 'WebSearch', 'mcp__*'],
  },
  { name: 'file', help: 'calls on a file', values: [] },
  {
    name: 'is',
    help: 'what kind of entry',
    values: ['error', 'human', 'thinking', 'subagent', 'archived', 'live'],
  },
  {
    name: 'in',
    help: 'which text of an entry',
    values: [
      'prompt',
      'answer',
      'thinking',
      'tool-input',
      'tool-result',
      'error',
      'title',
      'summary',
      'system',
      'attachment',
      'other',
    ],
  },
  { name: 'after', help: 'from then on', values: ['today', 'yesterday', '7d', '30d'] },
  { name: 'before', help: 'before then', values: ['today', 'yesterday', '7d', '30d'] },
  { name: 'cost', help: 'dollars of its turn', values: ['>0.5', '>1', '>5'] },
  { name: 'turn', help: 'number of its turn', values: ['1', '>10'] },
  { name: 'exit', help: 'exit status of a command', values: ['>0', '1', '0'] },
  { name: 'pr', help: 'number of a pull request', values: [] },
]

export const FILTER_NAMES: ReadonlySet<string> = new Set(FILTERS.map(({ name }) => name))
