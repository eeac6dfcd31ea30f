import { BLOCK, BLOCK_FLAG, blocksIn, FLAG, startsTurn } from '@skein/transcript'
import type { NameFilter, RowTrait } from '@skein/view'
import { isPathKey, type CallFinder, type FoundCall } from './call-finder.ts'
import { exitStatus } from './exit-status.ts'
import { foldText } from '../../reader/query/fold.ts'
import { nameFits } from './name-pattern.ts'
import { pathFits } from './path-pattern.ts'
import type { Filter, NamePattern, NumberRange } from '../../reader/query/query.ts'
import type { RowView } from './row-view.ts'
import type { SearchedFile, SearchedFiles } from './searched-files.ts'
import type { Structures } from './structures.ts'

/** Where filters look for what a row does not say itself. */
export interface FilterSources {
  readonly files: SearchedFiles
  readonly structures: Structures
  readonly calls: CallFinder
}

/** Whether a row fits a filter. */
export function rowFits(filter: Filter, row: RowView, sources: FilterSources): boolean {
  switch (filter.name) {
    case 'is':
      return hasTrait(filter.value, row, sources)
    case 'in':
      return row.texts().some(({ field }) => field === filter.value)
    case 'before':
      return row.time < filter.time
    case 'after':
      return row.time >= filter.time
    case 'cost':
      return within(filter.range, sources.structures.of(row.file).costAt(row.offset))
    case 'turn':
      return within(filter.range, sources.structures.of(row.file).turnAt(row.offset))
    case 'exit':
      return hasBlock(row, BLOCK.toolResult) && within(filter.range, exitStatus(row.value()))
    case 'branch':
      return row.name('gitBranch') !== '' && nameFits(filter.pattern, row.name('gitBranch'))
    case 'model':
      return row.name('model') !== '' && nameFits(filter.pattern, row.name('model'))
    case 'tool':
      return callsOf(row, sources).some(({ name }) => nameFits(filter.pattern, name))
    case 'file':
      return callsOf(row, sources).some(({ paths }) => paths.some((path) => pathFits(filter.pattern, path)))
    default:
      return fileFits(filter, row.file, sources.files)
  }
}

/** A filter about whole sessions: all rows of a file fit it, or none does. */
export type FileFilter =
  | { readonly name: Extract<NameFilter, 'project' | 'session' | 'title'>; readonly pattern: NamePattern }
  | { readonly name: 'pr'; readonly range: NumberRange }

export function fileFits(filter: FileFilter, file: SearchedFile, files: SearchedFiles): boolean {
  switch (filter.name) {
    case 'project':
      return (
        [file.facts.firstCwd, file.facts.lastCwd].some((cwd) => pathFits(filter.pattern, cwd)) ||
        nameFits(filter.pattern, file.project)
      )
    case 'session':
      return filter.pattern.kind === 'part'
        ? foldText(file.session).startsWith(filter.pattern.text)
        : nameFits(filter.pattern, file.session)
    case 'title':
      return files.titlesOf(file).some((title) => nameFits(filter.pattern, title))
    case 'pr':
      return file.facts.pullRequests.some(({ number }) => within(filter.range, number))
  }
}

export function within({ min, max, minOpen, maxOpen }: NumberRange, value: number | null): boolean {
  if (value === null) return false
  return (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max)
}

function hasTrait(trait: RowTrait, row: RowView, { structures }: FilterSources): boolean {
  const { scan } = row.lines
  const subagent = row.file.agent !== null || (row.flags & FLAG.sidechain) !== 0
  switch (trait) {
    case 'error':
      return (
        (row.flags & FLAG.apiError) !== 0 ||
        blocksIn(scan, row.row).some((block) => (scan.blocks.flags[block] & BLOCK_FLAG.error) !== 0) ||
        (row.name('type') === 'system' && row.name('subtype') === 'api_error')
      )
    case 'human':
      return !subagent && (startsTurn(scan, row.row) || isQueuedPrompt(row))
    case 'thinking':
      return row.texts().some(({ field, text }) => field === 'thinking' && text !== '')
    case 'subagent':
      return subagent
    case 'archived':
      return row.file.place === 'archive'
    case 'live':
      return structures.of(row.file).isLive(row.offset)
  }
}

/** A prompt that was typed while a turn ran. Notices of finished tasks come the same way. */
function isQueuedPrompt(row: RowView): boolean {
  if (row.name('type') === 'queue-operation') return row.texts().some(({ text }) => !isNotice(text))
  if (row.name('subtype') !== 'queued_command') return false
  const attachment = row.value()['attachment']
  const mode =
    typeof attachment === 'object' && attachment !== null && 'commandMode' in attachment
      ? attachment.commandMode
      : null
  return mode !== 'task-notification'
}

function isNotice(text: string): boolean {
  return text.startsWith('<task-notification>')
}

function hasBlock({ lines, row }: RowView, kind: number): boolean {
  return blocksIn(lines.scan, row).some((block) => lines.scan.blocks.kind[block] === kind)
}

/** The tool calls that a row makes, and those whose results it holds. */
function callsOf(row: RowView, { calls }: FilterSources): FoundCall[] {
  const { scan } = row.lines
  const found: FoundCall[] = []
  for (const block of blocksIn(scan, row.row)) {
    const kind = scan.blocks.kind[block]
    const id = scan.ids.text(scan.blocks.toolId[block])
    if (kind === BLOCK.toolUse || kind === BLOCK.serverToolUse) {
      found.push({ name: scan.ids.text(scan.blocks.name[block]), paths: pathsOf(row, id) })
    } else if ((kind === BLOCK.toolResult || kind === BLOCK.serverToolResult) && id !== '') {
      const call = calls.find(row.file, id, row.offset)
      if (call !== null) found.push(call)
    }
  }
  return found
}

/** The files that a call of the row names. */
function pathsOf(row: RowView, toolId: string): string[] {
  return row
    .texts()
    .flatMap(({ field, toolId: id, key, text }) =>
      field === 'tool-input' && id === toolId && key !== undefined && isPathKey(key) ? [text] : [],
    )
}
