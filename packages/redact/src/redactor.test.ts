import { describe, expect, it } from 'vitest'
import { SECRET_KINDS } from './kinds.ts'
import { Redactor } from './redactor.ts'

const RANDOM = ['q7Rt2LmX9', 'vZk4Pw8s', 'Jd3Hf6B']
const TOKEN = 'ghp' + '_' + RANDOM.join('') + 'A1b2C3d4E5f6'
const OTHER_TOKEN = 'ghp' + '_' + [...RANDOM].reverse().join('') + 'A1b2C3d4E5f6'
const PASSWORD = RANDOM.join('!')

describe('placeholders', () => {
  it('are numbered by kind in the order in which secrets are met, in all texts of one redactor', () => {
    const redactor = new Redactor()
    expect(redactor.redact(`a ${TOKEN} b ${OTHER_TOKEN} c ${TOKEN}`)).toEqual({
      text: 'a [redacted:github-token:1] b [redacted:github-token:2] c [redacted:github-token:1]',
      findings: [{ kind: 'github-token', count: 3 }],
    })
    expect(redactor.redact(`PASSWORD=hunter2\nTOKEN=${OTHER_TOKEN}`)).toEqual({
      text: 'PASSWORD=[redacted:password:1]\nTOKEN=[redacted:github-token:2]',
      findings: [
        { kind: 'github-token', count: 1 },
        { kind: 'password', count: 1 },
      ],
    })
    expect(redactor.totalFindings()).toEqual([
      { kind: 'github-token', count: 4 },
      { kind: 'password', count: 1 },
    ])
  })

  it('carry the label that the caller makes, equal for equal secrets', () => {
    const redactor = new Redactor({ label: (secret, kind) => `${kind.length}x${secret.length}` })
    expect(redactor.redact(`${TOKEN} `).text).toBe(`[redacted:github-token:12x${TOKEN.length}] `)
  })

  it('refuse a label that could be anything else, without naming it', () => {
    const redactor = new Redactor({ label: (secret) => `${secret}!` })
    expect(() => redactor.redact(TOKEN)).toThrow(new RangeError('a label is 1 to 32 letters and digits'))
  })

  it('are the same for a key with real and with escaped line breaks', () => {
    const line = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAA'.repeat(2)
    const key = [
      ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
      line,
      ['-----END', 'PRIVATE', 'KEY-----'].join(' '),
    ]
    expect(new Redactor().redact(`${key.join('\n')} and ${key.join('\\n')}`).text).toBe(
      '[redacted:private-key:1] and [redacted:private-key:1]',
    )
  })
})

describe('a secret that its surroundings gave away', () => {
  it('is found again where it stands alone, in the same text and in later ones', () => {
    const redactor = new Redactor()
    expect(redactor.redact(`tried ${PASSWORD}\nDB_PASSWORD=${PASSWORD}\n`).text).toBe(
      'tried [redacted:password:1]\nDB_PASSWORD=[redacted:password:1]\n',
    )
    expect(redactor.redact(`-p${PASSWORD} mysql`)).toEqual({
      text: '-p[redacted:password:1] mysql',
      findings: [{ kind: 'password', count: 1 }],
    })
  })

  it('is found in earlier texts after reading ahead', () => {
    const redactor = new Redactor()
    redactor.learn(`DB_PASSWORD=${PASSWORD}`)
    expect(redactor.totalFindings()).toEqual([])
    expect(redactor.redact(`tried ${PASSWORD}.`).text).toBe('tried [redacted:password:1].')
  })

  it('counts as learned once, unless it is found by its own shape or is a word', () => {
    const redactor = new Redactor()
    redactor.redact(`GITHUB_TOKEN=ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)} POSTGRES_PASSWORD=postgres`)
    expect(redactor.learned).toBe(0)
    for (let time = 0; time < 2; time++) redactor.redact(`DB_PASSWORD=${PASSWORD}`)
    expect(redactor.learned).toBe(1)
  })

  it('stays a word if it is one', () => {
    expect(new Redactor().redact('POSTGRES_PASSWORD=postgres\nimage: postgres').text).toBe(
      'POSTGRES_PASSWORD=[redacted:password:1]\nimage: postgres',
    )
  })

  it('is found among many', () => {
    const redactor = new Redactor()
    const secrets = Array.from(
      { length: 500 },
      (_, i) => `${(i * 7919 + 13).toString(36)}Zq${RANDOM[i % 3]}x${i}Kw`,
    )
    for (const secret of secrets) redactor.learn(`"client_secret": "${secret}"`)
    const { text, findings } = redactor.redact(secrets.join(' | '))
    expect(findings).toEqual([{ kind: 'secret-value', count: 500 }])
    expect(text.replaceAll(/\[redacted:secret-value:\d+\]/g, '_')).toBe(Array(500).fill('_').join(' | '))
  })
})

