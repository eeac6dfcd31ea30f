import {
  BLOCK,
  emptyThinking,
  KIND,
  resumeView,
  toolCalls,
  type DiagnosticCode,
  type Transcript,
} from '@skein/transcript'
import type { SourceTranscript } from '../source/edit-session.ts'

/** What can make a transcript resume badly. */
export type FaultCode =
  | 'no-resume'
  | 'parent-cycle'
  | 'missing-parent'
  | 'unanswered-call'
  | 'stray-result'
  | 'clock-back'
  | 'unknown-in-chain'
  | 'duplicate-uuid'
  | 'damaged-line'
  | 'hollow-thinking'

/** Faults by kind, and how often; kinds without any are left out. */
export type Faults = ReadonlyMap<FaultCode, number>

/** What is wrong with a transcript, by its columns alone: no text is read. */
export function faultsOf({ transcript, source }: Pick<SourceTranscript, 'transcript' | 'source'>): Faults {
  const faults = new Map<FaultCode, number>()
  const add = (code: FaultCode, count: number): void => {
    if (count > 0) faults.set(code, count)
  }
  if (!transcript.agentFile) add('no-resume', resumeView(transcript, source).kind === 'conversation' ? 0 : 1)
  const { diagnostics } = transcript
  for (const [code, named] of FROM_DIAGNOSTICS)
    add(code, diagnostics.filter((diagnostic) => named.includes(diagnostic.code)).length)
  let unanswered = 0
  for (const call of toolCalls(transcript)) if (call.resultRow < 0) unanswered++
  add('unanswered-call', unanswered)
  add('stray-result', strayResults(transcript))
  add('clock-back', stepsBack(transcript))
  add('unknown-in-chain', unknownOnPath(transcript))
  add('hollow-thinking', emptyThinking(transcript).emptied.length)
  return faults
}

/** Faults that `after` has and `before` has not, or has fewer of. */
export function newFaults(before: Faults, after: Faults): FaultCode[] {
  return [...after].filter(([code, count]) => count > (before.get(code) ?? 0)).map(([code]) => code)
}

export const FAULT_WORDS: Readonly<Record<FaultCode, string>> = {
  'no-resume': 'a resume finds no conversation',
  'parent-cycle': 'parents form a cycle',
  'missing-parent': 'rows whose parent is missing',
  'unanswered-call': 'tool calls without a result',
  'stray-result': 'results without a tool call',
  'clock-back': 'times that go back',
  'unknown-in-chain': 'rows of unknown type in the chain',
  'duplicate-uuid': 'uuids that stand twice',
  'damaged-line': 'lines that are damaged',
  'hollow-thinking': 'thinking whose text was emptied',
}

const FROM_DIAGNOSTICS: readonly (readonly [FaultCode, readonly DiagnosticCode[]])[] = [
  ['parent-cycle', ['parent-cycle']],
  ['missing-parent', ['missing-parent']],
  ['duplicate-uuid', ['duplicate-uuid']],
  [
    'damaged-line',
    ['torn-line', 'not-an-object', 'trailing-bytes', 'joined-lines', 'nul-bytes', 'invalid-utf8'],
  ],
]

function strayResults({ scan, tools }: Transcript): number {
  let count = 0
  for (let block = 0; block < scan.blocks.count; block++)
    if (scan.blocks.kind[block] === BLOCK.toolResult && tools.usesOf(scan.blocks.toolId[block]).length === 0)
      count++
  return count
}

function stepsBack({ scan, path }: Transcript): number {
  let count = 0
  let latest = -Infinity
  for (let at = 0; at < path.length; at++) {
    const time = scan.columns.time[path.at(at)]
    if (Number.isNaN(time)) continue
    if (time < latest) count++
    else latest = time
  }
  return count
}

function unknownOnPath({ scan, path }: Transcript): number {
  let count = 0
  for (let at = 0; at < path.length; at++) if (scan.columns.kind[path.at(at)] === KIND.other) count++
  return count
}
