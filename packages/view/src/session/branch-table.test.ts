import { bytesInMemory } from '@skein/transcript'
import { expect, it } from 'vitest'
import { Script } from '../../test/script.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { SessionModel } from './session-model.ts'

/** The reasons of the branches before the last lines came, and after. */
function reasons(script: Script, last: number): string[][] {
  const bytes = script.bytes()
  const at = script.offsetOf(script.lines.length - last)
  const model = new SessionModel(bytesInMemory(bytes), { generation: '1', prices: CLAUDE_PRICES, mask: true })
  const told = (): string[] => model.view().head.branches.map(({ reason }) => reason)
  model.append(bytes.slice(0, at))
  const before = told()
  model.append(bytes.slice(at))
  return [before, told()]
}

it('a branch that was written behind the tip is a second writer as soon as the line goes on', () => {
  const script = new Script()
  script.prompt('one')
  const fork = script.text('First.')
  script.prompt('two')
  const tip = script.text('Second.')
  script.prompt('two again', { parentUuid: fork })
  script.text('Second again.')
  script.raw(JSON.stringify({ type: 'last-prompt', sessionId: 's', leafUuid: tip }))
  script.prompt('three', { parentUuid: tip })
  script.text('Third.')
  expect(reasons(script, 2)).toEqual([['rewind'], ['second-writer']])
})

it('a second writer is a rewind again when the line goes back to before it', () => {
  const script = new Script()
  script.prompt('one')
  const fork = script.text('First.')
  script.prompt('two')
  const tip = script.text('Second.')
  script.prompt('two again', { parentUuid: fork })
  script.text('Second again.')
  script.prompt('three', { parentUuid: tip })
  script.text('Third.')
  script.raw(JSON.stringify({ type: 'last-prompt', sessionId: 's', leafUuid: tip, explicit: true }))
  // What the line left is a branch as well.
  expect(reasons(script, 1)).toEqual([['second-writer'], ['rewind', 'rewind']])
})
