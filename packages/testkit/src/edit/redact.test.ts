import { redactSession, renderInMemory, sessionInMemory, type EditSession } from '@skein/edit'
import { describe, expect, test } from 'vitest'
import { Random } from '../corpus/prng.ts'

const ID = '5e551000-0000-4000-8000-000000000001'
const COPY = 'c0b1e500-0000-4000-8000-000000000002'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/** So many signs, each drawn with equal chance, as issuers do. */
function drawn(random: Random, count: number, signs = LETTERS + DIGITS): string {
  return Array.from({ length: count }, () => signs[random.int(0, signs.length - 1)]).join('')
}

/** One that nobody takes for a name: letters alone could be one by chance. */
function password(random: Random, count: number): string {
  return drawn(random, count - 2) + drawn(random, 2, DIGITS)
}

/** Kinds of secrets: what is secret, and the text in which it stands. */
const KINDS: readonly ((random: Random) => readonly [secret: string, text: (secret: string) => string])[] = [
  (random) => [`ghp_${drawn(random, 36)}`, alone],
  (random) => [`github_pat_${drawn(random, 22)}_${drawn(random, 59)}`, alone],
  (random) => [`glpat-${drawn(random, 20)}`, alone],
  (random) => [`AKIA${drawn(random, 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`, alone],
  (random) => [`sk-ant-api03-${drawn(random, 93)}AA`, alone],
  (random) => [`xoxb-${drawn(random, 12, DIGITS)}-${drawn(random, 12, DIGITS)}-${drawn(random, 24)}`, alone],
  (random) => [`sk_live_${drawn(random, 24)}`, alone],
  (random) => [`AIza${drawn(random, 35)}`, alone],
  (random) => [`npm_${drawn(random, 36)}`, alone],
  (random) => [`SG.${drawn(random, 22)}.${drawn(random, 43)}`, alone],
  (random) => [`hf_${drawn(random, 34, LETTERS)}`, alone],
  (random) => [`dop_v1_${drawn(random, 64, '0123456789abcdef')}`, alone],
  (random) => [password(random, 20), (secret) => `PASSWORD=${secret}\n`],
  (random) => [password(random, 32), (secret) => `export API_TOKEN="${secret}"`],
  (random) => [password(random, 24), (secret) => `postgres://app:${secret}@db.example.org/app`],
  (random) => [password(random, 40), (secret) => `Authorization: Bearer ${secret}`],
  (random) => [password(random, 28), (secret) => `{"client_secret": "${secret}"}`],
  (random) => [password(random, 24), (secret) => `mysql --password ${secret} app`],
  (random) => [password(random, 40), (secret) => `const apiKey = '${secret}'`],
  (random) => [password(random, 36), (secret) => `api_key: ${secret}`],
]

function alone(secret: string): string {
  return `look: ${secret} there`
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const row = (n: number, type: string, fields: object) => ({
  parentUuid: n === 1 ? null : uuid(n - 1),
  type,
  uuid: uuid(n),
  sessionId: ID,
  timestamp: new Date(Date.UTC(2026, 0, 2, 3, 0, n)).toISOString(),
  ...fields,
})
const user = (n: number, content: unknown, more: object = {}) =>
  row(n, 'user', { message: { role: 'user', content }, ...more })
const assistant = (n: number, block: object) =>
  row(n, 'assistant', { message: { id: `msg_${n}`, role: 'assistant', content: [block] } })

/** Places of a session: the row in which a text stands. */
const PLACES: readonly ((n: number, text: string) => object)[] = [
  (n, text) => user(n, text),
  (n, text) => user(n, [{ type: 'text', text }]),
  (n, text) => assistant(n, { type: 'text', text }),
  (n, text) =>
    assistant(n, { type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: { deep: [{ command: text }] } }),
  (n, text) =>
    user(n, [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: [{ type: 'text', text }] }]),
  (n, text) => user(n, 'x', { toolUseResult: { stdout: 'fine', lines: [[text]] } }),
  (n, text) => row(n, 'attachment', { attachment: { type: 'file', content: { text } } }),
  (n, text) => row(n, 'system', { subtype: 'local_command', content: text }),
  (n, text) => row(n, 'from-the-future', { payload: { one: { two: [text] } } }),
  (_, text) => ({ type: 'last-prompt', lastPrompt: text, leafUuid: 'x' }),
]

function lines(rows: readonly unknown[]): Uint8Array {
  return Buffer.from(rows.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''))
}

function textOf({ main, agents }: EditSession): string {
  return [main, ...agents]
    .map(({ source, length }) => Buffer.from(source.read([{ offset: 0, length }])[0]).toString())
    .join('')
}

interface Planted {
  readonly secrets: readonly string[]
  readonly rows: readonly object[]
}

/** Every kind in every place, each a secret of its own. */
function planted(seed: number): Planted {
  const random = new Random(seed)
  const secrets: string[] = []
  const rows: object[] = []
  for (const place of PLACES)
    for (const kind of KINDS) {
      const [secret, text] = kind(random)
      secrets.push(secret)
      rows.push(place(rows.length + 1, text(secret)))
    }
  return { secrets, rows }
}

describe('redact', () => {
  test('leaves no secret of 20 kinds in 10 places, and changes nothing else', () => {
    for (const seed of [1, 2, 3]) {
      const { secrets, rows } = planted(seed)
      expect(secrets).toHaveLength(200)
      const { draft } = redactSession(sessionInMemory({ id: ID, main: lines(rows) }))
      const after = draft.main.values(rows.map((_, i) => i))
      const back = new Map<string, string>()
      for (const [i, secret] of secrets.entries()) {
        const text = JSON.stringify(after.get(i))
        expect(text).not.toContain(secret)
        const found = [...text.matchAll(/\[redacted:[a-z0-9-]+:\d+\]/g)].map(([placeholder]) => placeholder)
        expect(found).toHaveLength(1)
        back.set(found[0], secret)
        // With the secret put back it is the row that it was.
        expect(JSON.parse(text.replace(found[0], JSON.stringify(secret).slice(1, -1)))).toEqual(rows[i])
      }
      expect(back.size).toBe(200)
    }
  })

  test('leaves none in sub-agents and damaged lines, and gives it the same placeholder there', () => {
    const { secrets, rows } = planted(4)
    const session = sessionInMemory({
      id: ID,
      main: lines(rows),
      agents: {
        'subagents/agent-a.jsonl': lines([
          user(1, secrets.slice(0, 12).join(' and ')),
          `{"torn":"${secrets[3]}`,
        ]),
      },
    })
    const after = renderInMemory(redactSession(session).draft, COPY)
    const text = textOf(after)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    const placeholder = /\[redacted:aws-access-key-id:\d+\]/.exec(text)?.[0] ?? 'none'
    expect(text).toContain(`{"torn":"${placeholder}`)
  })
})
