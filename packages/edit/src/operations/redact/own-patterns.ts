import type { NamedPattern } from '@skein/redact'
import { regexProblem } from '@skein/store'
import { EditError } from '../../errors.ts'

/**
 * A pattern as people give it: a regular expression, and a name for what it finds behind the last `=`, if that is one:
 * small letters, digits and dashes. Refused by its form where it could run for ever.
 */
export function ownPattern(text: string): NamedPattern {
  const named = /^(.+)=([a-z][a-z0-9-]{0,39})$/s.exec(text)
  const source = named?.[1] ?? text
  const problem = source === '' ? 'it is empty' : regexProblem(source, 'u')
  if (problem !== null)
    throw new EditError('option', `a pattern cannot be used: ${problem}`, {
      remedy: "give a regular expression as JavaScript knows it, and a name behind it: 'EMP-\\d{6}=employee'",
    })
  if (new RegExp(source, 'u').test(''))
    throw new EditError('option', 'a pattern cannot be used: it matches where nothing stands', {
      remedy: 'let it match at least one character',
    })
  return { pattern: new RegExp(source, 'u'), name: named?.[2] ?? 'custom' }
}
