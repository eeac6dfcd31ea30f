import { afterAll, describe, expect, it } from 'vitest'
import { answer, lines, prompt, result, Workbench } from '../../test/run-skein.ts'
import { mask } from './mask.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

/** Made of pieces, so that no scanner takes it for a real one. */
const KEY = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')
const PASSWORD = ['correct', 'horse', '9battery'].join('')

describe('mask', () => {
  it('puts a placeholder in the place of a secret', () => {
    expect(mask(`key ${KEY} here`)).toBe('key [redacted:aws-access-key-id:1] here')
    expect(mask('nothing here')).toBe('nothing here')
  })

  it('finds a secret that colours or hidden signs tear apart', () => {
    const torn = `${KEY.slice(0, 6)}\u001b[0m${KEY.slice(6)}`
    const hollow = `${KEY.slice(0, 6)}\u200b${KEY.slice(6)}`
    expect(mask(`\u001b[1mkey ${torn}`)).toBe('\u001b[1mkey [redacted:aws-access-key-id:1]')
    expect(mask(`key ${hollow}`)).toBe('key [redacted:aws-access-key-id:1]')
    expect(mask('\u001b[1mno secret')).toBe('\u001b[1mno secret')
  })
})

describe('what the commands print', () => {
  const call = {
    type: 'tool_use',
    id: 't',
    name: 'Write',
    input: { file_path: '/home/ada/app/.env', content: `KEY=${KEY}\n` },
  }
  bench.write(
    's.jsonl',
    lines(
      prompt('a', null, `Use ${KEY}`, 0),
      answer('b', 'a', call, 1),
      result('c', 'b', 't', 2, {
        text: 'ok',
        value: {
          type: 'create',
          filePath: '/home/ada/app/.env',
          content: `KEY=${KEY}\n`,
          structuredPatch: [],
        },
      }),
      answer(
        'd',
        'c',
        { type: 'tool_use', id: 'u', name: 'mcp__x__login', input: { password: PASSWORD } },
        3,
      ),
      result('e', 'd', 'u', 4, { text: `failed for ${KEY}`, error: true }),
      answer('f', 'e', `Set ${KEY}.`, 5),
      { type: 'custom-title', customTitle: `About ${KEY}` },
      prompt('g', 'a', `Take ${KEY} back`, 6),
      prompt('h', 'f', 'Thanks', 7),
    ) + `{"torn":"${KEY}\n`,
  )
  const commands = [
    ['show'],
    ['show', '--full'],
    ['show', '--brief'],
    ['show', '--json', '--full'],
    ['show', '--view', 'raw'],
    ['show', '--view', 'raw', '--json'],
    ['show', '--view', 'resume', '--full'],
    ['show', '--view', 'resume', '--json'],
    ['show', '--at', 'd'],
    ['show', '--branch', '1'],
    ['tree'],
    ['tree', '--json'],
    ['files', '--diff'],
    ['files', '--diff', '--json'],
    ['check'],
    ['check', '--json'],
    ['export', 'md'],
    ['export', 'html'],
    ['export', 'json'],
    ['export', 'api'],
  ]

  it.each(commands.map((command) => [command]))('%j masks secrets', (command) => {
    const { code, stdout } = bench.run([...command, 's.jsonl'])
    expect({ code, key: stdout.includes(KEY), password: stdout.includes(PASSWORD) }).toEqual({
      code: 0,
      key: false,
      password: false,
    })
  })

  it.each([
    [['show', '--full']],
    [['show', '--view', 'raw']],
    [['files', '--diff']],
    [['export', 'html']],
    [['export', 'api']],
  ])('%j --reveal shows them', (command) => {
    expect(bench.run([...command, 's.jsonl', '--reveal']).stdout).toContain(KEY)
  })
})
