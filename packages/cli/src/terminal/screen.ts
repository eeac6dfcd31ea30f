import { Output } from './output.ts'
import { PagedStream, pagerCommand } from './pager.ts'
import { StandardOutput, terminal } from './standard-output.ts'
import { styleOf, wantsColours } from './style.ts'
import type { Style } from './style.ts'
import { LEAST_WIDTH } from './width.ts'

/** What a command prints to, and how. */
export interface Screen {
  readonly out: Output
  readonly style: Style
  /** Columns to fill. */
  readonly width: number
}

export interface ScreenOptions {
  readonly color?: boolean
  readonly width?: number
  /** False with `--no-pager`. */
  readonly pager?: boolean
  readonly json?: true
}

/**
 * `long`: the output may be longer than a screen, so a terminal gets it through a pager. `wide`: it is no prose, and fills
 * a wide terminal.
 */
export function openScreen(options: ScreenOptions, { long = false, wide = false } = {}): Screen {
  const { env } = process
  const tty = terminal()
  const colours = wantsColours({ color: options.color ?? true, isTerminal: tty !== null, env })
  const width = options.width ?? Math.min(tty?.columns || DEFAULT_WIDTH, wide ? Infinity : READABLE_WIDTH)
  const pager = long && tty !== null ? paged(options, tty) : null
  return {
    out: pager === null ? new Output(new StandardOutput()) : new Output(pager, () => pager.leave()),
    style: styleOf(colours),
    width: Math.max(width, LEAST_WIDTH),
  }
}

/** A pager is for people at a terminal; whoever reads JSON is a program. */
function paged(options: ScreenOptions, tty: NodeJS.WriteStream): PagedStream | null {
  const { env } = process
  if (options.pager === false || options.json || env.TERM === 'dumb') return null
  const pager = pagerCommand(env)
  return pager === null ? null : new PagedStream({ pager, rows: tty.rows || DEFAULT_ROWS, direct: tty, env })
}

/** What a pipe gets. */
const DEFAULT_WIDTH = 80
const DEFAULT_ROWS = 24
/** Longer lines of prose are hard to read; `--width` asks for them. */
const READABLE_WIDTH = 100
