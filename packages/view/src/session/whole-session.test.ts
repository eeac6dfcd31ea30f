import { bytesInMemory, Transcript } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomTranscript } from '../../test/random-transcript.ts'
import { Script } from '../../test/script.ts'
import { turnSummary } from '../report/turn-summary.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { SessionModel } from './session-model.ts'
import type { StepView } from './step-view.ts'
import { WholeSession } from './whole-session.ts'

function wholeOf(bytes: Uint8Array): WholeSession {
  const transcript = new Transcript()
  transcript.append(bytes)
  transcript.end()
  return new WholeSession({ transcript, source: bytesInMemory(bytes), hide: null })
}

function stepsOf(script: Script): StepView[] {
  return [...wholeOf(script.bytes()).turns()].flatMap((turn) => [...turn.steps('all')])
}

describe('WholeSession', () => {
  it('has the turns and steps of a page, whatever the transcript', () => {
    fc.assert(
      fc.property(randomTranscript(), (pieces) => {
        const bytes = joined(pieces)
        const model = new SessionModel(bytesInMemory(bytes), {
          generation: '1',
          prices: CLAUDE_PRICES,
          mask: false,
        })
        model.feed(bytes)
        const page = model.view({ steps: 'all', maxBytes: Infinity })
        const whole = Array.from(wholeOf(bytes).turns(), ({ head, steps }) => ({
          ...head,
          steps: [...steps('all')],
        }))
        // As JSON: a page has no field that is undefined, and a whole session has inputs as they were parsed.
        expect(JSON.parse(JSON.stringify(whole))).toEqual(JSON.parse(JSON.stringify(page.turns)))
      }),
      { numRuns: 100 },
    )
  })

  it('cuts nothing', () => {
    const script = new Script()
    script.prompt('p'.repeat(30_000))
    script.call('t1', 'Bash', { command: 'c'.repeat(30_000) })
    script.answer('t1', 'r'.repeat(30_000))
    script.text('x'.repeat(30_000))
    const [turn] = wholeOf(script.bytes()).turns()
    const [call, text] = turn.steps('all')
    expect([turn.head.prompt?.text.text.length, text.kind === 'text' && text.text.text.length]).toEqual([
      30_000, 30_000,
    ])
    expect(call).toMatchObject({
      input: { command: 'c'.repeat(30_000) },
      inputCut: false,
      result: { text: 'r'.repeat(30_000), length: 30_000 },
    })
  })

  it('reads folded only the answers of failures and of changes', () => {
    const script = new Script()
    script.prompt('Go')
    script.call('t1', 'Bash', { command: 'ls' })
    script.answer('t1', 'a.ts')
    script.call('t2', 'Bash', { command: 'false' })
    script.answer('t2', 'Exit code 1', { error: true })
    const [turn] = wholeOf(script.bytes()).turns()
    const results = (detail: 'all' | 'folded'): unknown[] =>
      Array.from(turn.steps(detail), (step) => step.kind === 'tool' && (step.result?.text ?? null))
    expect([results('folded'), results('all')]).toEqual([
      [null, 'Exit code 1'],
      ['a.ts', 'Exit code 1'],
    ])
    expect(turnSummary(turn)).toEqual({
      final: null,
      output: null,
      errors: [{ kind: 'error', tool: 'Bash', asked: 'false', text: 'Exit code 1' }],
      compactions: [],
    })
  })

  it('has a step for an entry that is asked for, whatever it is', () => {
    const script = new Script()
    script.prompt('Go')
    script.row({ type: 'attachment', attachment: { type: 'todo' } })
    script.text('Done')
    const whole = wholeOf(script.bytes())
    const kinds = (at?: number): unknown[] =>
      Array.from(whole.turns({ at }), (turn) =>
        Array.from(turn.steps('all'), ({ kind, line }) => [kind, line]),
      )
    expect([kinds(), kinds(1)]).toEqual([
      [[['text', 3]]],
      [
        [
          ['unknown', 2],
          ['text', 3],
        ],
      ],
    ])
  })

  // The command left out what it did not know; whatever a transcript holds is shown.
  it('shows blocks, entries and messages of kinds that nobody has seen yet', () => {
    const script = new Script()
    script.prompt('Go')
    script.says({ type: 'hologram', beam: 1 })
    script.row({ type: 'telepathy', thought: 2 })
    script.row({ type: 'assistant', message: [{ type: 'text', text: 'a list' }] })
    expect(
      stepsOf(script).map((step) =>
        step.kind === 'unknown' ? [step.type, step.text.text.slice(-30)] : step.kind,
      ),
    ).toEqual([
      ['hologram', '{"type":"hologram","beam":1}'],
      ['telepathy', expect.stringContaining('"thought":2}')],
      ['assistant', expect.stringContaining('"text":"a list"}]}')],
    ])
  })

  // The command had no place for them: they leave from nothing. A reader meets the choice at the first prompt.
  it('names earlier beginnings of the conversation in its first turn', () => {
    const script = new Script()
    script.prompt('First try')
    script.text('Hm')
    script.prompt('Second try', { parentUuid: null })
    script.text('Good')
    const whole = wholeOf(script.bytes())
    expect([
      whole.branches.map(({ reason }) => reason),
      Array.from(whole.turns(), ({ branches }) => branches),
    ]).toEqual([['rewind'], [[1]]])
  })
})

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
