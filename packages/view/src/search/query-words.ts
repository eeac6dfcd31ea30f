/**
 * The words of the query language: `store` reads them, the app offers them. docs/search.md says what they mean.
 */

/** Filters whose value is part of a name, or all of it. */
export const NAME_FILTERS = ['project', 'session', 'branch', 'model', 'tool', 'file', 'title'] as const

/** All filters. */
export const FILTERS = [...NAME_FILTERS, 'is', 'in', 'before', 'after', 'cost', 'turn', 'exit', 'pr'] as const

/** What `is:` can ask. */
export const ROW_TRAITS = ['error', 'human', 'thinking', 'subagent', 'archived', 'live'] as const

/** What `in:` can ask: which text of an entry. */
export const TEXT_FIELDS = [
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
] as const

export type NameFilter = (typeof NAME_FILTERS)[number]
export type FilterName = (typeof FILTERS)[number]
export type RowTrait = (typeof ROW_TRAITS)[number]
/** `summary` is that of a compaction, `system` what the program said, `other` the text of types that are not known. */
export type TextField = (typeof TEXT_FIELDS)[number]
