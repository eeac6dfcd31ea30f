import type { Transcript } from '@skein/transcript'

/**
 * Takes out of texts what says who and where the user is: the project's folders become `/project`, the home folder
 * `~`, the user's name `user`. Learnt from the `cwd` of the rows and the name of the file.
 */
export function neutraliser({ scan }: Transcript, file: string): (text: string) => string {
  const { columns, ids } = scan
  const folders = new Set<number>()
  for (let row = 0; row < columns.count; row++) if (columns.cwd[row] !== 0) folders.add(columns.cwd[row])
  const paths = Array.from(folders, (id) => ids.text(id)).filter((path) => path.length > 3)
  const homes = new Set([...paths, file].flatMap((path) => homeIn(path) ?? []))
  const rules: (readonly [RegExp, string])[] = [
    // Longest first, lest a folder's parent take its place.
    ...rulesFor(
      paths.toSorted((a, b) => b.length - a.length).filter((path) => !homes.has(path)),
      '/project',
    ),
    ...rulesFor([...homes], '~'),
    [OTHER_HOMES, '$1~'],
    ...namesIn(homes).map(
      (name) => [new RegExp(`(?<![A-Za-z0-9])${literal(name)}(?![A-Za-z0-9])`, 'gi'), 'user'] as const,
    ),
  ]
  return (text) => rules.reduce((safe, [pattern, word]) => safe.replace(pattern, word), text)
}

/** Homes of others, in what tools printed. */
const OTHER_HOMES = /(^|[^A-Za-z0-9_./\\-])(?:\/home\/|\/Users\/|[A-Za-z]:[\\/]Users[\\/])[^\s/\\"':;,)]+/g

const HOME =
  /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+|\/mnt\/[a-z]\/Users\/[^/]+)/

function homeIn(path: string): string | null {
  return HOME.exec(path)?.[0] ?? null
}

/** A path as it stands, and as the name of the project's folder under `projects/` writes it. */
function rulesFor(paths: readonly string[], word: string): (readonly [RegExp, string])[] {
  return paths.flatMap((path) => [
    [new RegExp(`${literal(path)}(?![A-Za-z0-9_-])`, 'g'), word] as const,
    [
      new RegExp(`${literal(path.replaceAll(/[^A-Za-z0-9]/g, '-'))}(?![A-Za-z0-9])`, 'g'),
      word === '~' ? '-home' : '-project',
    ] as const,
  ])
}

function namesIn(homes: ReadonlySet<string>): string[] {
  const names = Array.from(homes, (home) => home.split(/[\\/]/).at(-1) ?? '')
  return [...new Set(names)].filter((name) => name.length > 2 && !COMMON.has(name.toLowerCase()))
}

/** Names that are words first: taking them out would tear every text, and they tell nothing. */
const COMMON: ReadonlySet<string> = new Set(
  'root user users admin administrator home test dev developer build runner ubuntu debian node app vscode codespace public default agent claude git web www data code work the'.split(
    ' ',
  ),
)

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
