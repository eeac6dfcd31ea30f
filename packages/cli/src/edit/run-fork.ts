import { shownValue } from '@skein/redact'
import { EditError, forkSession, type EditSession } from '@skein/edit'
import { readPrompts, startsTurn } from '@skein/transcript'
import { shownLine } from '../session/shown-line.ts'
import { namedBranch, namedRow, namedTurn } from './named-place.ts'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface ForkFlags extends EditFlags {
  readonly at?: string
  readonly before?: string
  readonly branch?: number
}

export async function runFork(name: string, flags: ForkFlags): Promise<void> {
  const { at, before, branch, title, toProject } = flags
  if ([at, before, branch].filter((value) => value !== undefined).length !== 1)
    throw new EditError('option', 'a fork ends at one place', { remedy: 'name --at, --before or --branch' })
  await runEdit({
    name,
    flags,
    options: { at, before, branch, title, toProject },
    operation: ({ session }) => {
      if (before === undefined) {
        const row = at === undefined ? namedBranch(session, branch ?? 0).tip : namedRow(session, at)
        return [{ draft: forkSession(session, { at: row }), called: 'fork' }]
      }
      const prompt = promptRow(session, before)
      const text =
        readPrompts(session.main.transcript, session.main.source, [prompt]).get(prompt)?.typed ?? ''
      return [
        {
          draft: forkSession(session, { at: rowBefore(session, prompt) }),
          called: 'fork',
          lines: [
            '',
            'The prompt that is left out:',
            ...text.split('\n').map((line) => `  ${shownLine(line)}`),
          ],
          fields: shownValue({ prompt: text }),
        },
      ]
    },
  })
}

function promptRow(session: EditSession, name: string): number {
  const { scan } = session.main.transcript
  const turn = /^t(\d{1,9})$/.exec(name)?.[1]
  const row = turn === undefined ? namedRow(session, name) : namedTurn(session, Number(turn)).prompt
  if (row >= 0 && startsTurn(scan, row)) return row
  throw new EditError('not-found', `${name} is no prompt`, { remedy: 'name a prompt, or its turn like t5' })
}

function rowBefore({ main }: EditSession, row: number): number {
  const before = main.transcript.graph.before(row)
  if (before >= 0) return before
  throw new EditError('nothing-to-do', 'nothing was said before this prompt', {
    remedy: 'start a new session instead',
  })
}
