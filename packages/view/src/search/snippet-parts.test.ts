import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetParts } from './snippet-parts.ts'

describe('parts of a snippet', () => {
  it('are one where nothing was put in', () => {
    expect(parts('a plain «word» of a < b')).toEqual(['a plain «word» of a < b'])
  })

  it('tell apart what the program put beside a prompt', () => {
    expect(
      parts(
        '<ide_selection>The user selected the lines 3 to 9 from /a.ts: tide</ide_selection> fix the «tide»',
      ),
    ).toEqual(['ide_selection: The user selected the lines 3 to 9 from /a.ts: tide', 'fix the «tide»'])
    expect(parts('the «tide» <system-reminder>Be brief.</system-reminder>')).toEqual([
      'the «tide»',
      'system-reminder: Be brief.',
    ])
  })

  it('keep what was found within it', () => {
    expect(parts('<ide_opened_file>The user opened «tide».ts</ide_opened_file> fix it')).toEqual([
      'ide_opened_file: The user opened «tide».ts',
      'fix it',
    ])
  })

  it('keep a tag that was searched for', () => {
    expect(parts('<«ide_selection»>some lines</ide_selection> fix it')).toEqual([
      '<«ide_selection»>some lines</ide_selection> fix it',
    ])
  })

  it('show a command as it was typed', () => {
    const wrapped =
      '<command-message>review is running…</command-message> <command-name>/review</command-name> <command-args>the «tide»</command-args>'
    expect(parts(wrapped)).toEqual(['/review', 'the «tide»'])
    expect(
      parts('<command-message>«review» runs</command-message> <command-name>/«review»</command-name>'),
    ).toEqual(['«review» runs', '/«review»'])
    expect(parts('<bash-input>make «tide»</bash-input>')).toEqual(['!', 'make «tide»'])
    expect(parts('<bash-stdout>high «tide»</bash-stdout><bash-stderr></bash-stderr>')).toEqual([
      'bash-stdout: high «tide»',
    ])
  })

  it('know a tag of which a cut left one end', () => {
    expect(parts('…from /a.ts: low</ide_selection> fix the «tide»')).toEqual([
      'ide_selection: …from /a.ts: low',
      'fix the «tide»',
    ])
    expect(parts('fix the «tide» <system-reminder>As you can…')).toEqual([
      'fix the «tide»',
      'system-reminder: As you can…',
    ])
    expect(parts('…lection>some lines</ide_selection> fix the «tide»')).toEqual([
      'ide_selection: some lines',
      'fix the «tide»',
    ])
    expect(parts('…/ide_selection> fix the «tide» <system-rem…')).toEqual(['fix the «tide»'])
  })

  it('leave what was typed', () => {
    // In the middle, without an end, or of a kind that nobody puts in.
    expect(parts('why <system-reminder>this</system-reminder> «tide»?')).toEqual([
      'why',
      '<system-reminder>this</system-reminder>',
      '«tide»?',
    ])
    expect(parts('what is <ide_selection> «tide»')).toEqual(['what is <ide_selection> «tide»'])
    expect(parts('</ide_selection> «tide»')).toEqual(['</ide_selection> «tide»'])
    expect(parts('<b>«tide»</b>')).toEqual(['<b>«tide»</b>'])
  })

  it('lose no match, and mark nothing else, whatever stands around it', () => {
    const words = [
      '<ide_selection>',
      '</ide_selection>',
      '<command-name>',
      '</command-name>',
      '…',
      ' ',
      'low',
      '<',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { maxLength: 8 }),
        fc.array(fc.constantFrom(...words), { maxLength: 8 }),
        (before, behind) => {
          const [head, found] = [before.join(''), '\u2693tide']
          const text = head + found + behind.join('')
          const match = { start: head.length, end: head.length + found.length }
          const marked = snippetParts(text, [match]).flatMap((part) =>
            part.matches.map(({ start, end }) => part.text.slice(start, end)),
          )
          expect(marked).toEqual([found])
        },
      ),
    )
  })
})

/** `«` and `»` stand around matches, in what goes in and in what comes out. */
function parts(marked: string): string[] {
  const matches: { start: number; end: number }[] = []
  let text = ''
  for (const [i, piece] of marked.split(/[«»]/).entries()) {
    if (i % 2 === 1) matches.push({ start: text.length, end: text.length + piece.length })
    text += piece
  }
  return snippetParts(text, matches).map((part) => {
    let out = ''
    let at = 0
    for (const { start, end } of part.matches) {
      out += `${part.text.slice(at, start)}«${part.text.slice(start, end)}»`
      at = end
    }
    out += part.text.slice(at)
    return part.tag === null ? out : `${part.tag}: ${out}`
  })
}
