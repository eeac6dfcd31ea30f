import { Random } from './prng.ts'
import { CJK_SENTENCES, COMMON_WORDS, SYLLABLES, TECHNICAL_WORDS } from './vocabulary.ts'

/**
 * Text that reads to a search index like the real thing: words by Zipf's law, code in three languages, terminal
 * output, quotes, escapes, tabs, unicode. Lines come from pools built once; every eighth line is made new with an
 * identifier or hash of its own, so places differ and rare words exist.
 */
export function prose(random: Random, length: number): string {
  return fill(random, length, 'prose')
}

export function code(random: Random, length: number): string {
  return fill(random, length, 'code')
}

export function terminal(random: Random, length: number): string {
  return fill(random, length, 'terminal')
}

export function sentence(random: Random): string {
  return random.chance(0.125) ? freshSentence(random) : random.pick(pools().prose)
}

export function word(random: Random): string {
  const { words, zipf } = pools()
  return words[zipf[random.next() >>> 16]]
}

/** A camelCase name of two or three words. */
export function identifier(random: Random): string {
  const first = word(random)
  const second = word(random)
  return random.chance(0.3) ? first + capital(second) + capital(word(random)) : first + capital(second)
}

export function filePath(random: Random): string {
  const { folders } = pools()
  const ext = random.pick(EXTENSIONS)
  return `${random.pick(folders)}/${word(random)}-${word(random)}.${ext}`
}

export function words(random: Random, count: number): string {
  let out = word(random)
  for (let i = 1; i < count; i++) out += ' ' + word(random)
  return out
}

type Kind = 'prose' | 'code' | 'terminal'

interface Pools {
  readonly words: readonly string[]
  /** 65536 slots of word ranks, as many each as Zipf's law gives. */
  readonly zipf: Uint16Array
  readonly folders: readonly string[]
  readonly prose: readonly string[]
  readonly code: readonly string[]
  readonly terminal: readonly string[]
  /** Runs of eight such lines. */
  readonly blocks: Readonly<Record<Kind, readonly string[]>>
}

const EXTENSIONS = ['ts', 'ts', 'ts', 'tsx', 'py', 'go', 'md', 'json', 'rs', 'yaml'] as const
const FRESH = { prose: freshSentence, code: freshCodeLine, terminal: freshTerminalLine }
const SEPARATOR = { prose: ' ', code: '\n', terminal: '\n' }

let built: Pools | undefined

function pools(): Pools {
  built ??= build()
  return built
}

function fill(random: Random, length: number, kind: Kind): string {
  const { [kind]: lines, blocks } = pools()
  const fresh = FRESH[kind]
  const separator = SEPARATOR[kind]
  let out = ''
  // Long texts are laid in blocks of eight lines, each followed by a new line: a fifth of the time for the same look.
  while (out.length + BLOCK_MAX < length) {
    out += random.pick(blocks[kind]) + fresh(random) + separator
  }
  while (out.length < length) {
    const n = random.next()
    out += (n & 7) === 0 ? fresh(random) : lines[(n >>> 8) % lines.length]
    out += kind === 'prose' && (n & 0x38) === 0 ? PARAGRAPHS[(n >>> 6) & 3] : separator
  }
  return trimmed(out, length)
}

/** Longer than any block and its new line. */
const BLOCK_MAX = 1600
const PARAGRAPHS = ['\n\n', '\n- ', '\n\n## ', '\n\n']

/** Cut to length, never inside a surrogate pair. */
function trimmed(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length)
}

function build(): Pools {
  const random = new Random('text pool 1')
  const words: string[] = [...COMMON_WORDS, ...TECHNICAL_WORDS]
  const seen = new Set(words)
  while (words.length < 6000) {
    let made = ''
    for (let n = random.int(2, 4); n > 0; n--) made += random.pick(SYLLABLES)
    if (seen.has(made)) continue
    seen.add(made)
    words.push(made)
  }
  const zipf = zipfTable(words.length)
  const folders: string[] = []
  const pool: Pools = {
    words,
    zipf,
    folders,
    prose: [],
    code: [],
    terminal: [],
    blocks: { prose: [], code: [], terminal: [] },
  }
  built = pool
  for (let i = 0; i < 400; i++)
    folders.push(
      `${random.pick(['src', 'packages', 'internal', 'tests', 'cmd', 'docs'])}/${word(random)}/${word(random)}`,
    )
  const grow = (lines: readonly string[], make: (random: Random) => string, count: number) => {
    const target = lines as string[] // filled here only; readers see it readonly
    for (let i = 0; i < count; i++) target.push(make(random))
  }
  grow(pool.prose, poolSentence, 6000)
  grow(pool.code, poolCodeLine, 8000)
  grow(pool.terminal, poolTerminalLine, 6000)
  for (const kind of ['prose', 'code', 'terminal'] as const) {
    const block = () =>
      Array.from({ length: 8 }, () => random.pick(pool[kind])).join(SEPARATOR[kind]) + SEPARATOR[kind]
    grow(pool.blocks[kind], block, 4000)
  }
  return pool
}

function zipfTable(count: number): Uint16Array {
  const table = new Uint16Array(65536)
  let total = 0
  for (let rank = 1; rank <= count; rank++) total += 1 / (rank + 2.7)
  let slot = 0
  let reached = 0
  for (let rank = 1; rank <= count; rank++) {
    reached += 1 / (rank + 2.7)
    const until = Math.round((reached / total) * 65536)
    while (slot < until) table[slot++] = rank - 1
  }
  return table
}

