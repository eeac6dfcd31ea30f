import { EditError, type EditSession } from '@skein/edit'
import { saidBranches, turnAt, turnCount, type Branch } from '@skein/transcript'
import { rowAtLine, rowsNamed } from '@skein/view'

/** A row that people name by its uuid, the beginning of one, its line, or as the end of a turn: `t5`. */
export function namedRow(session: EditSession, name: string): number {
  const { transcript } = session.main
  const turn = /^t(\d{1,9})$/.exec(name)?.[1]
  if (turn !== undefined) return transcript.path.at(namedTurn(session, Number(turn)).to - 1)
  const line = rowAtLine(transcript, name)
  if (line >= 0) return line
  const found = rowsNamed(transcript, name)
  if (found.length === 1) return found[0]
  throw new EditError(
    'not-found',
    found.length === 0 ? `no entry ${name} in the session` : `${found.length} entries begin with ${name}`,
    {
      remedy: 'name a uuid, its beginning, a line, or a turn like t5; `skein show` tells them',
    },
  )
}

/** A turn of the live path, from 1. */
export function namedTurn({ main }: EditSession, turn: number) {
  const count = turnCount(main.transcript)
  if (turn >= 1 && turn <= count) return turnAt(main.transcript, turn - 1)
  throw new EditError('not-found', `no turn ${turn} in the session`, {
    remedy: count === 0 ? 'it has none' : `it has ${count}`,
  })
}

/** A branch by its number, as `skein tree` and `show --branch` count them. */
export function namedBranch(session: EditSession, number: number): Branch {
  const found = saidBranches(session.main.transcript)
  const branch = found[number - 1]
  if (branch !== undefined) return branch
  throw new EditError('not-found', `no branch ${number} in the session`, {
    remedy: found.length === 0 ? 'it has none' : `it has ${found.length}`,
  })
}
