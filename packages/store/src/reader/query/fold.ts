/**
 * How texts are compared: in Unicode's composed form (NFC), then case-folded one code point at a
 * time by the simple foldings of Unicode's CaseFolding.txt (classes C and S).
 *
 * Contract: folding changes no length, so a place in the folded text is the same place in the
 * composed one. What only a longer text could equal stays itself: `ß` is not `ss`, `İ` is not `i`.
 * Halves of surrogate pairs pass unchanged.
 */
export function foldText(text: string): string {
  return foldComposed(compose(text))
}

export function compose(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize('NFC') : text
}

/** Folds a text that is composed already. */
export function foldComposed(text: string): string {
  if (!FOLDED_APART.test(text)) return text.toLowerCase()
  // `toLowerCase` would make two letters of it.
  if (text.includes(DOTTED_CAPITAL_I))
    return text.split(DOTTED_CAPITAL_I).map(foldComposed).join(DOTTED_CAPITAL_I)
  return text.replace(ALL_FOLDED_APART, (c) => APART.get(c) ?? c).toLowerCase()
}

/** Folded, and every run of white space as one space: the text whose runs are signed. */
export function signedText(text: string): string {
  return foldText(text).replace(SPACES, ' ')
}

const BEYOND_ASCII = /[\u0080-\uffff]/
const SPACES = /\s+/g
const DOTTED_CAPITAL_I = '\u0130'

/** Letters whose fold is not their lower case, and the sigma, whose lower case depends on its neighbours. */
const APART: ReadonlyMap<string, string> = new Map([
  ['\u00b5', '\u03bc'],
  ['\u017f', 's'],
  ['\u0345', '\u03b9'],
  ['\u03a3', '\u03c3'],
  ['\u03c2', '\u03c3'],
  ['\u03d0', '\u03b2'],
  ['\u03d1', '\u03b8'],
  ['\u03d5', '\u03c6'],
  ['\u03d6', '\u03c0'],
  ['\u03f0', '\u03ba'],
  ['\u03f1', '\u03c1'],
  ['\u03f5', '\u03b5'],
  ['\u1c80', '\u0432'],
  ['\u1c81', '\u0434'],
  ['\u1c82', '\u043e'],
  ['\u1c83', '\u0441'],
  ['\u1c84', '\u0442'],
  ['\u1c85', '\u0442'],
  ['\u1c86', '\u044a'],
  ['\u1c87', '\u0463'],
  ['\u1c88', '\ua64b'],
  ['\u1e9b', '\u1e61'],
  ['\u1fbe', '\u03b9'],
])
const FOLDED_APART = new RegExp(`[${DOTTED_CAPITAL_I}${[...APART.keys()].join('')}]`)
const ALL_FOLDED_APART = new RegExp(`[${[...APART.keys()].join('')}]`, 'g')