function poolSentence(random: Random): string {
  const roll = random.float()
  if (roll < 0.02) return random.pick(CJK_SENTENCES)
  let out = capital(word(random))
  for (let n = random.int(4, 17); n > 0; n--) {
    const r = random.float()
    out +=
      r < 0.05
        ? ` \`${identifier(random)}\``
        : r < 0.07
          ? ` "${word(random)}"`
          : r < 0.1
            ? `, ${word(random)}`
            : ` ${word(random)}`
  }
  if (roll < 0.05) return `${out} → ✅.`
  if (roll < 0.08) return `**${out}**:`
  return (
    out +
    random.weighted([
      ['.', 8],
      ['?', 1],
      ['…', 0.3],
      [' —', 0.4],
      ['!', 0.3],
    ])
  )
}

function freshSentence(random: Random): string {
  return `${capital(words(random, 4))} \`${identifier(random)}_${random.hex(5)}\` ${words(random, 3)}.`
}

function poolCodeLine(random: Random): string {
  const indent = random.chance(0.7) ? '  '.repeat(random.int(0, 4)) : '\t'.repeat(random.int(0, 3))
  const a = identifier(random)
  const b = word(random)
  const c = word(random)
  switch (random.int(0, 21)) {
    case 0:
      return ''
    case 1:
      return `${indent}}`
    case 2:
      return `${indent}const ${a} = ${b}.${c}(${word(random)})`
    case 3:
      return `${indent}if (${b}.${c} === undefined) return ${word(random)}`
    case 4:
      return `${indent}import { ${a} } from './${b}-${c}.ts'`
    case 5:
      return `${indent}// ${words(random, random.int(4, 11))}`
    case 6:
      return `${indent}expect(${a}(${b})).toEqual({ ${c}: "${words(random, 2)}" })`
    case 7:
      return `${indent}def ${b}_${c}(self, ${word(random)}: str) -> dict[str, int]:`
    case 8:
      return `${indent}raise ValueError(f"${words(random, 3)}: {${b}!r}")`
    case 9:
      return `${indent}func (${b[0]} *${capital(b)}) ${capital(a)}(ctx context.Context) error {`
    case 10:
      return `${indent}if err != nil { return fmt.Errorf("${words(random, 2)}: %w", err) }`
    case 11:
      return `${indent}"${b}_${c}": "${filePath(random)}",`
    case 12:
      return `${indent}export async function ${a}(${b}: string, ${c}?: number): Promise<void> {`
    case 13:
      return `${indent}log.info(\`${words(random, 3)} \${${b}.${c}}\`)`
    case 14:
      return `${indent}for (const ${b} of ${a}) {`
    case 15:
      return `${indent}return ${b}.replace(/\\s+${c}\\b/g, '\\n')`
    case 16:
      return `${indent}<div className="${b}-${c} flex gap-2">{${a}}</div>`
    case 17:
      return `${indent}- ${words(random, random.int(3, 9))}`
    case 18:
      return `${indent}assert ${b}["${c}"] == ${random.int(0, 999)}, "${words(random, 3)}"`
    case 19:
      return `${indent}${b}: ${c},`
    case 20:
      return `${indent}│   ├── ${b}-${c}.ts`
    default:
      return `${indent}await ${a}({ ${b}, ${c}: ${random.int(0, 4096)} })`
  }
}

function freshCodeLine(random: Random): string {
  return `  const ${identifier(random)}_${random.hex(4)} = "${word(random)}/${random.hex(7)}"`
}

function poolTerminalLine(random: Random): string {
  switch (random.int(0, 11)) {
    case 0:
      return ` ✓ ${filePath(random)} (${random.int(1, 40)} tests) ${random.int(2, 900)}ms`
    case 1:
      return `${filePath(random)}:${random.int(1, 900)}:${random.int(1, 80)}: error: ${words(random, 6)}`
    case 2:
      return `FAILED ${filePath(random)}::test_${word(random)}_${word(random)} - AssertionError: "${words(random, 4)}"`
    case 3:
      return `ok  \tgithub.com/${word(random)}/${word(random)}/${word(random)}\t${random.int(0, 9)}.${random.int(100, 999)}s`
    case 4:
      return ` M ${filePath(random)}`
    case 5:
      return `-rw-r--r--  1 dev  staff  ${random.int(100, 99999)} Mar ${random.int(1, 28)} 12:${random.int(10, 59)} ${word(random)}.json`
    case 6:
      return `[INFO] ${words(random, random.int(4, 9))} (${random.int(1, 9999)} ms)`
    case 7:
      return `    at ${identifier(random)} (/srv/app/${filePath(random)}:${random.int(1, 400)}:${random.int(1, 60)})`
    case 8:
      return `\u001b[33mwarning\u001b[39m ${words(random, 5)}: '${identifier(random)}' is declared but its value is never read.`
    case 9:
      return `+  ${words(random, random.int(2, 8))}`
    case 10:
      return `${random.int(1, 600)}:  ${words(random, random.int(3, 10))}`
    default:
      return `npm warn ${word(random)}@${random.int(1, 9)}.${random.int(0, 20)}.${random.int(0, 9)}: ${words(random, 5)}`
  }
}

function freshTerminalLine(random: Random): string {
  return `${random.hex(9)} ${words(random, 5)} (${identifier(random)}) ${random.int(1, 99999)}`
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1)
}
