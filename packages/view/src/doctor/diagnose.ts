import type { Transcript } from '@skein/transcript'
import {
  BLOCK,
  branches,
  emptyThinking,
  isKnownType,
  NEWEST_VERSION,
  resumeView,
  toolCalls,
  type ByteSource,
} from '@skein/transcript'
import { leftOut } from '../context/left-out.ts'

/** One kind of damage in a session. */
export interface Finding {
  readonly kind: FindingKind
  readonly count: number
  /** The first line it stands on; null where it is about the session as a whole. */
  readonly line: number | null
}

/**
 * From what costs a conversation to what only surprises.
 *
 * `no-resume`: a resume finds no conversation, fails or hangs; `lost-history`: it silently leaves out
 * entries of the conversation; `hollow-thinking`: thinking whose text was taken out while its
 * signature stayed, which the API refuses; the rest are facts of the file.
 */
export type FindingKind =
  | 'no-resume'
  | 'lost-history'
  | 'hollow-thinking'
  | 'dangling-parents'
  | 'parent-cycle'
  | 'torn-lines'
  | 'joined-lines'
  | 'nul-bytes'
  | 'two-writers'
  | 'unanswered-calls'
  | 'stray-results'
  | 'duplicate-uuids'
  | 'omitted-thinking'
  | 'unknown-types'
  | 'new-version'

export interface Diagnosis {
  readonly entries: number
  readonly findings: readonly Finding[]
  /** Entries of the conversation that a resume does not send although nothing supersedes them. */
  readonly lost: number
}

/** What is wrong with one transcript, and what a resume would lose by it. */
export function diagnose(transcript: Transcript, source: ByteSource): Diagnosis {
  const findings: Finding[] = []
  const add = (kind: FindingKind, lines: readonly number[]): void => {
    if (lines.length > 0) findings.push({ kind, count: lines.length, line: lines[0] ?? null })
  }
  const lost = resumeFindings(transcript, source, findings)
  for (const [kind, lines] of thinkingWithoutText(transcript)) add(kind, lines)
  for (const [kind, codes] of FROM_DIAGNOSTICS)
    add(
      kind,
      transcript.diagnostics.filter(({ code }) => codes.includes(code)).map(({ line }) => line),
    )
  add('two-writers', secondWriters(transcript))
  for (const [kind, lines] of unpaired(transcript)) add(kind, lines)
  add('unknown-types', unknownTypes(transcript))
  add('new-version', newVersions(transcript))
  const order = (finding: Finding): number => KINDS.indexOf(finding.kind)
  return {
    entries: transcript.scan.columns.count,
    findings: findings.toSorted((a, b) => order(a) - order(b)),
    lost,
  }
}

export const KINDS: readonly FindingKind[] = [
  'no-resume',
  'lost-history',
  'hollow-thinking',
  'dangling-parents',
  'parent-cycle',
  'torn-lines',
  'joined-lines',
  'nul-bytes',
  'two-writers',
  'unanswered-calls',
  'stray-results',
  'duplicate-uuids',
  'omitted-thinking',
  'unknown-types',
  'new-version',
]

const FROM_DIAGNOSTICS: readonly (readonly [FindingKind, readonly string[]])[] = [
  ['dangling-parents', ['missing-parent']],
  ['parent-cycle', ['parent-cycle']],
  ['torn-lines', ['torn-line', 'not-an-object', 'trailing-bytes']],
  ['joined-lines', ['joined-lines']],
  ['nul-bytes', ['nul-bytes', 'invalid-utf8']],
  ['duplicate-uuids', ['duplicate-uuid']],
]

/** What a resume leaves out and nobody meant to leave out. */
const LOSSES: readonly string[] = ['cut', 'unreadable']

function resumeFindings(transcript: Transcript, source: ByteSource, findings: Finding[]): number {
  // A sub-agent's file is no conversation of its own.
  if (transcript.agentFile) return 0
  const view = resumeView(transcript, source, {})
  if (view.kind !== 'conversation') {
    // A file of titles and snapshots alone holds nothing that could be resumed.
    if (transcript.path.length > 0) findings.push({ kind: 'no-resume', count: 1, line: null })
    return transcript.path.length
  }
  const lost = leftOut(transcript, view)
    .filter(({ reason }) => LOSSES.includes(reason))
    .reduce((sum, { entries }) => sum + entries, 0)
  if (lost > 0) findings.push({ kind: 'lost-history', count: lost, line: null })
  return lost
}

/** Thinking with a signature and no text: of somebody's doing, or of a newer version's. */
function thinkingWithoutText(transcript: Transcript): [FindingKind, number[]][] {
  const { blocks, columns } = transcript.scan
  const { emptied, omitted } = emptyThinking(transcript)
  const linesOf = (found: readonly number[]): number[] =>
    found.map((block) => columns.line[blocks.row[block]])
  return [
    ['hollow-thinking', linesOf(emptied)],
    ['omitted-thinking', linesOf(omitted)],
  ]
}

function secondWriters(transcript: Transcript): number[] {
  return branches(transcript)
    .filter(({ reason }) => reason === 'second-writer')
    .map(({ root }) => transcript.scan.columns.line[root])
}

function unpaired(transcript: Transcript): [FindingKind, number[]][] {
  const { columns, blocks } = transcript.scan
  const unanswered: number[] = []
  for (const call of toolCalls(transcript))
    if (call.status === 'orphaned') unanswered.push(columns.line[blocks.row[call.use]])
  return [
    ['unanswered-calls', unanswered],
    ['stray-results', strayResults(transcript)],
  ]
}

function strayResults({ scan, tools }: Transcript): number[] {
  const { columns, blocks } = scan
  const lines: number[] = []
  for (let block = 0; block < blocks.count; block++)
    if (blocks.kind[block] === BLOCK.toolResult && tools.usesOf(blocks.toolId[block]).length === 0)
      lines.push(columns.line[blocks.row[block]])
  return lines
}

function unknownTypes({ scan }: Transcript): number[] {
  return linesNaming(scan, scan.columns.type, (type) => !isKnownType(type))
}

/** Versions above the newest that Skein was tried with: they may write what it does not know. */
function newVersions({ scan }: Transcript): number[] {
  return linesNaming(
    scan,
    scan.columns.version,
    (version) => version.localeCompare(NEWEST_VERSION, 'en', { numeric: true }) > 0,
  )
}

/** The lines whose name in a column is such a one; each name is judged once. */
function linesNaming(
  { columns, ids }: Transcript['scan'],
  column: Int32Array,
  isSuch: (name: string) => boolean,
): number[] {
  const judged = new Map<number, boolean>()
  const lines: number[] = []
  for (let row = 0; row < columns.count; row++) {
    const id = column[row]
    if (id === 0) continue
    if (!judged.has(id)) judged.set(id, isSuch(ids.text(id)))
    if (judged.get(id) === true) lines.push(columns.line[row])
  }
  return lines
}
