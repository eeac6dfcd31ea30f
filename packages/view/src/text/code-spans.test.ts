import { describe, expect, it } from 'vitest'
import { codeSpans } from './code-spans.ts'

function marked(code: string, language: string): string[] {
  return codeSpans(code, language).map((line) =>
    line.map(({ text, kind }) => (kind === null ? text : `<${kind}:${text}>`)).join(''),
  )
}

describe('codeSpans', () => {
  it.each([
    ['ts', 'const a = "x" // y', ['<keyword:const> a = <string:"x"> <comment:// y>']],
    ['js', '/* a\nb */ let c', ['<comment:/* a>', '<comment:b */> <keyword:let> c']],
    ['ts', '"a // b"', ['<string:"a // b">']],
    [
      'python',
      "def f(): # x\n  return 'y'",
      ['<keyword:def> f(): <comment:# x>', "  <keyword:return> <string:'y'>"],
    ],
    ['bash', 'echo "$#" # count', ['echo <string:"$#"> <comment:# count>']],
    ['sql', 'SELECT a -- b', ['<keyword:SELECT> a <comment:-- b>']],
    ['diff', '+a\n-b\n c', ['<added:+a>', '<removed:-b>', ' c']],
    ['text', 'const a // b', ['const a // b']],
    ['', 'return', ['return']],
    ['constructor', 'return', ['return']],
    ['ts', 'unclosed "x\ny', ['unclosed <string:"x>', 'y']],
    ['ts', '/* never closed', ['<comment:/* never closed>']],
  ])('%s: %s', (language, code, expected) => {
    expect(marked(code, language)).toEqual(expected)
  })
})
