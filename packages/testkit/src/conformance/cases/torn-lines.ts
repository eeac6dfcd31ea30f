import { bytes, lineOf, say, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const skipped = '§4.8: bad, blank, NUL, BOM, CRLF lines are skipped'
const joined = '§3: two objects share a line'
const past: RowSpec[] = [user('a', 'a'), say('b', 'b')]
const c = lineOf(user('c', 'c'), 'b', 2)
const d = lineOf(say('d', 'd'), 'c', 3)

export const tornLines: WrittenCase[] = [
  writtenCase('no-final-newline', '§3: final newlines are missing', [
    ...past,
    bytes(`${c}
`),
    bytes(d),
  ]),
  writtenCase('torn-tail', skipped, [
    ...past,
    bytes(`${c}
`),
    bytes(d.slice(0, 100)),
  ]),
  writtenCase('torn-tail-in-a-string', skipped, [
    ...past,
    bytes(`${c}
`),
    bytes(d.slice(0, d.indexOf('"text":"d') + 9)),
  ]),
  writtenCase('torn-tail-one-byte-short', skipped, [
    ...past,
    bytes(`${c}
`),
    bytes(d.slice(0, -1)),
  ]),
  writtenCase('torn-middle', skipped, [
    ...past,
    bytes(`${c.slice(0, 90)}
`),
    bytes(`${d}
`),
  ]),
  writtenCase('torn-head', skipped, [
    ...past,
    bytes(`${c.slice(20)}
`),
    bytes(`${d}
`),
  ]),
  writtenCase('torn-and-joined', joined, [
    ...past,
    bytes(`${c.slice(0, 90)}${d}
`),
  ]),
  writtenCase('torn-and-joined-then-good', joined, [
    ...past,
    bytes(`${c.slice(0, 90)}${c}
`),
    bytes(`${d}
`),
  ]),
  writtenCase('two-objects-on-a-line', joined, [
    ...past,
    bytes(`${c}${d}
`),
  ]),
  writtenCase('two-objects-on-a-line-no-newline', joined, [...past, bytes(`${c}${d}`)]),
  writtenCase('two-objects-spaced', joined, [
    ...past,
    bytes(`${c} ${d}
`),
  ]),
  writtenCase('three-objects-on-a-line', joined, [
    user('a', 'a'),
    bytes(`${lineOf(say('b', 'b'), 'a', 1)}${c}${d}
`),
  ]),
  writtenCase('two-objects-in-the-middle', joined, [
    user('a', 'a'),
    bytes(`${lineOf(say('b', 'b'), 'a', 1)}${c}
`),
    bytes(`${d}
`),
  ]),
  writtenCase('object-then-garbage', joined, [
    ...past,
    bytes(`${c}xyz
`),
    bytes(`${d}
`),
  ]),
  writtenCase('garbage-then-object', joined, [
    ...past,
    bytes(`xyz${c}
`),
    bytes(`${d}
`),
  ]),
  writtenCase('blank-lines', skipped, [
    bytes('\n\n'),
    user('a', 'a'),
    bytes('\n   \n'),
    say('b', 'b', { parent: 'a' }),
    bytes('\n\n'),
  ]),
  writtenCase('garbage-lines', skipped, [
    bytes('not json\n'),
    user('a', 'a'),
    bytes('{"half":\n'),
    say('b', 'b', { parent: 'a' }),
    bytes('}\n'),
  ]),
  writtenCase('json-that-is-no-object', skipped, [
    bytes('1\n"x"\ntrue\n'),
    user('a', 'a'),
    bytes('[1,2]\n'),
    say('b', 'b', { parent: 'a' }),
  ]),
  writtenCase('json-null-line', skipped, [user('a', 'a'), bytes('null\n'), say('b', 'b', { parent: 'a' })]),
  writtenCase('empty-object', skipped, [user('a', 'a'), bytes('{}\n'), say('b', 'b', { parent: 'a' })]),
  writtenCase('nul-hole-line', skipped, [
    ...past,
    bytes(`${'\0'.repeat(64)}
`),
    bytes(`${c}
${d}
`),
  ]),
  writtenCase('nul-hole-before-object', skipped, [
    ...past,
    bytes(`${'\0'.repeat(64)}${c}
${d}
`),
  ]),
  writtenCase('nul-hole-after-object', skipped, [
    ...past,
    bytes(`${c}${'\0'.repeat(16)}
${d}
`),
  ]),
  writtenCase('nul-hole-at-the-end', skipped, [...past, bytes('\0'.repeat(64))]),
  writtenCase('nul-hole-at-the-start', skipped, [
    bytes(`${'\0'.repeat(64)}
`),
    ...past,
  ]),
  writtenCase('bom', skipped, [bytes('\uFEFF'), ...past]),
  writtenCase('bom-on-a-later-line', skipped, [
    ...past,
    bytes(`\uFEFF${c}
${d}
`),
  ]),
  writtenCase('crlf', skipped, [
    bytes(`${lineOf(user('a', 'a'), null, 0)}\r
${lineOf(say('b', 'b'), 'a', 1)}\r
`),
  ]),
  writtenCase('cr-only', skipped, [
    bytes(`${lineOf(user('a', 'a'), null, 0)}\r${lineOf(say('b', 'b'), 'a', 1)}\r`),
  ]),
  writtenCase('spaces-around-a-line', skipped, [
    ...past,
    bytes(`  ${c}  
	${d}	
`),
  ]),
  writtenCase('invalid-utf8-in-a-string', skipped, [
    ...past,
    bytes(withByte(c, '"content":"c', 255)),
    bytes(`
${d}
`),
  ]),
  writtenCase('cut-utf8-in-a-string', skipped, [
    ...past,
    bytes(withByte(c, '"content":"c', 226)),
    bytes(`
${d}
`),
  ]),
  writtenCase('invalid-utf8-line', skipped, [
    ...past,
    bytes(new Uint8Array([255, 254, 10])),
    bytes(`${c}
${d}
`),
  ]),
  writtenCase('lone-surrogate-escape', '§4.8: a lone surrogate in a text', [
    user('a', 'x\uD800y'),
    say('b', 'b'),
  ]),
  writtenCase('line-separators-in-a-string', '§4.8: U+2028 and U+0085 in a text', [
    user('a', 'x\u2028y\u2029z\x85'),
    say('b', 'b'),
  ]),
  writtenCase('emoji-and-combining', '§4.8: text beyond the basic plane', [
    user('a', '\u{1F469}\u200D\u{1F469}\u200D\u{1F467} e\u0301'),
    say('b', '\u{1D51F}'),
  ]),
  writtenCase('empty-file', '§4.8: nothing to resume', []),
  writtenCase('only-a-newline', '§4.8: nothing to resume', [bytes('\n')]),
  writtenCase('only-garbage', '§4.8: nothing to resume', [bytes('garbage\n')]),
  writtenCase('duplicate-keys', '§4.8: a key given twice', [
    user('a', 'a'),
    bytes(`${lineOf(say('b', 'b'), 'a', 1).replace('{', '{"type":"user",')}
`),
  ]),
]

function withByte(line: string, marker: string, byte: number): Uint8Array {
  const encoder = new TextEncoder()
  const at = line.indexOf(marker) + marker.length
  return new Uint8Array([...encoder.encode(line.slice(0, at)), byte, ...encoder.encode(line.slice(at))])
}
