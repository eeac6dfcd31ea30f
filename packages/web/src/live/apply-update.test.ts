import type { SessionHead, SessionView, ViewDelta } from '@skein/view'
import { expect, it } from 'vitest'
import { applyUpdate } from './apply-update.ts'

// What a head says does not matter for whether an update fits.
const head = { turnCount: 0 } as SessionHead
const view = (cursor: string): SessionView => ({ head, turns: [], cursor })
const delta = (from: string, to: string): { kind: 'delta'; delta: ViewDelta } => ({
  kind: 'delta',
  delta: { from, to, head, turns: [] },
})

it('folds what fits, ignores what it has, and says what does not fit', () => {
  expect(applyUpdate(view('g:10'), delta('g:10', 'g:20'))).toEqual({ kind: 'view', view: view('g:20') })
  expect(applyUpdate(view('g:20'), delta('g:10', 'g:20'))).toEqual({ kind: 'known' })
  expect(applyUpdate(view('g:30'), delta('g:10', 'g:20'))).toEqual({ kind: 'known' })
  expect(applyUpdate(view('g:10'), delta('g:15', 'g:20'))).toEqual({ kind: 'misfit' })
  expect(applyUpdate(view('g:15'), delta('g:10', 'g:20'))).toEqual({ kind: 'misfit' })
  expect(applyUpdate(view('g:30'), delta('h:10', 'h:20'))).toEqual({ kind: 'misfit' })
})

it('begins anew with a reset, but not with one that is older than what it has', () => {
  expect(applyUpdate(view('g:10'), { kind: 'reset', view: view('h:5') })).toEqual({
    kind: 'view',
    view: view('h:5'),
  })
  expect(applyUpdate(view('g:10'), { kind: 'reset', view: view('g:5') })).toEqual({ kind: 'known' })
})
