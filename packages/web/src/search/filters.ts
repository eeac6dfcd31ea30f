import type { FilterName } from '@skein/view'
import { FILTERS, ROW_TRAITS, TEXT_FIELDS } from '@skein/view'

/** The filters of the query language, as people are offered them. docs/search.md has them all. */
export interface FilterHelp {
  readonly name: FilterName
  readonly help: string
  /** Values that are always possible; others are typed, or come from lists. */
  readonly values: readonly string[]
}

const MOMENTS = ['today', 'yesterday', '7d', '30d']

/** In the order in which they are offered. */
const HELP: Readonly<Record<FilterName, Omit<FilterHelp, 'name'>>> = {
  project: { help: 'part of a project’s path', values: [] },
  session: { help: 'beginning of a session’s id', values: [] },
  title: { help: 'part of a session’s title', values: [] },
  branch: { help: 'git branch it was written on', values: ['main', 'master'] },
  model: { help: 'model that wrote it', values: ['opus', 'sonnet', 'haiku'] },
  tool: {
    help: 'calls of a tool, and their results',
    values: ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob', 'Task', 'WebFetch', 'WebSearch', 'mcp__*'],
  },
  file: { help: 'calls on a file', values: [] },
  is: { help: 'what kind of entry', values: ROW_TRAITS },
  in: { help: 'which text of an entry', values: TEXT_FIELDS },
  after: { help: 'from then on', values: MOMENTS },
  before: { help: 'before then', values: MOMENTS },
  cost: { help: 'dollars of its turn', values: ['>0.5', '>1', '>5'] },
  turn: { help: 'number of its turn', values: ['1', '>10'] },
  exit: { help: 'exit status of a command', values: ['>0', '1', '0'] },
  pr: { help: 'number of a pull request', values: [] },
}

// Every key of the record is a filter: the type says so.
export const FILTER_HELP: readonly FilterHelp[] = (Object.keys(HELP) as FilterName[]).map((name) => ({
  name,
  ...HELP[name],
}))

export const FILTER_NAMES: ReadonlySet<string> = new Set(FILTERS)
