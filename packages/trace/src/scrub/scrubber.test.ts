import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FIELD_CAP, Scrubber } from './scrubber.ts'

/** Made up, in the form of a GitHub token. */
const TOKEN = 'ghp_Zq8vN2xLw5RtY7uKb3Fj9HsDe1GaPc4MoXiV'
const KEY = 'stays on this machine'
const labelOf = (secret: string): string => createHmac('sha256', KEY).update(secret).digest('hex').slice(0, 8)
const PLACEHOLDER = `[redacted:github-token:${labelOf(TOKEN)}]`

describe('a text', () => {
  it('has no secret, but a placeholder that is the same in every run with the same key', () => {
    const text = `push with ${TOKEN} please`
    const scrubbed = { text: `push with ${PLACEHOLDER} please`, cut: null }
    expect(new Scrubber({ key: KEY }).text(text)).toEqual(scrubbed)
    expect(new Scrubber({ key: KEY }).text(text)).toEqual(scrubbed)
    expect(new Scrubber({ key: 'another' }).text(text)).not.toEqual(scrubbed)
  })

  it('is left alone when redaction is off', () => {
    expect(new Scrubber({ key: KEY, redact: false }).text(TOKEN)).toEqual({ text: TOKEN, cut: null })
  })

  it('of exactly the cap is whole, one unit more is cut', () => {
    const scrubber = new Scrubber({ key: KEY })
    expect(scrubber.text('a '.repeat(FIELD_CAP / 2))).toEqual({ text: 'a '.repeat(FIELD_CAP / 2), cut: null })
    const long = `${'a '.repeat(FIELD_CAP / 2)}b`
    expect(scrubber.text(long)).toEqual({
      text: `${'a '.repeat(FIELD_CAP / 2).slice(0, -1)}…`,
      cut: {
        length: FIELD_CAP + 1,
        hash: `hmac-sha256:${createHmac('sha256', KEY).update(long).digest('hex')}`,
      },
    })
  })

  it('has a plain hash when nothing is redacted', () => {
    const long = '🙂 '.repeat(1_000_000)
    expect(new Scrubber({ key: KEY, redact: false }).text(long).cut).toEqual({
      length: 3_000_000,
      hash: `sha256:${createHash('sha256').update(long).digest('hex')}`,
    })
  })

  it('never ends in half a pair, and never has one', () => {
    const { text } = new Scrubber({ key: KEY, cap: 10 }).text('12345678🙂90')
    expect(text).toBe('12345678…')
    expect(new Scrubber({ key: KEY }).text('a\ud83d b').text).toBe('a\ufffd b')
  })

  it.each(Array.from({ length: TOKEN.length + 1 }, (_, i) => i))(
    'has nothing of a secret that the cap goes through after %i characters',
    (inside) => {
      const text = `${'word '.repeat(8000).slice(0, FIELD_CAP - inside - 1)} ${TOKEN} ${'more '.repeat(8000)}`
      const scrubbed = new Scrubber({ key: KEY }).text(text).text
      expect(scrubbed).not.toContain('ghp_')
      expect(scrubbed.length).toBeLessThanOrEqual(FIELD_CAP)
    },
  )

  it.each([1, 5, 12, 30])(
    'has nothing of a secret that what was looked at ends in, after %i characters, where placeholders made it short',
    (inside) => {
      // All that comes before shrinks to a tenth, so the end of what was looked at is far below the cap.
      const key = (n: number): string =>
        `-----BEGIN PRIVATE KEY-----\n${createHash('sha512').update(String(n)).digest('base64').repeat(20)}\n-----END PRIVATE KEY-----\n`
      let before = ''
      for (let n = 0; before.length < FIELD_CAP + 5000; n++) before += key(n)
      const window = FIELD_CAP + 8000
      const text = `${before}${'word '.repeat(8000)}`.slice(0, window - inside) + TOKEN + ' more'.repeat(8000)
      expect(new Scrubber({ key: KEY }).text(text).text).not.toContain('ghp_'.slice(0, inside))
    },
  )
})

describe('a value', () => {
  it('has its secrets found by their keys, and in its keys', () => {
    const scrubber = new Scrubber({ key: KEY })
    const password = 'correct-horse-9'
    expect(JSON.parse(scrubber.value({ db: { password }, [TOKEN]: 1 }).text)).toEqual({
      db: { password: `[redacted:password:${labelOf(password)}]` },
      [PLACEHOLDER]: 1,
    })
  })

  it('is JSON still when it is cut', () => {
    const value = { file_path: 'a.ts', content: 'line\n'.repeat(100_000), after: true }
    const { text, cut } = new Scrubber({ key: KEY }).value(value)
    const json = JSON.stringify(value)
    expect(text.length).toBeLessThanOrEqual(FIELD_CAP)
    expect(text.length).toBeGreaterThan(FIELD_CAP - 100)
    const parsed = JSON.parse(text) as typeof value
    expect(Object.keys(parsed)).toEqual(['file_path', 'content'])
    expect(parsed.content).toMatch(/^(?:line\n)+(?:l|li|lin|line)?…$/)
    expect(cut).toEqual({
      length: json.length,
      hash: `hmac-sha256:${createHmac('sha256', KEY).update(json).digest('hex')}`,
    })
  })

  it('that is a text is that text', () => {
    expect(new Scrubber({ key: KEY }).value('{"a": 1}')).toEqual({ text: '{"a": 1}', cut: null })
  })

  it('may be nested as deep as a file can say', () => {
    const depth = 100_000
    const nested: unknown = JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
    expect(new Scrubber({ key: KEY }).value(nested).cut?.length).toBe(depth * 6 + 1)
  })
})

describe('an id', () => {
  it('stays, whatever texts say of it', () => {
    const scrubber = new Scrubber({ key: KEY })
    const id = '5f0c6f1e-8a3b-4f7e-9f43-1d2c3b4a5e6f'
    expect(scrubber.text(`SESSION_TOKEN=${id}`).text).not.toContain(id)
    expect(scrubber.id(id)).toBe(id)
  })

  it('that is a secret by its shape does not', () => {
    expect(new Scrubber({ key: KEY }).id(TOKEN)).toBe(PLACEHOLDER)
    expect(new Scrubber({ key: KEY, redact: false }).id(TOKEN)).toBe(TOKEN)
  })
})

it('takes time in proportion to what is shown, and hashes the rest', () => {
  const huge = `password=hunter22 ${'\\u0041 text '.repeat(5_000_000)}`
  const { text, cut } = new Scrubber({ key: KEY }).text(huge)
  expect(text.length).toBe(FIELD_CAP)
  expect(cut?.length).toBe(huge.length)
})
