import { bytesInMemory } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { Script } from '../../test/script.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { SessionModel } from '../session/session-model.ts'
import type { SessionView } from '../session/session-view.ts'
import { fold, prepend, withSteps } from './fold.ts'
import type { ViewUpdate } from './view-delta.ts'

const ALL = { steps: 'all', maxBytes: Infinity } as const

/** A session of three turns of three steps each; what `more` writes is not read yet. */
function begun(more: (script: Script) => void): { model: SessionModel; append: () => ViewUpdate } {
  const script = new Script()
  for (const name of ['one', 'two', 'three']) {
    script.prompt(name)
    script.text(`${name}, first`)
    script.text(`${name}, second`)
    script.text(`${name}, third`)
  }
  const size = script.bytes().length
  more(script)
  const bytes = script.bytes()
  const model = new SessionModel(bytesInMemory(bytes), { generation: '1', prices: CLAUDE_PRICES, mask: true })
  model.feed(bytes.subarray(0, size))
  return { model, append: () => model.append(bytes.subarray(size)) }
}

function folded(view: SessionView, update: ViewUpdate): SessionView {
  const after = fold(view, update)
  if (after === null) throw new Error('refused')
  return after
}

describe('fold', () => {
  it('leaves turns and steps that did not change as they are', () => {
    const { model, append } = begun((script) => script.text('three, fourth'))
    const before = model.view(ALL)
    const after = folded(before, append())
    expect(after.turns.map((turn, i) => turn === before.turns[i])).toEqual([true, true, false])
    expect(after.turns[2].steps.map((step, i) => step === before.turns[2].steps[i])).toEqual([
      true,
      true,
      // It was the final text.
      false,
      false,
    ])
    expect(after).toEqual(model.view(ALL))
  })

  it('refuses an update of another state', () => {
    const { model, append } = begun((script) => script.text('more'))
    const before = model.view(ALL)
    const update = append()
    const after = folded(before, update)
    expect(fold(after, update)).toBeNull()
    expect(fold({ ...before, cursor: '2:0' }, update)).toBeNull()
  })

  it('changes nothing when no whole line came', () => {
    const { model } = begun(() => {})
    const before = model.view(ALL)
    const update = model.append(new TextEncoder().encode('{"type":'))
    expect(folded(before, update).turns).toBe(before.turns)
    expect(folded(before, update)).toEqual(before)
  })

  it('keeps a window at the end where it begins', () => {
    const { model, append } = begun((script) => {
      script.prompt('four')
      script.text('four, first')
    })
    const window = model.view({ before: 3, ...ALL })
    const tail = { ...window, turns: window.turns.slice(2) }
    expect(folded(tail, append()).turns.map(({ index }) => index)).toEqual([2, 3])
  })

  it('adds nothing behind a window that ends before the end', () => {
    const { model, append } = begun((script) => script.prompt('four'))
    const window = model.view({ before: 2, ...ALL })
    const after = folded(window, append())
    expect(after.turns).toBe(window.turns)
    expect(after.head.turnCount).toBe(4)
  })

  it('drops turns that a rewind left, and begins anew where none of the window is left', () => {
    const { model, append } = begun((script) => script.prompt('two again', { parentUuid: 'u3' }))
    const before = model.view(ALL)
    const tail = { ...before, turns: before.turns.slice(2) }
    const update = append()
    expect(folded(before, update)).toEqual(model.view(ALL))
    // The turn before did not change, so the update does not tell it.
    expect(folded(tail, update).turns.map(({ index, prompt }) => [index, prompt?.text.text])).toEqual([
      [1, 'two again'],
    ])
  })

  it('takes the view of a reset', () => {
    const { model } = begun(() => {})
    const view = model.view(ALL)
    expect(fold({ ...view, cursor: 'any' }, { kind: 'reset', view })).toBe(view)
  })
})

describe('paging', () => {
  it('puts an older page before a view of the same state, without a hole', () => {
    const { model, append } = begun((script) => script.prompt('four'))
    const whole = model.view(ALL)
    const tail = { ...whole, turns: whole.turns.slice(2) }
    expect(prepend(tail, model.view({ before: 2, ...ALL }))).toEqual(whole)
    expect(prepend(tail, model.view({ before: 1, ...ALL }))).toBeNull()
    append()
    expect(prepend(tail, model.view({ before: 2, ...ALL }))).toBeNull()
  })

  it('an older page of an earlier state is brought up to the view first, by the same updates', () => {
    const { model, append } = begun((script) => script.prompt('four'))
    const older = model.view({ before: 3, ...ALL })
    const update = append()
    const tail = { ...model.view(ALL), turns: model.view(ALL).turns.slice(3) }
    expect(prepend(tail, folded(older, update))).toEqual(model.view(ALL))
  })

  it('puts steps in by their numbers', () => {
    const { model } = begun(() => {})
    const whole = model.view(ALL)
    const last = model.view({ steps: 'folded', maxBytes: Infinity })
    const more = withSteps(last, 0, model.steps(0)?.steps ?? [])
    expect(more.turns[0]).toEqual(whole.turns[0])
    expect(more.turns.slice(1)).toEqual(last.turns.slice(1))
    expect(withSteps(more, 0, model.steps(0)?.steps ?? [])).toBe(more)
  })
})
