import { describe, expect, it } from 'vitest'
import { quoteClassic, quoteModern } from './shell-quoting.ts'

/** What the real programs wrote behind `ls` for folders of these names. */
const observed: [path: string, modern: string, classic: string][] = [
  ['/w', '/w', '/w'],
  ['', "''", "''"],
  ['/w/a b', "'/w/a b'", "'/w/a b'"],
  ['/w/a@b', '/w/a@b', String.raw`/w/a\@b`],
  ['/w/a~b', "'/w/a~b'", '/w/a~b'],
  ['/w/a$b', "'/w/a$b'", String.raw`/w/a\$b`],
  ['/w/a\\b', String.raw`'/w/a\b'`, String.raw`'/w/a\b'`],
  ['/w/a"b', `'/w/a"b'`, `'/w/a"b'`],
  ["/w/a'b", `'/w/a'"'"'b'`, `"/w/a'b"`],
  [
    '/w/a\'b"c$d`e!f\\g',
    `'/w/a'"'"'b"c$d\`e!f\\g'`,
    String.raw`"/w/a'b\"c\$d` + '\\`' + String.raw`e\!f\\g"`,
  ],
  ['/w/é日', "'/w/é日'", '/w/é日'],
]

describe('quoting a path for a shell', () => {
  it('is what 2.1.325 does', () => {
    expect(observed.map(([path]) => quoteModern(path))).toEqual(observed.map(([, modern]) => modern))
  })

  it('is what 2.0.76 does', () => {
    expect(observed.map(([path]) => quoteClassic(path))).toEqual(observed.map(([, , classic]) => classic))
  })
})
