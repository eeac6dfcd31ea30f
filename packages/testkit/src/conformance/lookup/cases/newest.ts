import type { LaidOutFile } from '../../../claude/laid-out.ts'
import {
  attachment,
  boundary,
  chain,
  say,
  side,
  system,
  timestampAt,
  user,
  type RowSpec,
} from '../../rows.ts'
import {
  customTitle,
  idA,
  idB,
  idC,
  idD,
  padding,
  pair,
  rawFile,
  rowsOnly,
  session,
  type LookupCase,
} from '../lookup-case.ts'

const byTime = '§4.9: `--continue`: newest mtime'
const both = '§4.9: both ways at once'
const noAgents = '§4.9: `--continue`: no sub-agent files'

export const newest: LookupCase[] = [
  beside('continue', byTime, {}),
  {
    id: 'continue-newest-time-in-older-file',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, { minutesOld: 5, at: 100 }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 50, at: 200 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-equal-times-in-rows',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, { minutesOld: 50 }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-equal-times-in-rows-first-newer',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, { minutesOld: 5 }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 50 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-one',
    statement: byTime,
    files: { [`own/${idA}.jsonl`]: session('a', idA) },
    args: ['--continue'],
  },
  { id: 'continue-nothing', statement: byTime, files: {}, args: ['--continue'] },
  {
    id: 'continue-only-other-project',
    statement: byTime,
    files: { [`other/${idC}.jsonl`]: session('c', idC) },
    args: ['--continue'],
  },
  beside('continue-newest-in-other-project', byTime, {
    [`other/${idC}.jsonl`]: session('c', idC, { at: 300 }),
  }),
  beside('continue-newest-beside-the-projects', byTime, {
    [`projects/${idC}.jsonl`]: session('c', idC, { at: 300 }),
  }),
  beside('continue-newest-in-a-deeper-folder', byTime, {
    [`own/deeper/${idC}.jsonl`]: session('c', idC, { at: 300 }),
  }),
  beside('continue-newest-named-freely', byTime, { 'own/notes.jsonl': session('c', idC, { at: 300 }) }),
  beside('continue-newest-in-capitals', byTime, {
    [`own/${idC.toUpperCase()}.jsonl`]: session('c', idC.toUpperCase(), { at: 300 }),
  }),
  beside('continue-newest-is-no-jsonl', byTime, { [`own/${idC}.json`]: session('c', idC, { at: 300 }) }),
  beside('continue-newest-is-empty', byTime, { [`own/${idC}.jsonl`]: rawFile('') }),
  beside('continue-newest-is-garbage', byTime, { [`own/${idC}.jsonl`]: rawFile('garbage\n') }),
  beside('continue-newest-has-side-rows-only', byTime, {
    [`own/${idC}.jsonl`]: rowsOnly([customTitle('my title', idC)]),
  }),
  beside('continue-newest-has-a-queued-prompt-only', byTime, {
    [`own/${idC}.jsonl`]: rowsOnly([
      side({
        type: 'queue-operation',
        operation: 'enqueue',
        timestamp: '2026-01-01T00:10:00.000Z',
        content: 'x',
        sessionId: idC,
      }),
    ]),
  }),
  beside('continue-newest-has-a-prompt-only', byTime, {
    [`own/${idC}.jsonl`]: rowsOnly([user('c', 'p:c', { sessionId: idC, at: 300 })]),
  }),
  beside(
    'continue-newest-has-a-tip-of-no-time',
    byTime,
    own([...turn(), user('x', 'x', { timestamp: 'never' })]),
  ),
  beside(
    'continue-newest-has-system-rows-only',
    byTime,
    own([system('c', 'informational', { sessionId: idC, at: 300 })]),
  ),
  beside(
    'continue-newest-has-attachments-only',
    byTime,
    own([attachment('c', { type: 'zebra' }, { sessionId: idC, at: 300 })]),
  ),
  beside(
    'continue-newest-has-progress-only',
    byTime,
    own([chain('c', { type: 'progress', data: {} }, { sessionId: idC, at: 300 })]),
  ),
  beside(
    'continue-newest-has-rows-of-unknown-type',
    byTime,
    own([chain('c', { type: 'zebra' }, { sessionId: idC, at: 300 })]),
  ),
  beside(
    'continue-newest-has-rows-of-no-type',
    byTime,
    own([user('c', 'p:c', { sessionId: idC, at: 300, type: undefined })]),
  ),
  beside(
    'continue-newest-ends-with-a-boundary',
    byTime,
    own([...turn(), boundary('x', 'd', { parent: 'd', sessionId: idC })]),
  ),
  beside(
    'continue-newest-is-a-cycle',
    byTime,
    own([
      user('c', 'p:c', { sessionId: idC, parent: 'd', at: 300 }),
      say('d', 'd', { sessionId: idC, parent: 'c' }),
    ]),
  ),
  beside('continue-newest-ends-on-a-cycle', byTime, own(cycleWithEnd())),
  beside('continue-older-ends-on-a-cycle', byTime, { [`own/${idC}.jsonl`]: rowsOnly(cycleWithEnd(), 60) }),
  beside('continue-newest-is-long', byTime, own([...padding(), ...turn(), ...padding()])),
  beside('continue-newest-is-all-sidechain', noAgents, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { isSidechain: true } }),
  }),
  beside('continue-newest-begins-with-sidechain', noAgents, own([sidechain(290), ...turn()])),
  beside('continue-newest-ends-with-sidechain', noAgents, own([...turn(), sidechain(310)])),
  beside(
    'continue-newest-hangs-on-a-sidechain',
    noAgents,
    own([sidechain(290), user('c', 'p:c', { sessionId: idC, at: 300 })]),
  ),
  beside('continue-newest-has-a-late-sidechain', noAgents, own([...turn(), ...padding(), sidechain(310)])),
  beside('continue-newest-has-an-early-sidechain', noAgents, own([sidechain(290), ...padding(), ...turn()])),
  beside(
    'continue-newest-has-a-sidechain-of-text',
    noAgents,
    own([...turn(), user('x', 'x', { isSidechain: 'true', sessionId: idC })]),
  ),
  beside(
    'continue-newest-has-a-sidechain-mark-deep-inside',
    noAgents,
    own([...turn(), side({ type: 'zebra', deep: { isSidechain: true } })]),
  ),
  beside(
    'continue-newest-says-sidechain',
    noAgents,
    own([...turn(), user('x', '{"isSidechain":true}', { sessionId: idC })]),
  ),
  beside('continue-newest-is-a-flat-sub-agent', noAgents, {
    'own/agent-a123456.jsonl': session('c', idA, { at: 300, row: { isSidechain: true, agentId: 'a123456' } }),
  }),
  beside('continue-newest-is-a-flat-sub-agent-not-marked', noAgents, {
    'own/agent-a123456.jsonl': session('c', idA, { at: 300 }),
  }),
  beside('continue-newest-is-a-sub-agent-in-its-folder', noAgents, {
    [`own/${idA}/subagents/agent-a1234567890abcdef.jsonl`]: session('c', idA, {
      at: 300,
      row: { isSidechain: true, agentId: 'a1234567890abcdef' },
    }),
  }),
  beside('continue-newest-is-a-sub-agent-of-the-project', noAgents, {
    'own/subagents/agent-a1234567890abcdef.jsonl': session('c', idA, {
      at: 300,
      row: { isSidechain: true, agentId: 'a1234567890abcdef' },
    }),
  }),
  beside('continue-newest-has-an-agent-id', noAgents, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { agentId: 'a123456' } }),
  }),
  beside('continue-newest-was-made-with-print', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { entrypoint: 'sdk-cli' } }),
  }),
  beside('continue-newest-was-made-by-the-sdk', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { entrypoint: 'sdk-ts' } }),
  }),
  beside('continue-newest-was-typed', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { entrypoint: 'cli' } }),
  }),
  beside('continue-newest-is-in-the-background', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { sessionKind: 'bg' } }),
  }),
  beside('continue-newest-is-of-a-team', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { teamName: 'x' } }),
  }),
  beside('continue-newest-is-of-no-team', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { teamName: null } }),
  }),
  beside(
    'continue-newest-is-of-a-late-team',
    byTime,
    own([...turn(), ...padding(), user('x', 'x', { sessionId: idC, teamName: 'x' })]),
  ),
  beside('continue-newest-is-archived', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300 }),
    [`own/${idC}/archived.json`]: rawFile('{"archived":true}'),
  }),
  beside('continue-newest-has-rows-of-another-id', byTime, {
    [`own/${idC}.jsonl`]: session('c', idD, { at: 300 }),
  }),
  beside('continue-newest-has-rows-of-another-session', byTime, {
    [`own/${idC}.jsonl`]: session('c', idA, { at: 300 }),
  }),
  beside('continue-newest-was-in-another-directory', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { cwd: '/elsewhere' } }),
  }),
  beside('continue-newest-is-hidden', byTime, { [`own/.${idC}.jsonl`]: session('c', idC, { at: 300 }) }),
  timed('continue-by-the-end-not-the-newest-row', [10, 300, 50]),
  timed('continue-by-the-end-not-the-start', [10, 20]),
  timed('continue-by-the-start-where-ends-are-equal', [200.5, 201]),
  timed('continue-by-the-start-where-ends-are-equal-older', [199, 201]),
  {
    id: 'continue-by-the-newer-of-two-ends',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: rowsOnly(
        [
          user('a', 'p:a', { sessionId: idA, at: 10 }),
          say('b', 'b', { sessionId: idA, at: 300 }),
          say('c', 'c', { sessionId: idA, at: 50, parent: 'a' }),
        ],
        50,
      ),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5, at: 200 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-by-a-sidechain-at-the-end',
    statement: noAgents,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, {
        minutesOld: 50,
        behind: [user('x', 'x', { sessionId: idA, isSidechain: true, at: 500 })],
      }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5, at: 200 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-by-a-side-row',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, {
        minutesOld: 50,
        behind: [
          side({ type: 'queue-operation', operation: 'enqueue', timestamp: timestampAt(500), content: 'x' }),
        ],
      }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5, at: 200 }),
    },
    args: ['--continue'],
  },
  {
    id: 'continue-by-a-system-row',
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: session('a', idA, {
        minutesOld: 50,
        behind: [system('x', 'informational', { sessionId: idA, at: 500 })],
      }),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5, at: 200 }),
    },
    args: ['--continue'],
  },
  beside(
    'continue-newest-has-rows-of-two-sessions',
    byTime,
    own([user('c', 'p:c', { sessionId: idC, at: 300 }), say('d', 'd', { sessionId: idD })]),
  ),
  beside('continue-newest-has-rows-without-session-id', byTime, {
    [`own/${idC}.jsonl`]: session('c', idC, { at: 300, row: { sessionId: undefined } }),
  }),
  beside('continue-newest-has-a-session-id-that-is-none', byTime, {
    [`own/${idC}.jsonl`]: session('c', '../zebra', { at: 300 }),
  }),
  { id: 'continue-before-an-id', statement: both, files: pair(), args: ['--continue', '--resume', idA] },
  { id: 'continue-behind-an-id', statement: both, files: pair(), args: ['--resume', idA, '--continue'] },
  {
    id: 'continue-before-a-path',
    statement: both,
    files: { ...pair(), 'elsewhere/x.jsonl': session('c', idC) },
    args: ['--continue', '--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'continue-and-a-fork',
    statement: `${byTime}; §3: a fork is a new file`,
    files: pair(),
    args: ['--continue', '--fork-session'],
  },
]

