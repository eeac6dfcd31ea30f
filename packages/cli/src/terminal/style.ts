/** How the command colours what it prints. Text goes through `inert` first and is styled last. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly blue: (text: string) => string
  readonly cyan: (text: string) => string
}

export function styleOf(colours: boolean): Style {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colours && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    cyan: paint(36, 39),
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
