import { describe, expect, test } from 'vitest'
import { answer, call, chainRow, COPY, prompt, result, rowsOf, sessionOf } from '../../../test/sessions.ts'
import { EditError } from '../../errors.ts'
import { renderInMemory } from '../../render/render-in-memory.ts'
import { ownPattern } from './own-patterns.ts'
import { redactSession } from './redact.ts'

/** Made of pieces, so that no scanner takes it for a real one. */
const TOKEN = ['ghp', '_', 'q7Rt2LmX9vZk4Pw8sJd3Hf6BA1b2C3d4E5f6'].join('')
const PASSWORD = ['Vq8!', 'rT3x', 'Lm5#', 'Zp9w'].join('')

interface Row {
  readonly message: { readonly content: unknown }
  readonly [key: string]: unknown
}

function redacted(rows: readonly unknown[], patterns: readonly string[] = []) {
  const redaction = redactSession(sessionOf(rows), { patterns: patterns.map(ownPattern) })
  return { ...redaction, rows: rowsOf(renderInMemory(redaction.draft, COPY)) as Row[] }
}

describe('redact', () => {
  test('replaces a secret everywhere by one placeholder and tells kinds and places', () => {
    const { rows, kinds, places } = redacted([
      prompt(1, `use ${TOKEN}`),
      call(2, 't1', 'Bash', { command: `curl -H "x: ${TOKEN}"` }),
      result(3, 't1', `ok ${TOKEN}`, { toolUseResult: { stdout: [`ok ${TOKEN}`] } }),
      { type: 'last-prompt', lastPrompt: `use ${TOKEN}`, leafUuid: 'x' },
    ])
    const mask = '[redacted:github-token:1]'
    expect(JSON.stringify(rows)).not.toContain(TOKEN)
    expect(rows[0].message.content).toBe(`use ${mask}`)
    expect(rows[1].message.content).toEqual([
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: `curl -H "x: ${mask}"` } },
    ])
    expect(rows[2]['toolUseResult']).toEqual({ stdout: [`ok ${mask}`] })
    expect(kinds).toEqual([{ kind: 'github-token', count: 5 }])
    expect(places).toEqual([
      { place: 'result of Bash', kind: 'github-token', count: 2 },
      { place: 'call of Bash', kind: 'github-token', count: 1 },
      { place: 'last-prompt', kind: 'github-token', count: 1 },
      { place: 'user', kind: 'github-token', count: 1 },
    ])
  })

  test('finds in places before the telling one what a later place gives away', () => {
    const { rows } = redacted([prompt(1, `tried ${PASSWORD}`), answer(2, `DB_PASSWORD=${PASSWORD}`)])
    expect(rows[0].message.content).toBe('tried [redacted:password:1]')
  })

  test('drops thinking in which a secret stands and leaves other thinking as it is', () => {
    const thought = (text: string) => ({ type: 'thinking', thinking: text, signature: `sig${TOKEN}` })
    const { rows, draft } = redacted([
      prompt(1, 'a'),
      answer(2, thought(`it is ${TOKEN}`), { id: 'm' }),
      answer(3, thought('nothing'), { id: 'm' }),
      answer(4, 'done', { id: 'm' }),
    ])
    const contents = rows.filter(({ message }) => message !== undefined).map(({ message }) => message.content)
    expect(contents).toEqual(['a', [thought('nothing')], [{ type: 'text', text: 'done' }]])
    expect(draft.steps).toContainEqual({
      what: 'blocks of thinking with a secret dropped',
      count: 1,
      tokens: 0,
    })
  })

  test('leaves ids and pictures as they are', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: TOKEN } }
    const rows = [
      chainRow(1, 'user', { message: { role: 'user', content: [image, { type: 'text', text: TOKEN }] } }),
      call(2, `toolu_${TOKEN}`, 'Read', {}, { id: `msg_${TOKEN}` }),
      result(3, `toolu_${TOKEN}`, 'x'),
    ]
    const after = redacted(rows).rows
    expect(after[0].message.content).toEqual([image, { type: 'text', text: '[redacted:github-token:1]' }])
    expect(after[1].message).toMatchObject({ id: `msg_${TOKEN}`, content: [{ id: `toolu_${TOKEN}` }] })
    expect(after[2].message.content).toMatchObject([{ tool_use_id: `toolu_${TOKEN}` }])
  })

  test('reaches damaged lines and keeps the rest of their bytes', () => {
    const { rows, places } = redacted([prompt(1, 'a'), `{"torn":"${TOKEN}","é`, answer(2, 'b')])
    expect(rows[1]).toBe('{"torn":"[redacted:github-token:1]","é')
    expect(places).toEqual([{ place: 'damaged line', kind: 'github-token', count: 1 }])
  })

  test('finds what a pattern of the user names', () => {
    const { rows, kinds } = redacted([prompt(1, 'EMP-123456 wrote it')], ['EMP-\\d{6}=employee'])
    expect(rows[0].message.content).toBe('[redacted:employee:1] wrote it')
    expect(kinds).toEqual([{ kind: 'employee', count: 1 }])
  })

  test.each([['('], ['(a+)+$'], ['x*'], ['']])('refuses the pattern %j', (pattern) => {
    expect(() => ownPattern(pattern)).toThrow(expect.objectContaining({ code: 'option' }))
  })

  test('says so where nothing is to be done', () => {
    expect(() => redactSession(sessionOf([prompt(1, 'hello')]))).toThrow(EditError)
    expect(() => redactSession(sessionOf([prompt(1, 'hello')]))).toThrow(
      expect.objectContaining({ code: 'nothing-to-do' }),
    )
  })
})
