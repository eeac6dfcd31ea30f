import { readFileSync } from 'node:fs'
import { ChainWriter, readTranscript, Transcript, type SessionHead } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { loadCases } from '../conformance/recordings.ts'
import { asNewRow, type ProgramRow } from './program-rows.ts'

const written = readFileSync(new URL('written-by-2.1.325.jsonl', import.meta.url))
const recorded = (await loadCases()).filter(
  ({ scenario, id }) =>
    ['real-sessions', 'edit-bases'].includes(scenario) &&
    id.endsWith('by-2.1.325') &&
    // The program announces its tools anew between boundary and summary; ours follow one another.
    id !== 'auto-compacted-by-2.1.325',
)

describe('rows are those of the program, byte for byte', () => {
  it.each([
    ['what goes wrong', written] as const,
    ...recorded.flatMap(({ id, bytes, extraFiles }) => [
      [id, bytes] as const,
      ...Object.entries(extraFiles ?? {})
        .filter(([name]) => name.endsWith('.jsonl'))
        .map(([name, agent]) => [`${id}: ${name.split('/').at(-1)}`, agent] as const),
    ]),
  ])('%s', (_, bytes) => {
    const rows = rowsIn(bytes)
    const wanted: string[] = []
    const ours: string[] = []
    const transcript = new Transcript()
    let next: ProgramRow = {}
    const ids: string[] = []
    const writer = new ChainWriter(transcript, headOf(rows), {
      now: () => Date.parse(String(next['timestamp'])),
      newUuid: () => ids.shift() ?? 'none',
      results: 'tree',
    })
    for (const [index, row] of rows.entries()) {
      next = row
      const asked = asNewRow(row, rows[index + 1])
      if (asked === null) continue
      ids.push(...idsOf(row, rows[index + 1]))
      const proposal = writer.propose(asked)
      writer.written(proposal)
      ours.push(...lines(proposal.bytes))
      wanted.push(JSON.stringify(row))
      if (row['subtype'] === 'compact_boundary') wanted.push(JSON.stringify(rows[index + 1]))
    }
    expect(ours.map(comparable)).toEqual(wanted.map(comparable))
    expect(readTranscript(bytes).diagnostics).toEqual(transcript.diagnostics)
  })
})

function rowsIn(bytes: Uint8Array): ProgramRow[] {
  return lines(bytes).map((line) => JSON.parse(line) as ProgramRow)
}

function lines(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

function headOf(rows: readonly ProgramRow[]): SessionHead {
  const { sessionId, version, cwd, gitBranch, entrypoint, agentId } =
    rows.find(({ uuid }) => uuid !== undefined) ?? {}
  return { sessionId, version, cwd, gitBranch, entrypoint, agentId } as SessionHead // written so
}

/** Uuids that the writer makes itself: the id of a synthetic message, the summary of a compaction. */
function idsOf(row: ProgramRow, next: ProgramRow | undefined): string[] {
  if (row['subtype'] === 'compact_boundary') return [String(next?.['uuid'])]
  const { id = '', model } = (row['message'] ?? {}) as { id?: string; model?: string } // an API message's keys
  return model === '<synthetic>' ? [id] : []
}

/**
 * The program's own times do not always rise; ours have to. A `last-prompt` of the program may name a row that it writes
 * a moment later; ours names the last that is written.
 */
function comparable(line: string): string {
  return line
    .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":""')
    .replace(/(?<="type":"last-prompt".*"leafUuid":")[^"]*/, '')
}
