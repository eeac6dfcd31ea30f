import { describe, expect, it } from 'vitest'
import { codeSpans } from './code-spans.ts'

function marked(code: string, language: string): string[] {
  return codeSpans(code, language).map((line) =>
    line.map(({ text, paints }) => (paints.length === 0 ? text : `<${paints.join()}:${text}>`)).join(''),
  )
}

describe('codeSpans', () => {
  it.each([
    ['ts', 'const a = "x" // y', ['<magenta:const> a = <green:"x"> <dim:// y>']],
    ['js', '/* a\nb */ let c', ['<dim:/* a>', '<dim:b */> <magenta:let> c']],
    ['ts', '"a // b"', ['<green:"a // b">']],
    [
      'python',
      "def f(): # x\n  return 'y'",
      ['<magenta:def> f(): <dim:# x>', "  <magenta:return> <green:'y'>"],
    ],
    ['bash', 'echo "$#" # count', ['echo <green:"$#"> <dim:# count>']],
    ['sql', 'SELECT a -- b', ['<magenta:SELECT> a <dim:-- b>']],
    ['diff', '+a\n-b\n c', ['<green:+a>', '<red:-b>', ' c']],
    ['text', 'const a // b', ['const a // b']],
    ['', 'return', ['return']],
    ['constructor', 'return', ['return']],
    ['ts', 'unclosed "x\ny', ['unclosed <green:"x>', 'y']],
    ['ts', '/* never closed', ['<dim:/* never closed>']],
  ])('%s: %s', (language, code, expected) => {
    expect(marked(code, language)).toEqual(expected)
  })
})
