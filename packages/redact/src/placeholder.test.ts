import { describe, expect, it } from 'vitest'
import { placeholderParts } from './placeholder.ts'

describe('placeholderParts', () => {
  it('cuts a text at its placeholders and says what each hides', () => {
    expect(placeholderParts('a [redacted:password:1][redacted:github-token:x2] b')).toEqual([
      { text: 'a ', kind: null },
      { text: '[redacted:password:1]', kind: 'password' },
      { text: '[redacted:github-token:x2]', kind: 'github-token' },
      { text: ' b', kind: null },
    ])
  })

  it.each(['', 'nothing', '[redacted:', '[redacted:a b:1]'])('leaves %j whole', (text) => {
    expect(placeholderParts(text)).toEqual([{ text, kind: null }])
  })
})
