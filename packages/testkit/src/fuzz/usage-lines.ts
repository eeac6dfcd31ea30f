import type { Random } from '../corpus/prng.ts'

/** A JSON value: an object as its members, in order, so that a key can stand twice; all else as text. */
type Tree = string | Member[]
type Member = [key: string, value: Tree]

/**
 * A transcript of lines that tell of usage, most of them odd in one to three ways: white space, order of
 * keys, escapes, repeated keys, huge numbers, values of the wrong kind, `usage` where it means
 * nothing, and damage that leaves no JSON.
 *
 * Half of the lines are the one before with some bytes changed: making a row costs more than reading it.
 */
export function usageTranscript(lines: number, random: Random): Uint8Array<ArrayBuffer> {
  const session = new Session(random)
  const parts: Uint8Array[] = []
  let line = NEWLINE
  for (let i = 0; i < lines; i++) {
    const isNew = i === 0 || random.chance(0.5)
    if (isNew) line = encoder.encode(oddRow(session, random))
    parts.push(isNew && random.chance(0.9) ? line : random.pick(BYTE_CHANGES)(line, random))
    if (!random.chance(0.01)) parts.push(NEWLINE)
  }
  return joined(...parts)
}

function oddRow(session: Session, random: Random): string {
  const row = session.row()
  for (let changes = random.weighted(CHANGE_COUNTS); changes > 0; changes--)
    random.pick(TREE_CHANGES)(row, random)
  return written(row, random.weighted(STYLES), random)
}

const encoder = new TextEncoder()
const NEWLINE = Uint8Array.of(0x0a)
const CHANGE_COUNTS = [
  [0, 6],
  [1, 4],
  [2, 2],
  [3, 1],
] as const

/** The rows of a session that repeat each other, as real ones do. */
class Session {
  readonly #random: Random
  readonly #id: string
  readonly #shape: (typeof SHAPES)[number]
  readonly #model: string
  #message = ''

  constructor(random: Random) {
    this.#random = random
    this.#id = random.uuid()
    this.#shape = random.pick(SHAPES)
    this.#model = random.pick(MODELS)
  }

