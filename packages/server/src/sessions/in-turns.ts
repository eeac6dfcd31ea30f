import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Does long work a few pieces at a time, so that others have their turn in between.
 *
 * Contract: work of few pieces is done when this returns. What `then` does with the result is done at once behind the last
 * piece, before anybody else has a turn.
 */
export async function inTurns<T, R>(work: Iterator<unknown, T>, then: (result: T) => R): Promise<R> {
  for (let pieces = 1; ; pieces++) {
    const { done, value } = work.next()
    if (done === true) return then(value)
    if (pieces % PIECES_A_TURN === 0) await nextTurn()
  }
}

/** Of a quarter of a megabyte each: a few milliseconds. */
export const PIECES_A_TURN = 8
