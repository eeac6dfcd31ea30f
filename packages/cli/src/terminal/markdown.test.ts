import { describe, expect, it } from 'vitest'
import { markdownLines } from './markdown.ts'
import { styleOf } from './style.ts'
import { widthOf } from './width.ts'

const PLAIN = styleOf(false)
const COLOURED = styleOf(true)

function lines(text: string, width = 40): string[] {
  return markdownLines(text, PLAIN, width)
}

describe('markdownLines', () => {
  it.each<[name: string, text: string, expected: string[]]>([
    ['headings', '# One\n\n### Three', ['# One', '', '### Three']],
    ['emphasis', 'a *b* **c** ~~d~~ `e`', ['a b c d `e`']],
    ['entities', 'a &amp; b &lt;c&gt;', ['a & b <c>']],
    ['links', '[text](https://x.y/z) https://a.b', ['text (https://x.y/z) https://a.b']],
    ['images', '![alt](https://x.y/z.png)', ['[image: alt] (https://x.y/z.png)']],
    ['nested lists', '- a\n  - b\n    1. c\n- d', ['• a', '  • b', '    1. c', '• d']],
    ['loose lists', '- a\n\n- b', ['• a', '', '• b']],
    ['ordered lists', '9. a\n10. b', [' 9. a', '10. b']],
    ['task lists', '- [x] a\n- [ ] b', ['• [x] a', '• [ ] b']],
    ['lists with code', '- a\n\n  ```\n  b\n  ```', ['• a', '', '  │ b']],
    ['quotes', '> a\n> > b', ['│ a', '│', '│ │ b']],
    ['code', '```ts\nlet a\n\n  b\n```', ['│ let a', '│', '│   b']],
    ['rules', 'a\n\n---', ['a', '', '─'.repeat(40)]],
    ['tables', '|a|b|\n|-|-:|\n|1|22|', ['a │  b', '──┼───', '1 │ 22']],
    [
      'HTML',
      '<b onclick="x">hi</b>\n\n<div>\nx\n</div>',
      ['<b onclick="x">hi</b>', '', '<div>', 'x', '</div>'],
    ],
    ['line breaks', 'a  \nb\nc', ['a', 'b c']],
    ['nothing', ' \n ', []],
  ])('shows %s', (_name, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })

  it('paints what has a meaning', () => {
    expect(markdownLines('**a** `b` *c*', COLOURED, 40)).toEqual([
      '\u001b[1ma\u001b[22m \u001b[36mb\u001b[39m \u001b[3mc\u001b[23m',
    ])
    expect(markdownLines('```js\nreturn "x" // y\n```', COLOURED, 40)).toEqual([
      '\u001b[2m│\u001b[22m \u001b[35mreturn\u001b[39m \u001b[32m"x"\u001b[39m \u001b[2m// y\u001b[22m',
    ])
  })

  it('breaks words over emphasis, and words longer than a line', () => {
    expect(lines('one **two**, three', 9)).toEqual(['one two,', 'three'])
    expect(lines('abcdefghij kl', 8)).toEqual(['abcdefgh', 'ij kl'])
  })

  it('makes a table of lists where its columns do not fit', () => {
    const columns = Array.from({ length: 6 }, (_, i) => `column ${i}`)
    const table = [columns, columns.map(() => '-'), columns.map((_, i) => `value ${i}`)].map(
      (row) => `|${row.join('|')}|`,
    )
    expect(lines(table.join('\n'), 30).slice(0, 2)).toEqual(['column 0: value 0', 'column 1: value 1'])
  })

  const EVERYTHING =
    '# Ein langer Titel mit vielen Wörtern\n\n- [x] a **b** `cccccccccccccccc`\n  - 漢字漢字漢字漢字漢字漢字漢字\n\n|a|b|\n|-|-|\n|漢字|some words in a cell|\n\n> quote quote quote quote\n\n```py\nx = "a very long line of code, longer than the screen" # 漢字\n```\n\nhttps://example.com/a/very/long/address/without/an/end 👩‍💻 é\n'

  it.each([12, 20, 40, 80])('keeps to %i columns', (width) => {
    expect(lines(EVERYTHING, width).filter((line) => widthOf(line) > width)).toEqual([])
  })

  it('lets no escape sequence through', () => {
    const evil =
      '**\u001b[2Ja** `\u009b31m` [x](\u001b]8;;http://e\u0007) <\u001b[0m>\n\n```\n\u001b[31m\u202e\n```'
    // oxlint-disable-next-line no-control-regex
    expect(lines(evil).filter((line) => /[\x00-\x1f\x7f-\x9f\u202e]/.test(line))).toEqual([])
  })

  it.each([
    ['nesting', '>'.repeat(20_000)],
    ['nested lists', '1. '.repeat(10_000)],
    ['marks', '_a'.repeat(20_000)],
    ['brackets', '['.repeat(20_000)],
    ['length', 'word '.repeat(100_000)],
  ])('shows hostile %s as it stands', (_name, text) => {
    expect(lines(text, 80).join('').replaceAll(/\s/g, '').length).toBe(text.replaceAll(' ', '').trim().length)
  })
})
