import { readPrompt, readRows } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { inertLine } from '../terminal/inert.ts'

/**
 * What to call a session: as lists do where the catalogue was asked, else its last title (a human's before the
 * program's), else its first prompt that is not a command, else nothing. Inert, one line.
 */
export function titleOf(opened: OpenTranscript): string {
  const { transcript, source } = opened
  if (opened.title !== undefined) return opened.title
  for (const type of ['custom-title', 'ai-title', 'summary']) {
    const title = lastTitle(opened, type)
    if (title !== '') return title
  }
  for (const start of transcript.turnStarts.slice(0, FIRST_PROMPTS)) {
    const prompt = readPrompt(transcript, source, transcript.path.at(start))
    if (prompt !== null && prompt.kind !== 'command' && prompt.kind !== 'bash' && prompt.typed.trim() !== '')
      return inertLine(prompt.typed.slice(0, 500))
  }
  return ''
}

function lastTitle({ transcript, source }: OpenTranscript, type: string): string {
  const { scan, graph } = transcript
  const { columns, ids } = scan
  const id = ids.find(type)
  if (id === 0) return ''
  // A summary names a conversation by its last entry, and that is often one of another file.
  const isOwn = (row: number): boolean => type !== 'summary' || graph.rowOf(columns.target[row]) >= 0
  let row = columns.count - 1
  while (row >= 0 && (columns.type[row] !== id || !isOwn(row))) row--
  const entry = row < 0 ? undefined : readRows(scan, source, [row]).get(row)
  if (entry?.kind === 'custom-title' || entry?.kind === 'ai-title') return inertLine(entry.title ?? '')
  return entry?.kind === 'summary' ? inertLine(entry.summary ?? '') : ''
}

/** Sessions that begin with more commands than this are named by none. */
const FIRST_PROMPTS = 10
