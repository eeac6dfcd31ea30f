/** A piece of code and what it is; null for everything else. */
export interface CodeSpan {
  readonly text: string
  readonly kind: 'comment' | 'string' | 'keyword' | 'added' | 'removed' | null
}

/**
 * Code as lines of spans, with comments, strings and keywords told apart. A light touch for reading, not a parser:
 * one pass, and what it does not know stays plain.
 */
export function codeSpans(code: string, language: string): CodeSpan[][] {
  const lines: CodeSpan[][] = [[]]
  for (const { text, kind } of coloured(code, language.toLowerCase()))
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) lines.push([])
      if (part !== '') lines[lines.length - 1].push({ text: part, kind })
    }
  return lines
}

function* coloured(code: string, language: string): Generator<CodeSpan> {
  if (language === 'diff' || language === 'patch') return yield* diffSpans(code)
  const pattern = TOKENS[FAMILIES.get(language) ?? 'none']
  if (pattern === null || code.length > MOST_SIGNS) return yield plain(code)
  let from = 0
  for (const match of code.matchAll(pattern)) {
    const kind = kindOf(match)
    if (kind === null) continue
    if (match.index > from) yield plain(code.slice(from, match.index))
    yield { text: match[0], kind }
    from = match.index + match[0].length
  }
  yield plain(code.slice(from))
}

const MOST_SIGNS = 100_000

function kindOf({ groups, 0: text }: RegExpMatchArray): CodeSpan['kind'] {
  if (groups?.comment !== undefined) return 'comment'
  if (groups?.string !== undefined) return 'string'
  return KEYWORDS.has(text) ? 'keyword' : null
}

function plain(text: string): CodeSpan {
  return { text, kind: null }
}

function* diffSpans(code: string): Generator<CodeSpan> {
  for (const [i, line] of code.split('\n').entries()) {
    if (i > 0) yield plain('\n')
    const sign = line[0]
    yield { text: line, kind: sign === '+' ? 'added' : sign === '-' ? 'removed' : null }
  }
}

type Family = 'slashes' | 'hashes' | 'dashes' | 'none'

const STRING = /(?<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[^]|[^`\\])*`?)/
const WORD = /[A-Za-z_][A-Za-z0-9_]*/
const COMMENTS: Readonly<Record<Exclude<Family, 'none'>, RegExp>> = {
  slashes: /(?<comment>\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))/,
  // A hash inside a word is no comment: `$#`, `a#b`.
  hashes: /(?<comment>(?<![\w$&{])#[^\n]*)/,
  dashes: /(?<comment>--[^\n]*)/,
}
const TOKENS: Readonly<Record<Family, RegExp | null>> = {
  slashes: joined(COMMENTS.slashes),
  hashes: joined(COMMENTS.hashes),
  dashes: joined(COMMENTS.dashes),
  none: null,
}

function joined(comment: RegExp): RegExp {
  return new RegExp([comment, STRING, WORD].map(({ source }) => source).join('|'), 'g')
}

/** A map: a transcript may name a language `constructor`. */
const FAMILIES: ReadonlyMap<string, Family> = new Map(
  Object.entries({
    slashes:
      'ts tsx typescript js jsx mjs cjs javascript json json5 jsonc java kotlin kt scala go golang rust rs c h cpp cc c++ cs csharp swift dart php css scss less proto zig',
    hashes:
      'py python sh bash zsh shell console fish rb ruby yaml yml toml ini perl pl r make makefile dockerfile docker elixir ex nix tf hcl env',
    dashes: 'sql lua haskell hs ada elm',
  } satisfies Record<Exclude<Family, 'none'>, string>).flatMap(([family, names]) =>
    names.split(' ').map((name): [string, Family] => [name, family as Family]),
  ),
)

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'abstract and as assert async await break case catch class const continue debugger def default defer del delete do done ' +
    'elif else elsif end enum esac except export extends extern false False fi final finally fn for from fun func function ' +
    'global go goto guard if impl implements import in instanceof interface internal is lambda let local loop match mod ' +
    'module mut namespace new nil None nonlocal not null operator or override package pass private protected pub public ' +
    'raise readonly ref return select self static struct super switch then this throw throws trait true True try type ' +
    'typedef typeof undefined union unless unsafe until use using val var virtual void where while with yield ' +
    'SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE INDEX DROP ALTER JOIN LEFT RIGHT INNER OUTER ON ' +
    'GROUP ORDER BY LIMIT AND OR NOT NULL PRIMARY KEY AS DISTINCT UNION'
  ).split(' '),
)
