import { bytes, chain, side, user, type RowSpec } from '../../rows.ts'
import {
  aiTitle,
  customTitle,
  idA,
  idC,
  idD,
  padding,
  pair,
  rawFile,
  rowsOnly,
  session,
  type LookupCase,
} from '../lookup-case.ts'

const title = '§4.9: a title'

export const byTitle: LookupCase[] = [
  titled('title', [customTitle('my title', idC)], 'my title'),
  titled('title-in-other-letter-case', [customTitle('My Title', idC)], 'mY tITLE'),
  titled('title-begins-so', [customTitle('my title', idC)], 'my'),
  titled('title-holds-it', [customTitle('so my title is', idC)], 'my title'),
  titled('title-asked-with-spaces-around', [customTitle('my title', idC)], '  my title '),
  titled('title-with-spaces-around', [customTitle('  my title ', idC)], 'my title'),
  titled('title-replaced', [customTitle('old title', idC), customTitle('new title', idC)], 'new title'),
  titled('title-no-longer', [customTitle('old title', idC), customTitle('new title', idC)], 'old title'),
  titled('title-taken-away', [customTitle('old title', idC), customTitle('', idC)], 'old title'),
  titled('title-of-the-model', [aiTitle('ai title', idC)], 'ai title'),
  titled(
    'title-of-the-model-before-a-custom-one',
    [aiTitle('ai title', idC), customTitle('my title', idC)],
    'ai title',
  ),
  titled(
    'title-before-one-of-the-model',
    [customTitle('my title', idC), aiTitle('ai title', idC)],
    'my title',
  ),
  titled('title-by-summary', [side({ type: 'summary', summary: 'a summary', leafUuid: '0' })], 'a summary'),
  titled(
    'title-by-agent-name',
    [side({ type: 'agent-name', agentName: 'a name', sessionId: idC })],
    'a name',
  ),
  titled('title-by-tag', [side({ type: 'tag', tag: 'a tag', sessionId: idC })], 'a tag'),
  titled(
    'title-by-last-prompt',
    [side({ type: 'last-prompt', lastPrompt: 'a prompt', sessionId: idC })],
    'a prompt',
  ),
  {
    id: 'title-by-first-prompt',
    statement: title,
    files: { ...pair(), [`own/${idC}.jsonl`]: rowsOnly([user('c', 'my prompt', { sessionId: idC })]) },
    args: ['--resume', 'my prompt'],
  },
  titled('title-begins-with-a-word-and-colon', [customTitle('fix: my title', idC)], 'fix: my title'),
  titled('title-with-a-colon-behind-two-words', [customTitle('a fix: my title', idC)], 'a fix: my title'),
  titled(
    'title-taken-away-before-one-of-the-model',
    [customTitle('', idC), aiTitle('ai title', idC)],
    'ai title',
  ),
  titled('title-of-the-model-replaced', [aiTitle('old title', idC), aiTitle('new title', idC)], 'new title'),
  titled('title-of-the-model-no-longer', [aiTitle('old title', idC), aiTitle('new title', idC)], 'old title'),
  titled('title-in-a-row-of-another-type', [side({ type: 'zebra', customTitle: 'my title' })], 'my title'),
  titled('title-in-a-torn-row', [bytes('{"type":"custom-title","customTitle":"my title"\n')], 'my title'),
  titled('title-of-a-session-with-a-sidechain', [customTitle('my title', idC), sidechain()], 'my title'),
  titled(
    'title-of-a-session-of-a-team',
    [customTitle('my title', idC), side({ type: 'zebra', teamName: 'x' })],
    'my title',
  ),
  titled(
    'title-of-a-tip-of-no-time',
    [customTitle('my title', idC), user('x', 'x', { timestamp: 'never' })],
    'my title',
  ),
  titled(
    'title-of-the-model-in-the-tail-and-custom-in-the-head',
    [customTitle('my title', idC), ...padding(), aiTitle('ai title', idC)],
    'my title',
  ),
  titled('title-of-other-session-id', [customTitle('my title', idD)], 'my title'),
  titled('title-without-session-id', [side({ type: 'custom-title', customTitle: 'my title' })], 'my title'),
  titled('title-that-is-no-text', [side({ type: 'custom-title', customTitle: 12, sessionId: idC })], '12'),
  titled(
    'title-in-a-chain-row',
    [chain('t', { type: 'custom-title', customTitle: 'my title' }, { sessionId: idC })],
    'my title',
  ),
  titled('title-with-quotes-and-letters-beyond-ascii', [customTitle('Über "x"', idC)], 'über "X"'),
  {
    id: 'title-before-the-conversation',
    statement: title,
    files: { ...pair(), [`own/${idC}.jsonl`]: session('c', idC, { before: [customTitle('my title', idC)] }) },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-in-the-middle-of-a-long-file',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, {
        before: [...padding(), customTitle('my title', idC), ...padding()],
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-at-the-head-of-a-long-file',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, {
        before: [customTitle('my title', idC)],
        behind: padding(),
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-63000-bytes-from-the-end',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, {
        before: padding(),
        behind: [customTitle('my title', idC), ...padding(63_000)],
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-63000-bytes-from-the-start',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, {
        before: [...padding(63_000), customTitle('my title', idC)],
        behind: padding(),
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-replaced-in-a-long-file',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, {
        before: [customTitle('old title', idC), ...padding(), customTitle('new title', idC), ...padding()],
      }),
    },
    args: ['--resume', 'old title'],
  },
  {
    id: 'title-in-other-project',
    statement: title,
    files: {
      ...pair(),
      [`other/${idC}.jsonl`]: session('c', idC, { behind: [customTitle('my title', idC)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-in-own-and-other-project',
    statement: title,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`other/${idD}.jsonl`]: session('d', idD, { minutesOld: 5, behind: [customTitle('my title', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice',
    statement: `${title} that two sessions have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, { minutesOld: 5, behind: [customTitle('my title', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice-first-newer',
    statement: `${title} that two sessions have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 5, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, { minutesOld: 50, behind: [customTitle('my title', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice-of-one-session-id',
    statement: `${title} that two files of one session have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 5, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice-in-two-letter-cases',
    statement: `${title} that two sessions have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, { minutesOld: 5, behind: [customTitle('MY TITLE', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-whole-and-as-a-part',
    statement: `${title} that two sessions have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, { minutesOld: 5, behind: [customTitle('my title too', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-custom-and-of-the-model',
    statement: `${title} that two sessions have`,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, { minutesOld: 5, behind: [aiTitle('my title', idD)] }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-of-an-unreadable-file',
    statement: title,
    files: { ...pair(), [`own/${idC}.jsonl`]: rowsOnly([customTitle('my title', idC)]) },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice-one-without-conversation',
    statement: title,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: rowsOnly([customTitle('my title', idD)], 5),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-twice-one-all-sidechain',
    statement: title,
    files: {
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 50, behind: [customTitle('my title', idC)] }),
      [`own/${idD}.jsonl`]: session('d', idD, {
        minutesOld: 5,
        row: { isSidechain: true },
        behind: [customTitle('my title', idD)],
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-of-a-flat-sub-agent',
    statement: '§4.9: no sub-agent files',
    files: {
      ...pair(),
      'own/agent-a123456.jsonl': session('c', idA, {
        row: { isSidechain: true, agentId: 'a123456' },
        behind: [customTitle('my title', idA)],
      }),
    },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-in-a-file-of-no-id',
    statement: title,
    files: { ...pair(), 'own/notes.jsonl': session('c', idC, { behind: [customTitle('my title', idC)] }) },
    args: ['--resume', 'my title'],
  },
  {
    id: 'title-that-is-an-id',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, { behind: [customTitle(idA, idC)] }),
    },
    args: ['--resume', idA],
  },
  {
    id: 'title-that-is-an-unknown-id',
    statement: title,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, { behind: [customTitle(idD, idC)] }),
    },
    args: ['--resume', idD],
  },
  {
    id: 'title-that-ends-as-a-path',
    statement: title,
    files: { ...pair(), [`own/${idC}.jsonl`]: session('c', idC, { behind: [customTitle('x.jsonl', idC)] }) },
    args: ['--resume', 'x.jsonl'],
  },
  sidecar('title-in-a-sidecar', [], 'in sidecar'),
  sidecar('title-in-a-sidecar-and-of-the-model', [aiTitle('in row', idC)], 'in sidecar'),
  sidecar('title-of-the-model-and-in-a-sidecar', [aiTitle('in row', idC)], 'in row'),
  sidecar('title-in-a-sidecar-and-a-row', [customTitle('in row', idC)], 'in sidecar'),
  sidecar('title-in-a-row-and-a-sidecar', [customTitle('in row', idC)], 'in row'),
  sidecar('title-in-a-sidecar-and-taken-away', [customTitle('', idC)], 'in sidecar'),
  { id: 'title-unknown', statement: title, files: pair(), args: ['--resume', 'no such title'] },
]

function titled(id: string, behind: RowSpec[], asked: string): LookupCase {
  return {
    id,
    statement: title,
    files: { ...pair(), [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 40, behind }) },
    args: ['--resume', asked],
  }
}

function sidecar(id: string, behind: RowSpec[], asked: string): LookupCase {
  return {
    id,
    statement: `${title}; §1: sidecars`,
    files: {
      ...pair(),
      [`own/${idC}.jsonl`]: session('c', idC, { minutesOld: 40, behind }),
      [`own/${idC}/custom-title.json`]: rawFile('{"customTitle":"in sidecar"}'),
    },
    args: ['--resume', asked],
  }
}

function sidechain(): RowSpec {
  return user('x', 'x', { isSidechain: true, parent: null, sessionId: idC })
}
