import { LIST_LENGTH } from '../catalogue/facts.ts'
import { nameFits } from './name-pattern.ts'
import type { Filter, Query } from '../../reader/query/query.ts'
import { fileFits } from './row-filters.ts'
import type { SearchedFile, SearchedFiles } from './searched-files.ts'

/** What is asked about: a transcript, and of the block in hand the latest time of its rows. */
export interface GateView {
  readonly file: SearchedFile
  readonly time: number | null
}

/**
 * Whether the rows of a block can be hits, as far as the catalogue knows: false where none can, true where
 * all are, null where the rows must be read.
 */
export function gate(query: Query, view: GateView, files: SearchedFiles): boolean | null {
  switch (query.kind) {
    case 'and':
      return together(query.parts, false, (part) => gate(part, view, files))
    case 'or':
      return together(query.parts, true, (part) => gate(part, view, files))
    case 'not': {
      const inside = gate(query.part, view, files)
      return inside === null ? null : !inside
    }
    case 'filter':
      return filterGate(query.filter, view, files)
    default:
      return null
  }
}

/** `decisive` of one part decides; else all must be known. */
function together(
  parts: readonly Query[],
  decisive: boolean,
  ask: (part: Query) => boolean | null,
): boolean | null {
  let known = true
  for (const part of parts) {
    const answer = ask(part)
    if (answer === decisive) return decisive
    if (answer === null) known = false
  }
  return known ? !decisive : null
}

function filterGate(filter: Filter, { file, time }: GateView, files: SearchedFiles): boolean | null {
  switch (filter.name) {
    case 'project':
    case 'session':
    case 'title':
    case 'pr':
      return fileFits(filter, file, files)
    case 'branch':
      return noneOf(file.facts.branches, (branch) => nameFits(filter.pattern, branch))
    case 'model':
      return noneOf(file.facts.models, (model) => nameFits(filter.pattern, model))
    case 'after':
      // Rows without a time are neither before nor after anything.
      return time === null || time < filter.time ? false : null
    case 'before':
      return file.firstTime === null || file.firstTime >= filter.time ? false : null
    case 'is':
      if (filter.value === 'archived') return file.place === 'archive'
      if (filter.value !== 'subagent') return null
      return file.agent !== null ? true : file.facts.sidechainRows === 0 ? false : null
    default:
      return null
  }
}

/** False where a complete list has nothing that fits. Rows without such a name fit no filter. */
function noneOf(names: readonly string[], fits: (name: string) => boolean): false | null {
  return names.length < LIST_LENGTH && !names.some(fits) ? false : null
}
