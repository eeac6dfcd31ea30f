import { expect, it } from 'vitest'
import { chipWords } from './chip-words.ts'

it.each([
  ['The user selected the lines 5 to 5 from /srv/a b.ts:\nlet x\n\nThis may', '/srv/a b.ts:5'],
  ['The user selected the lines 12 to 18 from e:\\work\\x.py:\nprint(1)', 'e:\\work\\x.py:12–18'],
  ['The user opened the file /srv/mise.toml in the IDE. This may or may not', '/srv/mise.toml'],
  ['The user opened a door', 'The user opened a door'],
  ['  two\n\nlines \u202e', 'two lines \\u202e'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
  ['', ''],
])('%j is told as %j', (text, words) => expect(chipWords(text)).toBe(words))
