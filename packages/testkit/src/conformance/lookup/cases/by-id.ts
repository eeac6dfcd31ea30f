import { attachment, system, user } from '../../rows.ts'
import type { LaidOutFile } from '../../../claude/laid-out.ts'
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

const anywhere = '§4.9: a uuid anywhere under projects (older versions: only the own folder’s)'
const noAgents = '§4.9: no sub-agent files'

export const byId: LookupCase[] = [
  { id: 'id-of-own-project', statement: anywhere, files: pair(), args: ['--resume', idA] },
  {
    id: 'id-of-other-project',
    statement: anywhere,
    files: { ...pair(), [`other/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC],
  },
  {
    id: 'id-of-other-project-and-no-own-one',
    statement: anywhere,
    files: { [`other/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-own-and-newer-in-other-project',
    statement: anywhere,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50 }),
      [`other/${idC}.jsonl`]: session('d', idC, { minutesOld: 5, at: 300 }),
    },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-two-other-projects-first-newer',
    statement: anywhere,
    files: {
      [`projects/-x-one/${idC}.jsonl`]: session('one', idC, { minutesOld: 5 }),
      [`projects/-x-two/${idC}.jsonl`]: session('two', idC, { minutesOld: 50 }),
    },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-two-other-projects-last-newer',
    statement: anywhere,
    files: {
      [`projects/-x-one/${idC}.jsonl`]: session('one', idC, { minutesOld: 50 }),
      [`projects/-x-two/${idC}.jsonl`]: session('two', idC, { minutesOld: 5 }),
    },
    args: ['--resume', idC],
  },
  ...Object.entries(notQuiteSessions()).flatMap(([kind, file]): LookupCase[] => [
    {
      id: `id-in-own-project-${kind}-and-in-another`,
      statement: anywhere,
      files: { [`own/${idC}.jsonl`]: file, [`other/${idC}.jsonl`]: session('d', idC) },
      args: ['--resume', idC],
    },
    {
      id: `id-in-other-project-${kind}-and-in-another`,
      statement: anywhere,
      files: { [`projects/-x/${idC}.jsonl`]: file, [`other/${idC}.jsonl`]: session('d', idC) },
      args: ['--resume', idC],
    },
    {
      id: `id-in-other-project-${kind}`,
      statement: anywhere,
      files: { [`other/${idC}.jsonl`]: file },
      args: ['--resume', idC],
    },
  ]),
  {
    id: 'id-beside-the-projects',
    statement: anywhere,
    files: { ...pair(), [`projects/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-a-folder-of-the-own-project',
    statement: anywhere,
    files: { ...pair(), [`own/deeper/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-a-folder-of-another-project',
    statement: anywhere,
    files: { ...pair(), [`other/deeper/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC],
  },
  { id: 'id-unknown', statement: anywhere, files: pair(), args: ['--resume', idC] },
  { id: 'id-where-nothing-is', statement: anywhere, files: {}, args: ['--resume', idC] },
  { id: 'id-in-capitals', statement: anywhere, files: pair(), args: ['--resume', idA.toUpperCase()] },
  {
    id: 'id-in-capitals-as-the-file',
    statement: anywhere,
    files: { [`own/${idA.toUpperCase()}.jsonl`]: session('a', idA.toUpperCase()) },
    args: ['--resume', idA.toUpperCase()],
  },
  { id: 'id-prefix', statement: anywhere, files: pair(), args: ['--resume', idA.slice(0, 8)] },
  {
    id: 'id-without-dashes',
    statement: anywhere,
    files: pair(),
    args: ['--resume', idA.replaceAll('-', '')],
  },
  { id: 'id-with-spaces-around', statement: anywhere, files: pair(), args: ['--resume', ` ${idA} `] },
  { id: 'id-after-an-equals-sign', statement: anywhere, files: pair(), args: [`--resume=${idA}`] },
  {
    id: 'id-of-no-known-uuid-version',
    statement: anywhere,
    files: {
      'own/eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee.jsonl': session('e', 'eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee'),
    },
    args: ['--resume', 'eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee'],
  },
  {
    id: 'id-of-the-rows-in-a-file-of-another-id',
    statement: `${anywhere}: the name of the file or the id in its rows`,
    files: { [`own/${idC}.jsonl`]: session('c', idD) },
    args: ['--resume', idD],
  },
  {
    id: 'id-of-the-file-with-rows-of-another-id',
    statement: `${anywhere}: the name of the file or the id in its rows`,
    files: { [`own/${idC}.jsonl`]: session('c', idD) },
    args: ['--resume', idC],
  },
  {
    id: 'id-of-the-file-with-rows-of-another-session',
    statement: `${anywhere}: the name of the file or the id in its rows`,
    files: { ...pair(), [`own/${idC}.jsonl`]: session('c', idA) },
    args: ['--resume', idC],
  },
  {
    id: 'id-in-a-file-that-is-no-jsonl',
    statement: anywhere,
    files: { [`own/${idC}.json`]: session('c', idC) },
    args: ['--resume', idC],
  },
  {
    id: 'id-of-a-file-without-conversation',
    statement: anywhere,
    files: { ...pair(), [`own/${idC}.jsonl`]: rowsOnly([user('c', 'p:c', { isSidechain: true })]) },
    args: ['--resume', idC],
  },
  {
    id: 'id-of-a-sub-agent-in-its-folder',
    statement: noAgents,
    files: {
      ...pair(),
      [`own/${idA}/subagents/agent-a1234567890abcdef.jsonl`]: session('c', idA, {
        row: { isSidechain: true, agentId: 'a1234567890abcdef' },
      }),
    },
    args: ['--resume', 'agent-a1234567890abcdef'],
  },
  {
    id: 'id-of-a-flat-sub-agent',
    statement: noAgents,
    files: {
      ...pair(),
      'own/agent-a123456.jsonl': session('c', idA, { row: { isSidechain: true, agentId: 'a123456' } }),
    },
    args: ['--resume', 'a123456'],
  },
  {
    id: 'id-and-a-fork',
    statement: `${anywhere}; §3: a fork is a new file`,
    files: pair(),
    args: ['--resume', idB, '--fork-session'],
  },
  {
    id: 'id-of-other-project-and-a-fork',
    statement: `${anywhere}; §3: a fork is a new file`,
    files: { ...pair(), [`other/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', idC, '--fork-session'],
  },
  {
    id: 'id-given-twice',
    statement: '§4.9: asked twice',
    files: pair(),
    args: ['--resume', idA, '--resume', idB],
  },
  { id: 'id-missing', statement: '§4.9: nothing asked for', files: pair(), args: ['--resume'] },
  { id: 'id-empty', statement: '§4.9: nothing asked for', files: pair(), args: ['--resume', ''] },
]

/** Files of the right name that are no sessions, or not at first sight. */
function notQuiteSessions(): Record<string, LaidOutFile> {
  return {
    empty: rawFile(''),
    garbage: rawFile('garbage\n'),
    'of-side-rows': rowsOnly([customTitle('my title', idC)]),
    'of-rows-of-no-type': session('x', idC, { row: { type: undefined } }),
    'of-a-system-row': rowsOnly([system('x', 'informational', { sessionId: idC })]),
    'of-an-attachment': rowsOnly([attachment('x', { type: 'zebra' }, { sessionId: idC })]),
    'all-sidechain': session('x', idC, { row: { isSidechain: true } }),
    'with-a-tip-of-no-time': session('x', idC, {
      behind: [user('y', 'y', { sessionId: idC, timestamp: 'never' })],
    }),
    'that-begins-late': session('x', idC, { before: padding() }),
  }
}
