import type { JsonObject } from '../../bytes/bodies.ts'
import { isFilled, number, object, objects, remind, shown } from './family.ts'
import type { Family } from './family.ts'

export const ide: Family = {
  both: {
    selected_lines_in_ide: ({ lineStart, lineEnd, filename, content }) =>
      remind(
        `The user selected the lines ${shown(lineStart)} to ${shown(lineEnd)} from ${shown(filename)}:\n${cut(shown(content), 2000)}\n\nThis may or may not be related to the current task.`,
      ),
    opened_file_in_ide: ({ filename }) =>
      remind(
        `The user opened the file ${shown(filename)} in the IDE. This may or may not be related to the current task.`,
      ),
  },
  modern: {
    diagnostics: ({ files }) => {
      const filled = objects(files).filter(({ diagnostics }) => objects(diagnostics).length > 0)
      const issues = issuesOf(filled, isFilled)
      return issues === ''
        ? []
        : remind(newDiagnostics(issues.length > 4000 ? `${issues.slice(0, 3988)}…[truncated]` : issues))
    },
  },
  classic: {
    diagnostics: ({ files }) =>
      objects(files).length === 0 ? [] : remind(newDiagnostics(issuesOf(objects(files), Boolean))),
  },
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}\n... (truncated)` : text
}

function newDiagnostics(issues: string): string {
  return `<new-diagnostics>The following new diagnostic issues were detected:\n\n${issues}</new-diagnostics>`
}

/** Each file's name and its issues, a line each; only codes that `hasCode` are shown. */
function issuesOf(files: readonly JsonObject[], hasCode: (code: unknown) => boolean): string {
  const issue = ({ message, severity, range, code, source }: JsonObject): string => {
    const { line, character } = object(object(range)['start'])
    const place = `[Line ${number(line) + 1}:${number(character) + 1}]`
    const origin = `${hasCode(code) ? ` [${shown(code)}]` : ''}${isFilled(source) ? ` (${source})` : ''}`
    return `  ${SYMBOLS.get(shown(severity)) ?? '●'} ${place} ${shown(message)}${origin}`
  }
  return files
    .map(
      ({ uri, diagnostics }) =>
        `${shown(uri).split('/').at(-1)}:\n${objects(diagnostics).map(issue).join('\n')}`,
    )
    .join('\n\n')
}

const SYMBOLS = new Map([
  ['Error', '✘'],
  ['Warning', '⚠'],
  ['Info', 'ℹ'],
  ['Hint', '★'],
])
