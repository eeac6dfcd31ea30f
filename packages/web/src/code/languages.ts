/** The name of a grammar for what people write behind a fence or what a file's name ends in; null for plain text. */
export function languageOf(name: string): string | null {
  const small = name.toLowerCase()
  const found = ALIASES.get(small) ?? small
  return LANGUAGES.has(found) ? found : null
}

/** The grammar for a file. */
export function languageOfPath(path: string): string | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  if (name === 'dockerfile' || name.startsWith('dockerfile.')) return 'docker'
  if (name === 'makefile') return 'make'
  const dot = name.lastIndexOf('.')
  return dot < 0 ? null : languageOf(name.slice(dot + 1))
}

/** Those that `grammars.ts` can load. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'bash c clojure cpp csharp css dart diff docker elixir erlang go graphql haskell html ini java javascript json ' +
    'jsonc jsx julia kotlin lua make markdown nix ocaml perl php powershell proto python r ruby rust scala scss sql ' +
    'svelte swift terraform toml tsx typescript vue xml yaml zig'
  ).split(' '),
)

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sh: 'bash',
    shell: 'bash',
    zsh: 'bash',
    console: 'bash',
    h: 'c',
    cc: 'cpp',
    cxx: 'cpp',
    hpp: 'cpp',
    'c++': 'cpp',
    cs: 'csharp',
    'c#': 'csharp',
    clj: 'clojure',
    patch: 'diff',
    dockerfile: 'docker',
    ex: 'elixir',
    exs: 'elixir',
    erl: 'erlang',
    golang: 'go',
    gql: 'graphql',
    hs: 'haskell',
    htm: 'html',
    svg: 'xml',
    cfg: 'ini',
    conf: 'ini',
    env: 'ini',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsonl: 'json',
    json5: 'jsonc',
    jl: 'julia',
    kt: 'kotlin',
    kts: 'kotlin',
    makefile: 'make',
    mk: 'make',
    md: 'markdown',
    mdx: 'markdown',
    ml: 'ocaml',
    pl: 'perl',
    ps1: 'powershell',
    py: 'python',
    python3: 'python',
    pyi: 'python',
    rb: 'ruby',
    rs: 'rust',
    sbt: 'scala',
    tf: 'terraform',
    hcl: 'terraform',
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    yml: 'yaml',
  }),
)
