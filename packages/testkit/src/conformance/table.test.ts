import { describe, expect, it } from 'vitest'
import { findings } from './findings.ts'
import type { LookupOutcome } from './lookup/outcome.ts'
import { loadLookups, type RecordedLookup } from './lookup/recordings.ts'
import type { Outcome } from './outcome.ts'
import { loadCases, lookupScenario, type RecordedCase } from './recordings.ts'
import { conformancePage } from './table.ts'

describe('the page of recordings', () => {
  it('counts results by scenario and version', () => {
    const sent: Outcome = { kind: 'sent', messages: [{ role: 'user', content: 'a' }] }
    const blocks: Outcome = {
      kind: 'sent',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
    }
    const resumed: LookupOutcome = { kind: 'resumed', session: 'own/x.jsonl', appendedTo: ['own/x.jsonl'] }
    const page = conformancePage({
      cases: [
        recorded('one', { '2.1.325': sent, '2.0.76': blocks }),
        recorded('one', { '2.1.325': sent, '2.0.76': { kind: 'hangs' } }),
        recorded('two', { '2.1.325': { kind: 'no-conversation', reason: 'x' } }),
      ],
      lookups: [
        looked('id-x', { '2.1.325': resumed, '2.0.76': resumed }),
        looked('id-y', { '2.1.325': resumed, '2.0.76': { ...resumed, appendedTo: ['own/{new}.jsonl'] } }),
        looked('title-x', { '2.1.325': resumed, '2.0.76': { kind: 'refused', exitCode: 1, reason: 'x' } }),
      ],
      edits: {
        'clone/a-by-2.1.325 by 2.1.325': { kind: 'resumed', sessions: 1, messages: 2, kept: 2, given: 'x' },
        'clone/a-by-2.0.76 by 2.1.325': { kind: 'resumed', sessions: 1, messages: 2, kept: 2, given: 'x' },
        'clone/a-by-2.0.76 by 2.0.76': { kind: 'failed', reason: 'x' },
        'fork/b-by-2.0.76 by 2.0.76': { kind: 'refused', code: 'option' },
      },
    })
    expect(tablesOf(page)).toEqual([
      ['scenario', 'cases', '2.1.325', '2.0.76', 'differ between versions'],
      Array.from({ length: 5 }, () => expect.stringMatching(/^-+$/) as unknown),
      ['one', '2', '2 / 0 / 0 / 0', '1 / 0 / 1 / 0', '1'],
      ['two', '1', '0 / 1 / 0 / 0', '0 / 0 / 0 / 0', '0'],
      ['**all**', '3', '2 / 1 / 0 / 0', '1 / 0 / 1 / 0', '1'],
      ['lookup by', 'cases', '2.1.325', '2.0.76', 'differ between versions'],
      Array.from({ length: 5 }, () => expect.stringMatching(/^-+$/) as unknown),
      ['id', '2', '2 / 0 / 0 / 0', '2 / 0 / 0 / 0', '1'],
      ['title', '1', '1 / 0 / 0 / 0', '0 / 0 / 1 / 0', '1'],
      ['**all**', '3', '3 / 0 / 0 / 0', '2 / 0 / 1 / 0', '2'],
      ['edit', 'resumed by', 'a', 'b'],
      Array.from({ length: 4 }, () => expect.stringMatching(/^-+$/) as unknown),
      ['clone', '2.1.325', '2', ''],
      ['clone', '2.0.76', '1 failed', ''],
      ['fork', '2.1.325', '', ''],
      ['fork', '2.0.76', '', '1 refused'],
    ])
  })

  it('names only cases that are recorded', async () => {
    const names = new Set([
      ...(await loadCases()).map(({ scenario, id }) => `${scenario}/${id}`),
      ...(await loadLookups()).map(({ id }) => `${lookupScenario}/${id}`),
    ])
    const points = findings.sections.flatMap((section) => section.points)
    const named = points.flatMap((point) =>
      [...point.matchAll(/`([a-z-]+\/[a-z0-9.-]+)`/g)].map((match) => match[1]),
    )
    expect(named.filter((name) => !names.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })
})

function recorded(scenario: string, outcomes: RecordedCase['outcomes']): RecordedCase {
  return { scenario, id: 'x', statement: '', bytes: new Uint8Array(), extraFiles: {}, outcomes }
}

function looked(id: string, outcomes: RecordedLookup['outcomes']): RecordedLookup {
  return { id, statement: '', args: [], files: {}, outcomes }
}

/** The cells of every table row of a page. */
function tablesOf(page: string): string[][] {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((text) => text.trim()),
  )
}
