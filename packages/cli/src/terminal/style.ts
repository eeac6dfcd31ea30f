/** How the command colours what it prints. Text goes through `inert` first and is styled last. */
export interface Style extends Readonly<Record<Paint, (text: string) => string>> {
  /** False where nothing is painted: what only a colour would tell must be told by signs. */
  readonly colours: boolean
}

export type Paint = keyof typeof CODES

/** The codes that switch a paint on and off (ECMA-48, SGR). */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const

export function styleOf(colours: boolean): Style {
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string): string =>
      colours && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
  return {
    colours,
    bold: paint(CODES.bold),
    dim: paint(CODES.dim),
    italic: paint(CODES.italic),
    underline: paint(CODES.underline),
    strike: paint(CODES.strike),
    red: paint(CODES.red),
    green: paint(CODES.green),
    yellow: paint(CODES.yellow),
    blue: paint(CODES.blue),
    magenta: paint(CODES.magenta),
    cyan: paint(CODES.cyan),
  }
}

/** `--no-color` decides, then FORCE_COLOR, then NO_COLOR (no-color.org), then whether it is a terminal. */
export function wantsColours(options: {
  readonly color: boolean
  readonly isTerminal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}): boolean {
  if (!options.color) return false
  const { FORCE_COLOR, NO_COLOR, TERM } = options.env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return options.isTerminal && TERM !== 'dumb'
}
