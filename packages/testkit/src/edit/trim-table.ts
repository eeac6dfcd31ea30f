import { readFileSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import {
  EditError,
  renderInMemory,
  sessionInMemory,
  TRIM_PRESETS,
  trimSession,
  type EditSession,
} from '@skein/edit'
import { estimateTokens } from '@skein/transcript'
import { publicTranscripts } from '../kernel/public-transcripts.ts'

/** Of so many transcripts, the largest files. */
const LARGEST = 12

/**
 * What each preset makes of the largest public transcripts, in Markdown: estimated tokens of what a resume
 * sends, of the session as it is and of the trimmed one, read back. Null where no transcripts lie.
 */
export function trimTable(command: string): string | null {
  const files = publicTranscripts('trim-table')
    .map((path) => ({ path, bytes: statSync(path).size }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST)
  if (files.length === 0) return null
  const rows = files.map(({ path, bytes }) => {
    const session = sessionInMemory({ id: SESSION, main: readFileSync(path) })
    const before = tokensIn(session)
    const after = TRIM_PRESETS.map((preset) => tokensAfter(session, preset))
    return [
      ownerOf(path),
      `${(bytes / 1e6).toFixed(1)} MB`,
      shown(before),
      ...after.map((tokens) =>
        tokens === null ? 'nothing to do' : `${shown(tokens)} (${share(tokens, before)})`,
      ),
    ]
  })
  const head = ['transcript of', 'size', 'tokens', ...TRIM_PRESETS]
  return [`Written by \`${command}\`.`, '', ...aligned([head, head.map(() => ''), ...rows])].join('\n')
}

const SESSION = '5e551000-0000-4000-8000-000000000001'
const COPY = 'c0b1e500-0000-4000-8000-000000000002'

function tokensAfter(session: EditSession, preset: (typeof TRIM_PRESETS)[number]): number | null {
  try {
    return tokensIn(renderInMemory(trimSession(session, { preset }), COPY))
  } catch (error) {
    if (error instanceof EditError && error.code === 'nothing-to-do') return null
    throw error
  }
}

function tokensIn({ main }: EditSession): number {
  return estimateTokens(main.transcript, main.source)
}

/** The public repository it stands in: the folder that the corpus names after it. */
function ownerOf(path: string): string {
  return (path.split(`${sep}corpus${sep}`)[1] ?? '').split(sep)[0].replace('+', '/')
}

function shown(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

function share(tokens: number, of: number): string {
  return `${Math.round((100 * tokens) / of)} %`
}

/** A table as the formatter writes it; the second row is the rule below the head. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)))
  return rows.map(
    (row, i) =>
      `| ${row.map((cell, column) => (i === 1 ? '-'.repeat(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`,
  )
}