/** Something newer beside two sessions. */
function beside(id: string, statement: string, files: Record<string, LaidOutFile>): LookupCase {
  return { id, statement, files: { ...pair(), ...files }, args: ['--continue'] }
}

/** The newest file of the own project, made of these rows. */
function own(rows: RowSpec[]): Record<string, LaidOutFile> {
  return { [`own/${idC}.jsonl`]: rowsOnly(rows) }
}

function turn(): RowSpec[] {
  return [user('c', 'p:c', { sessionId: idC, parent: null, at: 300 }), say('d', 'd', { sessionId: idC })]
}

function sidechain(at: number): RowSpec {
  return user('s', 's', { isSidechain: true, parent: null, sessionId: idC, at })
}

function cycleWithEnd(): RowSpec[] {
  return [
    user('c', 'p:c', { sessionId: idC, parent: 'd', at: 300 }),
    say('d', 'd', { sessionId: idC, parent: 'c' }),
    user('e', 'e', { sessionId: idC, parent: 'd' }),
  ]
}

/** An older file with rows of these seconds, beside a newer one of the seconds 200 and 201. */
function timed(id: string, seconds: number[]): LookupCase {
  const rows = seconds.map((at, index) => user(`a${index}`, `p:a${index}`, { sessionId: idA, at }))
  return {
    id,
    statement: byTime,
    files: {
      [`own/${idA}.jsonl`]: rowsOnly(rows, 50),
      [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 5, at: 200 }),
    },
    args: ['--continue'],
  }
}