  row(): Member[] {
    const random = this.#random
    if (this.#message === '' || random.chance(0.4)) this.#message = `msg_01${random.base58(22)}`
    if (random.chance(0.15)) return this.#other()
    return ordered(
      [
        ['parentUuid', quoted(random.uuid())],
        ['isSidechain', random.chance(0.1) ? 'true' : 'false'],
        ['userType', '"external"'],
        ['cwd', '"/home/dev/code"'],
        ['sessionId', quoted(this.#id)],
        ['version', '"2.1.101"'],
        ['gitBranch', '"main"'],
        ['message', this.#spoken()],
        ['requestId', quoted(`req_01${random.base58(22)}`)],
        ['type', '"assistant"'],
        ['uuid', quoted(random.uuid())],
        ['timestamp', quoted(new Date(1.75e12 + random.int(0, 4e10)).toISOString())],
        ...(random.chance(0.05) ? ([['isApiErrorMessage', 'true']] as Member[]) : []),
        ...(random.chance(0.1)
          ? ([
              [
                'forkedFrom',
                [
                  ['sessionId', quoted(random.uuid())],
                  ['messageUuid', '"u"'],
                ],
              ],
            ] as Member[])
          : []),
      ],
      this.#shape.top,
    )
  }

  #spoken(): Member[] {
    const random = this.#random
    return ordered(
      [
        ['model', quoted(this.#model)],
        ['id', quoted(this.#message)],
        ['type', '"message"'],
        ['role', '"assistant"'],
        ['content', content(random)],
        ['stop_reason', random.pick(['null', '"end_turn"', '"tool_use"'])],
        ['stop_sequence', 'null'],
        ['usage', usage(random, this.#shape.counters)],
      ],
      this.#shape.message,
    )
  }

  /** Rows that hold usage without being an assistant's: sub-agents' progress, results of a task. */
  #other(): Member[] {
    const random = this.#random
    const inner: Member[] = [
      ['type', '"assistant"'],
      ['message', this.#spoken()],
    ]
    const [type, key] = random.pick([
      ['progress', 'data'],
      ['user', 'toolUseResult'],
      ['assistant', 'toolUseResult'],
    ])
    return [
      ['type', quoted(type)],
      ['uuid', quoted(random.uuid())],
      ['sessionId', quoted(this.#id)],
      [
        'message',
        [
          ['role', quoted(type)],
          ['content', content(random)],
        ],
      ],
      [key, inner],
    ]
  }
}

const MODELS = ['claude-opus-4-6', 'claude-opus-4-6', 'claude-sonnet-4-20250514', 'x', '<synthetic>']

/** Orders of keys seen in the wild; keys that are not named come last. */
const SHAPES = [
  {
    top: ['parentUuid', 'isSidechain', 'userType', 'cwd', 'sessionId', 'version', 'gitBranch', 'message'],
    message: ['model', 'id'],
    counters: 'new',
  },
  {
    top: ['parentUuid', 'isSidechain', 'message', 'requestId', 'type', 'uuid', 'timestamp'],
    message: ['model', 'id'],
    counters: 'newest',
  },
  {
    top: ['type', 'timestamp', 'parentUuid', 'sessionId'],
    message: ['id', 'type', 'role', 'model', 'usage'],
    counters: 'old',
  },
  {
    top: ['type', 'uuid', 'forkedFrom'],
    message: ['id', 'type', 'role', 'content', 'model'],
    counters: 'least',
  },
] as const

function ordered(members: Member[], first: readonly string[]): Member[] {
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)
  return members.sort(([a], [b]) => rank(a) - rank(b))
}

function usage(random: Random, counters: (typeof SHAPES)[number]['counters']): Member[] {
  const count = () => String(random.int(0, random.pick([9, 999, 250_000])))
  const least: Member[] = [
    ['input_tokens', count()],
    ['output_tokens', count()],
  ]
  if (counters === 'least') return least
  const old: Member[] = [
    ['input_tokens', count()],
    ['cache_creation_input_tokens', count()],
    ['cache_read_input_tokens', count()],
    ['output_tokens', count()],
    ['service_tier', random.pick(['"standard"', '"priority"', 'null'])],
    ['speed', random.chance(0.98) ? '"standard"' : random.pick(['"fast"', '"f"', '""', 'null', '7'])],
    [
      'inference_geo',
      random.chance(0.95) ? '"not_available"' : random.pick(['"us"', '"usa"', '""', '"global"', 'null', '7']),
    ],
  ]
  if (counters === 'old') return old
  old.splice(3, 0, [
    'cache_creation',
    [
      ['ephemeral_5m_input_tokens', count()],
      ['ephemeral_1h_input_tokens', count()],
    ],
  ])
  if (counters === 'new') return old
  return [
    ...old,
    [
      'server_tool_use',
      random.chance(0.2)
        ? 'null'
        : [
            ['web_search_requests', count()],
            ['web_fetch_requests', count()],
          ],
    ],
    ['iterations', '[{"input_tokens":1,"output_tokens":2}]'],
    ['speed', '"standard"'],
  ]
}

function content(random: Random): string {
  const text = Array.from({ length: random.int(0, 6) }, () => random.pick(PIECES)).join('')
  const block = `{"type":"text","text":"${text}"}`
  return random.pick([
    '[]',
    `[${block}]`,
    `[${block},{"type":"tool_use","id":"t","name":"Bash","input":{"a":[1,-2.5e3,true,null]}}]`,
  ])
}

/** What may stand inside a string, as JSON text. */
const PIECES = [
  'some words ',
  'x'.repeat(70),
  '\\n',
  '\\"usage\\":{\\"output_tokens\\":5}',
  '\\"usage',
  '\\\\',
  '\\\\\\"',
  '漢字 😀 ',
  '\\u001b[0m',
  '\\u0075',
  '\\u0065',
  'usage',
  '\\/',
  '\\ud83d',
]

type TreeChange = (row: Member[], random: Random) => void

const TREE_CHANGES: readonly TreeChange[] = [
  function shuffle(row, random) {
    const members = anyObject(row, random)
    for (let i = members.length - 1; i > 0; i--) {
      const j = random.int(0, i)
      const kept = members[i]
      members[i] = members[j]
      members[j] = kept
    }
  },
  function repeatKey(row, random) {
    const members = anyObject(row, random)
    if (members.length === 0) return
    const [key, value] = random.pick(members)
    const other = random.chance(0.5) ? random.pick(ODD_VALUES) : structuredClone(value)
    members.splice(random.int(0, members.length), 0, [key, other])
  },
  function oddValue(row, random) {
    const members = anyObject(row, random)
    if (members.length > 0) random.pick(members)[1] = random.pick(ODD_VALUES)
  },
  function hugeNumber(row, random) {
    const members = objectsIn(row)
      .flat()
      .filter(([key]) => key.includes('tokens') || key.includes('requests'))
    if (members.length > 0) random.pick(members)[1] = random.pick(NUMBERS)
  },
  function drop(row, random) {
    const members = anyObject(row, random)
    if (members.length > 0) members.splice(random.int(0, members.length - 1), 1)
  },
  function move(row, random) {
    const from = anyObject(row, random)
    if (from.length === 0) return
    const [moved] = from.splice(random.int(0, from.length - 1), 1)
    anyObject(row, random).push(moved)
  },
  function unknownKey(row, random) {
    const key = random.pick(['new', 'usage2', '__proto__', 'usage', 'Usage', ''])
    anyObject(row, random).push([key, random.pick(ODD_VALUES)])
  },
  function oddTime(row, random) {
    for (const member of row) if (member[0] === 'timestamp') member[1] = random.pick(TIMES)
  },
]

const NUMBERS = [
  '1e999',
  '99999999999999999999',
  '123456789012345',
  '1234567890123456',
  '1.5',
  '-3',
  '-0',
  '0.0',
  '1e3',
  '12E+2',
  '00',
  '01',
  '1.',
  '+1',
  '0x1',
  'NaN',
]
const ODD_VALUES = [
  'null',
  'true',
  'false',
  '0',
  '1',
  '""',
  '"assistant"',
  '"x"',
  '[]',
  '{}',
  '[{"usage":{"output_tokens":7}}]',
  '{"output_tokens":3}',
  '"\\u0061ssistant"',
  '"\\u0000message:1"',
  '"é"',
  'tru',
  '{"a" 1}',
  '[1 2]',
]
const TIMES = [
  '"2026-02-29T00:00:00.000Z"',
  '"2024-02-29T10:00:00.000Z"',
  '"2026-01-31T23:59:59.999Z"',
  '"2026-04-31T00:00:00.000Z"',
  '"2026-01-05T24:00:00.000Z"',
  '"2026-01-05"',
  '"2026-01-05T10:00:00Z"',
  '"2026-01-05T10:00:00.000+02:00"',
  '"never"',
  '"1969-12-31T23:59:59.999Z"',
  '1767607200000',
  '"2026-01-05T10:00:00.0é0Z"',
  '"2026-13-05T10:00:00.000Z"',
  '"9999-12-31T23:59:59.999Z"',
]

/** One of the objects of a row, the row included. */
function anyObject(row: Member[], random: Random): Member[] {
  return random.pick(objectsIn(row))
}

function objectsIn(tree: Tree): Member[][] {
  if (typeof tree === 'string') return []
  return [tree, ...tree.flatMap(([, value]) => objectsIn(value))]
}

/** How a tree becomes text: whether white space stands between tokens, whether letters are escaped. */
interface Style {
  readonly spaces: number
  readonly escapes: number
}

const STYLES: readonly (readonly [Style, number])[] = [
  [{ spaces: 0, escapes: 0 }, 8],
  [{ spaces: 0.02, escapes: 0 }, 2],
  [{ spaces: 1, escapes: 0 }, 1],
  [{ spaces: 0, escapes: 0.01 }, 2],
  [{ spaces: 0.02, escapes: 0.05 }, 1],
]

function written(tree: Tree, style: Style, random: Random): string {
  const space = () => (random.chance(style.spaces) ? random.pick([' ', '  ', '\t', '\r']) : '')
  if (typeof tree === 'string') return escapedString(tree, style, random)
  const members = tree.map(
    ([key, value]) =>
      `${space()}${escapedString(quoted(key), style, random)}${space()}:${space()}${written(value, style, random)}`,
  )
  return `{${members.join(`${space()},`)}${space()}}`
}

function escapedString(text: string, { escapes }: Style, random: Random): string {
  if (escapes === 0 || !text.startsWith('"') || text.includes('\\')) return text
  return text.replaceAll(/[a-z]/g, (letter) =>
    random.chance(escapes) ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter,
  )
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

type ByteChange = (line: Uint8Array, random: Random) => Uint8Array

const BYTE_CHANGES: readonly ByteChange[] = [
  function nothing(line) {
    return line
  },
  function digit(line, random) {
    return changedAt(line, (c) => c >= 0x30 && c <= 0x39, random, [0x30 + random.int(0, 9)])
  },
  function number(line, random) {
    return changedAt(line, (c) => c >= 0x30 && c <= 0x39, random, encoder.encode(random.pick(NUMBERS)))
  },
  function spaceAfter(line, random) {
    return changedAt(line, (c) => c === 0x3a, random, [0x3a, random.pick([0x20, 0x09, 0x0d, 0x0b])])
  },
  function spaceBefore(line, random) {
    return changedAt(line, (c) => c === 0x2c || c === 0x7d, random, [0x20, random.pick([0x2c, 0x7d])])
  },
  function escapeLetter(line, random) {
    const letter = random.pick(['75', '73', '61', '67', '65', '74'])
    const code = Number.parseInt(letter, 16)
    return changedAt(line, (c) => c === code, random, encoder.encode(`\\u00${letter}`))
  },
  function otherBracket(line, random) {
    const bracket = random.pick([0x5b, 0x5d, 0x7b, 0x7d])
    return changedAt(line, (c) => c === bracket, random, [bracket ^ 0x26])
  },
  function wideInId(line, random) {
    const at = Math.max(
      0,
      line.findIndex((_, i) => line[i] === 0x6d && line[i + 1] === 0x73 && line[i + 2] === 0x67),
    )
    const out = line.slice()
    out[Math.min(out.length - 1, at + random.int(4, 20))] |= 0x80
    return out
  },
  function repeatPart(line, random) {
    const from = random.int(0, line.length)
    const to = Math.min(line.length, from + random.int(1, 60))
    return joined(line.subarray(0, to), line.subarray(from))
  },
  function flip(line, random) {
    const out = line.slice()
    out[random.int(0, out.length - 1)] ^= 1 << random.int(0, 7)
    return out
  },
  function cutTail(line, random) {
    return line.subarray(0, random.int(0, line.length))
  },
  function cutHead(line, random) {
    return line.subarray(random.int(0, line.length))
  },
  function cutOut(line, random) {
    const from = random.int(0, line.length - 1)
    return joined(line.subarray(0, from), line.subarray(from + random.int(1, 40)))
  },
  function insert(line, random) {
    const at = random.int(0, line.length)
    return joined(line.subarray(0, at), Uint8Array.from(random.pick(JUNK)), line.subarray(at))
  },
  function tornThenWhole(line, random) {
    return joined(line.subarray(0, random.int(1, line.length)), line)
  },
  function twice(line) {
    return joined(line, line)
  },
  function zeroOut(line, random) {
    const from = random.int(0, line.length - 1)
    return line.slice().fill(0, from, from + random.int(1, 20))
  },
]

/** The line with one byte of a kind, the first from a random place on, made into others. */
function changedAt(
  line: Uint8Array,
  isKind: (byte: number) => boolean,
  random: Random,
  bytes: ArrayLike<number>,
): Uint8Array {
  let at = random.int(0, line.length - 1)
  while (at < line.length && !isKind(line[at])) at++
  return joined(line.subarray(0, at), Uint8Array.from(bytes), line.subarray(at + 1))
}

const JUNK: readonly (readonly number[])[] = [
  [0],
  [0x0d],
  [0x20],
  [0x22],
  [0x5c],
  [0x7b],
  [0x7d],
  [0x2c],
  [0xff],
  [0xc3],
  [0xef, 0xbb, 0xbf],
  [0x1f],
]

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
