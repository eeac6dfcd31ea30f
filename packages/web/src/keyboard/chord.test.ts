import { expect, it } from 'vitest'
import { isChord, type Press } from './chord.ts'

const press = (key: string, rest: Partial<Press> = {}): Press => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...rest,
})

it('knows a key by its sign, with Ctrl or ⌘ for mod, and nothing held that is not named', () => {
  expect(isChord('j', press('j'))).toBe(true)
  expect(isChord('j', press('j', { ctrlKey: true }))).toBe(false)
  expect(isChord('j', press('j', { altKey: true }))).toBe(false)
  expect(isChord('?', press('?', { shiftKey: true }))).toBe(true)
  expect(isChord('mod+k', press('k', { metaKey: true }))).toBe(true)
  expect(isChord('mod+k', press('K', { ctrlKey: true }))).toBe(true)
  expect(isChord('mod+k', press('k'))).toBe(false)
  expect(isChord('Alt+ArrowUp', press('ArrowUp', { altKey: true }))).toBe(true)
  expect(isChord('Alt+ArrowUp', press('ArrowUp'))).toBe(false)
  expect(isChord('shift+G', press('G', { shiftKey: true }))).toBe(true)
  expect(isChord('shift+G', press('g'))).toBe(false)
  expect(isChord('+', press('+'))).toBe(true)
})
