import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawSecret as draw, randomFrom } from '../../testkit/src/redact/draw-secret.ts'
import { PROVIDER_RULES } from './providers/rules.ts'
import { Redactor } from './redactor.ts'

/** A secret that was drawn for this test; `prefix` names the issuer and is no secret itself. */
interface Planted {
  readonly kind: string
  readonly prefix: string
  readonly body: string
}

const TOKENS = PROVIDER_RULES.flatMap(({ kind, tokens }) =>
  tokens.map(([prefix, body]) => ({ kind, prefix, body })),
)
const token: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom(...TOKENS), fc.integer())
  .map(([{ kind, prefix, body }, seed]) => ({ kind, prefix, body: draw(body, randomFrom(seed)) }))

const named: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom('password', 'secret-value', 'url-password', 'bearer-token', 'cookie'), fc.integer())
  .map(([kind, seed]) => ({ kind, prefix: '', body: draw('[A-Za-z0-9]{28}', randomFrom(seed)) }))

/** What makes a value without a prefix a secret. */
const CONTEXT: Readonly<Record<string, (secret: string) => string>> = {
  password: (secret) => `DB_PASSWORD=${secret}\n`,
  'secret-value': (secret) => `"client_secret": "${secret}"`,
  'url-password': (secret) => `postgres://app:${secret}@db/app`,
  'bearer-token': (secret) => `Authorization: Bearer ${secret}\n`,
  cookie: (secret) => `Cookie: theme=dark; sid=${secret}\n`,
}

/** Where secrets turn up. */
const PLACES: Readonly<Record<string, (secret: string) => string>> = {
  prose: (secret) => `Use ${secret}, please`,
  quotes: (secret) => `const it = "${secret}"`,
  json: (secret) => JSON.stringify({ a: [1, { b: `x ${secret} y` }] }),
  'json in json': (secret) => JSON.stringify({ out: JSON.stringify({ line: `first\n${secret}\nlast` }) }),
  log: (secret) => `2026-01-02T03:04:05Z INFO [http] GET /x?y=1 (${secret}) 200 17ms`,
  markdown: (secret) => `- \`${secret}\` | **b**`,
  settings: (secret) => `A=1\nSOME_TOKEN=${secret}\nB=2`,
  colours: (secret) => `\u001b[32m${secret}\u001b[0m`,
  'control sequence': (secret) => `\u001b[2J${secret}\u001b(B`,
  'escaped control sequence': (secret) => `\\u001b[K${secret} x`,
  url: (secret) => `https://api.example.org/v1/items?q=${secret}&page=2`,
}

const words = fc.array(
  fc.constantFrom('the', 'café', 'x=1', '{', '"a":', '日本', '()', 'e.g.', '\n', '🙂', '-', 'AKI', 'sk'),
  {
    maxLength: 12,
  },
)

/** The first six characters of the secret's body that a text still holds, or null. */
function leak(text: string, { body }: Planted): string | null {
  for (let i = 0; i + 6 <= body.length; i++)
    if (text.includes(body.slice(i, i + 6))) return body.slice(i, i + 6)
  return null
}

describe('planted secrets', () => {
  it.each(TOKENS)('$prefix… is found as $kind in every place', ({ kind, prefix, body }) => {
    for (const [name, place] of Object.entries(PLACES)) {
      const planted = { kind, prefix, body: draw(body, randomFrom(name.length * 7919 + prefix.length)) }
      const redacted = new Redactor().redact(place(planted.prefix + planted.body))
      expect({ name, leak: leak(redacted.text, planted), kinds: redacted.findings }).toEqual({
        name,
        leak: null,
        kinds: [{ kind, count: 1 }],
      })
    }
  })

  it('leave nothing behind in random surroundings, and redacting again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(token, named),
        fc.constantFrom(...Object.keys(PLACES)),
        words,
        words,
        (planted, place, before, after) => {
          const secret = planted.prefix + planted.body
          const context = CONTEXT[planted.kind]
          const inside =
            context === undefined || planted.prefix !== '' ? PLACES[place](secret) : context(secret)
          const text = `${before.join(' ')} ${inside} ${after.join(' ')}`
          const redactor = new Redactor()
          const once = redactor.redact(text)
          expect(leak(once.text, planted)).toBeNull()
          expect(redactor.redact(once.text)).toEqual({ text: once.text, findings: [] })
          expect(new Redactor().redact(once.text)).toEqual({ text: once.text, findings: [] })
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('leave nothing behind under a telling key of a JSON value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('password', 'clientSecret', 'api_key', 'access-token', 'AUTH_TOKEN', 'privateKey'),
        fc.integer(),
        fc.jsonValue(),
        (key, seed, rest) => {
          const body = draw('[A-Za-z0-9]{28}', randomFrom(seed))
          const redacted = new Redactor().redactValue({
            rest,
            deep: [{ [key]: body, list: { [key]: [body] } }],
          })
          expect(leak(JSON.stringify(redacted.value), { kind: '', prefix: '', body })).toBeNull()
        },
      ),
    )
  })

  it('do not change the text around them', () => {
    fc.assert(
      fc.property(token, words, words, ({ prefix, body }, before, after) => {
        const text = `${before.join(' ')} (${prefix}${body}) ${after.join(' ')}`
        const { text: redacted } = new Redactor().redact(text)
        expect(redacted.replace(/\[redacted:[a-z0-9-]+:1\]/, prefix + body)).toBe(text)
      }),
    )
  })
})

describe('text without secrets', () => {
  it('is given back as it was', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        fc.pre(!/[:=>]|--/.test(text))
        expect(new Redactor().redact(text)).toEqual({ text, findings: [] })
      }),
    )
  })

  it('of any characters is redacted once: again changes nothing', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          'password',
          'token',
          'API_KEY',
          'Cookie',
          '=',
          ':',
          ' ',
          '"',
          "'",
          '\\',
          '--',
          '://',
          '@',
          '\n',
          'Bearer ',
          '[redacted:',
          ']',
          '-----BEGIN',
          ' PRIVATE KEY-----',
          '<',
          '>',
          '&',
          '?',
        ),
        fc.string({ maxLength: 12 }),
        fc.integer().map((seed) => draw('[A-Za-z0-9]{24}', randomFrom(seed))),
      ),
      { maxLength: 24 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const once = new Redactor().redact(parts.join('')).text
        expect(new Redactor().redact(once)).toEqual({ text: once, findings: [] })
      }),
      { numRuns: 3000 },
    )
  })
})

it('the drawn alphabet is the one that issuers use', () => {
  expect(draw('[A-Za-z0-9]{4}-\\w{2}(?:x)?', randomFrom(1))).toMatch(/^[A-Za-z0-9]{4}-\w{2}$/)
})
