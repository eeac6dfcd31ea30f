import { expect, it } from 'vitest'
import { inForce, type Shortcut } from './shortcuts.ts'

it('of two with the same keys the one that came last answers', () => {
  const shortcut = (keys: string, label: string, group: Shortcut['group']): Shortcut => ({
    keys,
    label,
    group,
    run: () => undefined,
  })
  const all = [
    shortcut('j', 'Next session', 'Sessions'),
    shortcut('?', 'This help', 'Anywhere'),
    shortcut('j', 'Next turn', 'Transcript'),
  ]
  expect(inForce(all).map(({ label }) => label)).toEqual(['This help', 'Next turn'])
})