describe('a JSON value', () => {
  it('is redacted in every string, by its key too, and otherwise unchanged', () => {
    const value = {
      password: 'hunter2',
      Authorization: `Bearer ${RANDOM.join('')}`,
      nested: [{ apiKey: RANDOM.join('') }, 7, null, true, `see ${TOKEN}`],
      args: ['--password', 'hunter2', '--verbose', 'hunter2'],
      env: [{ name: 'API_TOKEN', value: RANDOM.join('') }],
      tokens: [RANDOM.join(''), 12],
      cookie: `theme=dark; sid=${RANDOM.join('')}`,
      usage: { input_tokens: 12, cache_key: 'abc' },
    }
    expect(new Redactor().redactValue(value)).toEqual({
      value: {
        password: '[redacted:password:1]',
        Authorization: 'Bearer [redacted:bearer-token:1]',
        nested: [{ apiKey: '[redacted:bearer-token:1]' }, 7, null, true, 'see [redacted:github-token:1]'],
        args: ['--password', '[redacted:password:1]', '--verbose', 'hunter2'],
        env: [{ name: 'API_TOKEN', value: '[redacted:bearer-token:1]' }],
        tokens: ['[redacted:bearer-token:1]', 12],
        cookie: 'theme=dark; sid=[redacted:bearer-token:1]',
        usage: { input_tokens: 12, cache_key: 'abc' },
      },
      findings: [
        { kind: 'bearer-token', count: 1 },
        { kind: 'cookie', count: 1 },
        { kind: 'github-token', count: 1 },
        { kind: 'password', count: 2 },
        { kind: 'secret-value', count: 3 },
      ],
    })
  })

  it('stays itself where it holds no secret, and is never changed in its place', () => {
    const clean = { a: [1, 'word', { b: null }], value: 'x' }
    const given = { clean, before: 'x', password: 'hunter2', list: ['x', '--token', RANDOM.join(''), clean] }
    const copy = structuredClone(given)
    const redacted = new Redactor().redactValue(given).value
    expect(redacted).toEqual({
      clean,
      before: 'x',
      password: '[redacted:password:1]',
      list: ['x', '--token', '[redacted:secret-value:1]', clean],
    })
    expect(given).toEqual(copy)
    expect(new Redactor().redactValue(clean).value).toBe(clean)
  })

  it('keeps the order of its keys and numbers secrets in it', () => {
    const { value } = new Redactor().redactValue({
      z: { password: 'hunter2' },
      a: [{ password: 'hunter3' }],
      m: 1,
    })
    expect(JSON.stringify(value)).toBe(
      '{"z":{"password":"[redacted:password:1]"},"a":[{"password":"[redacted:password:2]"}],"m":1}',
    )
  })

  it('may be nested deeper than any stack', () => {
    let value: unknown = { password: 'hunter2' }
    for (let i = 0; i < 200_000; i++) value = [value]
    let inner = new Redactor().redactValue(value).value
    while (Array.isArray(inner)) inner = inner[0]
    expect(inner).toEqual({ password: '[redacted:password:1]' })
  })

  it('may have keys that mean something to JavaScript', () => {
    const text = '{"__proto__":{"password":"hunter2"},"constructor":{"prototype":"x"},"toString":"y"}'
    const { value } = new Redactor().redactValue(JSON.parse(text))
    expect(JSON.stringify(value)).toBe(text.replace('hunter2', '[redacted:password:1]'))
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('password' in {}).toBe(false)
  })

  it('that is only a string is redacted as text', () => {
    expect(new Redactor().redactValue(`x ${TOKEN}`).value).toBe('x [redacted:github-token:1]')
  })

  it('keeps the signatures that a resume needs', () => {
    const value = {
      type: 'thinking',
      thinking: 'about the token',
      signature: `${RANDOM.join('+')}/${RANDOM.join('')}==`,
    }
    expect(new Redactor().redactValue(value)).toEqual({ value, findings: [] })
  })
})

it('every kind has one line about it', () => {
  for (const [kind, about] of SECRET_KINDS) {
    expect(kind).toMatch(/^[a-z0-9-]{2,40}$/)
    expect(about).toMatch(/^.{8,100}$/)
  }
  expect([...SECRET_KINDS.keys()]).toEqual([...SECRET_KINDS.keys()].sort())
})

describe('a secret that is torn', () => {
  const torn = (by: string): string => TOKEN.slice(0, 9) + by + TOKEN.slice(9)

  it('by colours is found, and what stands around it stays', () => {
    const redactor = new Redactor()
    expect(redactor.redact(`\u001B[1mfound ${torn('\u001B[0m\u001B[31m')} \u001B[0mhere ${TOKEN}`).text).toBe(
      '\u001B[1mfound [redacted:github-token:1] \u001B[0mhere [redacted:github-token:1]',
    )
  })

  it('by escapes of JSON, also of colours, is found', () => {
    const escaped = `\\u00${TOKEN.charCodeAt(20).toString(16)}`
    const inJson = TOKEN.slice(0, 20) + escaped + TOKEN.slice(21)
    expect(new Redactor().redact(`{"out":"${inJson}","then":"${torn('\\u001b[32m')}"}`).text).toBe(
      '{"out":"[redacted:github-token:1]","then":"[redacted:github-token:1]"}',
    )
  })
})

describe('a pattern with a name', () => {
  it('names its placeholders and counts', () => {
    const redactor = new Redactor({ patterns: [{ pattern: /badge-\d+/, name: 'badge' }] })
    expect(redactor.redact('badge-12 and badge-13')).toEqual({
      text: '[redacted:badge:1] and [redacted:badge:2]',
      findings: [{ kind: 'badge', count: 2 }],
    })
  })
})
