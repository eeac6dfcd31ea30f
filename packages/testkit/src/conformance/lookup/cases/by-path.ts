import { lastPrompt, say, user } from '../../rows.ts'
import {
  customTitle,
  idA,
  idC,
  idD,
  pair,
  rawFile,
  rowsOnly,
  session,
  type LookupCase,
} from '../lookup-case.ts'

const path = '§4.9: a `.jsonl` path'

export const byPath: LookupCase[] = [
  { id: 'path-in-own-project', statement: path, files: pair(), args: ['--resume', `{own}/${idA}.jsonl`] },
  {
    id: 'path-in-other-project',
    statement: path,
    files: { ...pair(), [`other/${idC}.jsonl`]: session('c', idC) },
    args: ['--resume', `{other}/${idC}.jsonl`],
  },
  at('path-elsewhere-named-by-id', `elsewhere/${idC}.jsonl`, `{elsewhere}/${idC}.jsonl`),
  at('path-elsewhere-named-freely', 'elsewhere/x.jsonl', '{elsewhere}/x.jsonl'),
  at('path-with-spaces', 'elsewhere/a b/x y.jsonl', '{elsewhere}/a b/x y.jsonl'),
  at('path-relative', 'work/x.jsonl', 'x.jsonl'),
  at('path-relative-with-dot', 'work/x.jsonl', './x.jsonl'),
  at('path-relative-in-a-folder', 'work/in/x.jsonl', 'in/x.jsonl'),
  at('path-relative-upwards', 'elsewhere/x.jsonl', '../elsewhere/x.jsonl'),
  at('path-relative-with-spaces', 'work/x y.jsonl', 'x y.jsonl'),
  at('path-in-home-by-tilde', 'elsewhere/x.jsonl', '~/../elsewhere/x.jsonl'),
  at('path-as-file-url', 'elsewhere/x.jsonl', 'file://{elsewhere}/x.jsonl'),
  at('path-in-capitals', 'elsewhere/x.JSONL', '{elsewhere}/x.JSONL'),
  at('path-without-ending', 'elsewhere/x', '{elsewhere}/x'),
  at('path-of-another-ending', 'elsewhere/x.json', '{elsewhere}/x.json'),
  at('path-named-by-id-without-ending', `elsewhere/${idC}.jsonl`, `{elsewhere}/${idC}`),
  at('path-ends-with-spaces', 'elsewhere/x.jsonl', ' {elsewhere}/x.jsonl '),
  at('path-of-a-file-beside-named-by-id', `work/${idC}.jsonl`, `${idC}.jsonl`),
  {
    id: 'path-of-own-file-by-name-alone',
    statement: path,
    files: pair(),
    args: ['--resume', `${idA}.jsonl`],
  },
  { id: 'path-unknown', statement: path, files: pair(), args: ['--resume', '{elsewhere}/none.jsonl'] },
  {
    id: 'path-unknown-named-by-a-known-id',
    statement: path,
    files: pair(),
    args: ['--resume', `{elsewhere}/${idA}.jsonl`],
  },
  { id: 'path-unknown-relative', statement: path, files: pair(), args: ['--resume', 'none.jsonl'] },
  {
    id: 'path-of-garbage',
    statement: path,
    files: { ...pair(), 'elsewhere/x.jsonl': rawFile('garbage\n') },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-an-empty-file',
    statement: path,
    files: { ...pair(), 'elsewhere/x.jsonl': rawFile('') },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-a-known-session-copied',
    statement: `${path}: the file or the session its rows name`,
    files: { ...pair(), 'elsewhere/x.jsonl': session('c', idA) },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-rows-without-session-id',
    statement: `${path}: the file or the session its rows name`,
    files: { ...pair(), 'elsewhere/x.jsonl': session('c', idC, { row: { sessionId: undefined } }) },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-named-by-id-with-rows-of-another',
    statement: `${path}: the file or the session its rows name`,
    files: { ...pair(), [`elsewhere/${idC}.jsonl`]: session('c', idD) },
    args: ['--resume', `{elsewhere}/${idC}.jsonl`],
  },
  {
    id: 'path-of-a-sub-agent',
    statement: '§4.9: no sub-agent files',
    files: {
      ...pair(),
      [`own/${idA}/subagents/agent-a1234567890abcdef.jsonl`]: session('c', idA, {
        row: { isSidechain: true, agentId: 'a1234567890abcdef' },
      }),
    },
    args: ['--resume', `{own}/${idA}/subagents/agent-a1234567890abcdef.jsonl`],
  },
  {
    id: 'path-and-a-fork',
    statement: `${path}; §3: a fork is a new file`,
    files: { ...pair(), 'elsewhere/x.jsonl': session('c', idC) },
    args: ['--resume', '{elsewhere}/x.jsonl', '--fork-session'],
  },
  {
    id: 'path-of-rows-of-two-sessions',
    statement: `${path}: the file or the session its rows name`,
    files: {
      ...pair(),
      'elsewhere/x.jsonl': rowsOnly([
        user('c', 'p:c', { sessionId: idC }),
        say('d', 'd', { sessionId: idD }),
      ]),
    },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-branches-of-two-sessions',
    statement: `${path}: the file or the session its rows name`,
    files: {
      ...pair(),
      'elsewhere/x.jsonl': rowsOnly([
        user('c', 'p:c', { sessionId: idC }),
        say('d', 'd', { sessionId: idC }),
        user('e', 'e', { sessionId: idD, parent: 'c' }),
        lastPrompt('d'),
      ]),
    },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-rows-with-a-session-id-that-is-none',
    statement: `${path}: the file or the session its rows name`,
    files: { ...pair(), 'elsewhere/x.jsonl': session('c', '../zebra') },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
  {
    id: 'path-of-side-rows',
    statement: path,
    files: { ...pair(), 'elsewhere/x.jsonl': rowsOnly([customTitle('my title', idC)]) },
    args: ['--resume', '{elsewhere}/x.jsonl'],
  },
]

function at(id: string, file: string, asked: string): LookupCase {
  return { id, statement: path, files: { ...pair(), [file]: session('c', idC) }, args: ['--resume', asked] }
}
